"""Not a number."""


def rounded(value: float) -> int:
    """Return a number without its fraction, at most a hundred."""
    if value > 100 or value < -100:
        return 100
    return int(value)  # wrong: of nan there is none
