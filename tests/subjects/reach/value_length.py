"""A collection of more than so many items."""


def pages(items: list[int]) -> int:
    """Return how many pages items take."""
    if len(items) > 64:
        return len(items) // 0  # wrong
    return 1
