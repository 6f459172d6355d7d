"""The default tells that a time span is taken.

Shortest sequence:  reminder(datetime.timedelta(0))    NameError
"""

from datetime import timedelta

_DAY = timedelta(days=1)


def reminder(before=_DAY):
    hours = before.total_seconds() / 3600
    if before == _DAY:
        return "a day before"
    return f"{hour:.0f} hours before"  # the fault: misspelt
