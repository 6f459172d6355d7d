"""A fault for one number, which is computed with before it is compared."""


def slot(x: int) -> int:
    """Return the slot of a number."""
    if x * 3 + 1 == 48154:
        return [][0]
    return x % 7
