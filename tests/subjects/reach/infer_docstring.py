"""The docstring tells that a date is taken.

Shortest sequence:  week_of(datetime.date(2024, 1, 31))    NameError
"""


def week_of(x):
    """Return the week that a day is in.

    :param datetime.date x: the day
    """
    year, week, _ = x.isocalendar()
    return f"{year}-W{wek}"  # the fault: misspelt
