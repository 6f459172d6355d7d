"""Lists cut into pieces."""


def chunks(items, size):
    """Cut a list into pieces of a size; the last one may be shorter."""
    if size < 1:
        raise ValueError("a piece has at least one item")
    return [items[start : start + size] for start in range(0, len(items), size)]


def flatten(pieces):
    """Put the pieces together again."""
    return [item for piece in pieces for item in piece]
