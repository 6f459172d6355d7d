"""One more than a constant."""


def bracket(income: int) -> int:
    """Return the number of the bracket that an income is in."""
    limits = [0, 9_408, 57_051]
    if income <= 57_051:
        return sum(income > limit for limit in limits)
    if income < 57_053:
        return limits[3]  # wrong
    return 3
