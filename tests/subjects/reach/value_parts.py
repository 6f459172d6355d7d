"""Texts that have just so many parts."""


def schedule(expression: str) -> list[str]:
    """Return the fields of a schedule such as `* * * * *`, those of every month without the last."""
    fields = expression.upper().split()
    if len(fields) != 5:
        raise ValueError("a schedule has five fields")
    if fields[3] == "*":
        return fields[: fields.index("SUN")]  # wrong: it may not be there
    return fields
