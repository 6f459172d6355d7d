"""Lists cut into pieces; a last piece that is shorter than the others is lost.

Wrong result:  chunks([1, 2, 3], 2)  is  [[1, 2]]
"""


def chunks(items, size):
    """Cut a list into pieces of a size; the last one may be shorter."""
    if size < 1:
        raise ValueError("a piece has at least one item")
    # the fault: one too few
    return [items[start : start + size] for start in range(0, len(items) - size + 1, size)]


def flatten(pieces):
    """Put the pieces together again."""
    return [item for piece in pieces for item in piece]
