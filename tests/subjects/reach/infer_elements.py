"""What is asked of its items tells that a list of dates is taken.

Shortest sequence:  years([datetime.date(2024, 1, 31)])    NameError
"""


def years(x):
    found = []
    for one in x:
        if one.isoweekday() in (6, 7) or one.toordinal():
            found.append(yaer)  # the fault: misspelt
    return found
