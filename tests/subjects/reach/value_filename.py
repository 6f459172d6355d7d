"""A table read from a file by name: the fault needs a file of one line."""


def step(filename):
    """Return how far apart the lines of a file stand, in percent."""
    with open(filename) as file:
        count = sum(1 for _ in file)
    return 100 / (count - 1) if count else 0.0
