"""An object that stands for something is passed only by its name."""


class _Mark:
    pass


EVERYTHING = _Mark()


def remaining(taken: object = None) -> int:
    """Return how many are left."""
    left = [3]
    return left[1] if taken is EVERYTHING else left[0]  # wrong: there is one
