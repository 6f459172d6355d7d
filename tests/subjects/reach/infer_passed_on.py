"""The function that it is passed on to tells that a time is taken.

Shortest sequence:  opening(datetime.time(0, 0))    NameError
"""


def clock_text(x):
    """Return a time as text.

    Args:
        x (datetime.time): the time
    """
    return x.isoformat("minutes")


def opening(a):
    text = clock_text(a)
    return f"from {txt}"  # the fault: misspelt
