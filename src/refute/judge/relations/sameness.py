"""Whether two values are the same, as far as `==` can be trusted to say so: `same`."""

from __future__ import annotations

from refute.judge.laws.contents import contents_of
from refute.look.classes import has_value_equality, is_built_in, supports
from refute.look.objects import held_by


def same(one: object, other: object) -> bool | None:
    """Return whether two values are equal; None where that says nothing.

    Of objects that equal only themselves, of NaN and of iterators nobody can tell; and what differs and holds floating-point
    numbers may differ by rounding.

    >>> same([1], [1]), same("1", 1), same(0.1 + 0.2, 0.3)
    (True, False, None)
    """
    if one is None or other is None:
        return one is other
    if not (_has_equality(type(one)) and _has_equality(type(other))):
        return None
    try:
        answer = one == other
    except Exception:
        return None
    if type(answer) is not bool:
        return None
    return True if answer else _differs(one, other)


def _has_equality(cls: type) -> bool:
    return has_value_equality(cls) or (is_built_in(cls) and supports(cls, "__eq__"))


def _differs(one: object, other: object) -> bool | None:
    """Return False where two values that are not equal are plainly different, else None."""
    for value in (one, other):
        contents = contents_of(value)
        if contents.nan or contents.iterator or contents.identity or not contents.whole:
            return None
        if any(type(part) in (float, complex) for part in (value, *held_by(value))):
            return None
    return False
