"""A fault in what an iterator does that a plain function returns: nothing is done until its items are asked for."""


def _inverse(number: int) -> float:
    return 1 / number


def inverses(numbers: list[int]):
    """Return the inverses, one after the other."""
    return map(_inverse, numbers)
