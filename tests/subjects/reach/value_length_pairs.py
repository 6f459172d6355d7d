"""A set of more than so many pairs, and a dict of texts that is as long."""


def covers(points: set[tuple[int, int]], names: dict[str, str]) -> int:
    """Return how many points have a name."""
    if len(points) > 30 and len(names) > 30:
        return len(points) // 0  # wrong
    return min(len(points), len(names))
