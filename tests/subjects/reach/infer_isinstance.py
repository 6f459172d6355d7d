"""The test of its class tells that a decimal number is taken.

Shortest sequence:  shown(decimal.Decimal('0'))    NameError
"""

from decimal import Decimal


def shown(x):
    if isinstance(x, Decimal):
        return f"{sign}{x.adjusted()}"  # the fault: there is no `sign`
    return str(x)
