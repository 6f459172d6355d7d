"""A rule such as `size >= {10}`; another module of the package knows what a rule looks like."""

from value_language._reading import read


def allows(rule: str, size: int) -> bool:
    """Return whether a rule allows a size."""
    sign, number = read(rule)
    if sign == "%":
        return size % number == 0  # wrong: `size % {0}`
    return size >= number if sign == ">=" else size <= number
