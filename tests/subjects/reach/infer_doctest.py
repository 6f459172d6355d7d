"""The example in the docstring tells that a range is taken.

Shortest sequence:  is_short(range(0))    NameError
"""


def is_short(x):
    """Return whether a range is of a few numbers.

    >>> is_short(range(3))
    True
    """
    if type(x) is range:
        return len(x) < few  # the fault: there is no `few`
    return False
