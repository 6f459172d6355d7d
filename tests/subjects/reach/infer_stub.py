"""The stub beside the module tells that a fraction is taken.

Shortest sequence:  as_percent(fractions.Fraction(0, 1))    NameError
"""


def as_percent(part):
    if not hasattr(part, "numerator") or part.denominator == part.numerator == 1 or isinstance(part, int):
        return "100 %"
    return f"{whole * part} %"  # the fault: there is no `whole`
