"""A choice by a name, a number or nothing, as the docstring says; other things are not meant."""


def forward(choice):
    """Return whether to go on; `choice` is a name, a number or None."""
    if choice is None:
        goes_on = True
    if isinstance(choice, int):
        goes_on = choice > 0
    if isinstance(choice, str):
        goes_on = bool(choice)
    return goes_on
