"""The call inside the module tells that a decimal number is taken.

Shortest sequence:  with_tax(decimal.Decimal('0'))    NameError
"""

from decimal import Decimal


def with_tax(x):
    if x.is_signed():
        return x
    return x.quantize(cent)  # the fault: there is no `cent`


def shipping():
    return with_tax(Decimal("-4.90"))
