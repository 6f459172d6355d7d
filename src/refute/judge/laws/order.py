"""Laws of `<`, `<=`, `>`, `>=`.  Partial orders, such as sets by inclusion, are orders too."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from refute.judge.laws.contents import contents_of
from refute.look.classes import authored, supports
from refute.model.roles import Breach


class LtIrreflexive:
    """Nothing is less than itself."""

    name = "lt-irreflexive"
    arity = 1
    dear = False

    def applies(self, cls: type) -> bool:
        return authored(cls, "__lt__")

    def broken(self, *values: object) -> Breach | None:
        (x,) = values
        if _compare(operator.lt, x, x) is not True:
            return None
        return Breach(f"{type(x).__name__} is less than itself", "assert not ({0} < {0})")


class LtAntisymmetric:
    """Of two objects not each is less than the other."""

    name = "lt-antisymmetric"
    arity = 2
    dear = False

    def applies(self, cls: type) -> bool:
        return authored(cls, "__lt__")

    def broken(self, *values: object) -> Breach | None:
        x, y = values
        if _compare(operator.lt, x, y) is not True or _compare(operator.lt, y, x) is not True:
            return None
        assertion = "assert not ({0} < {1} and {1} < {0})"
        return Breach(f"{type(x).__name__}: x < y and y < x", assertion)


class LtEq:
    """What is less is not equal."""

    name = "lt-eq"
    arity = 2
    dear = False

    def applies(self, cls: type) -> bool:
        return authored(cls, "__lt__", "__eq__") and supports(cls, "__lt__")

    def broken(self, *values: object) -> Breach | None:
        x, y = values
        if _compare(operator.eq, x, y) is not True:
            return None
        for a, b, less in ((x, y, "{0} < {1}"), (y, x, "{1} < {0}")):
            if _compare(operator.lt, a, b) is True:
                assertion = f"assert not ({less} and {{0}} == {{1}})"
                return Breach(f"{type(x).__name__}: x < y and x == y", assertion)
        return None


class LeAgrees:
    """What is less, or equal, is less or equal; and likewise for greater.

    Not the other way round: cards may be ordered by rank and equal by rank and suit.
    """

    name = "le-agrees"
    arity = 2
    dear = False

    def applies(self, cls: type) -> bool:
        return authored(cls, "__le__", "__ge__")

    def broken(self, *values: object) -> Breach | None:
        x, y = values
        for a, b, m, n in ((x, y, "{0}", "{1}"), (y, x, "{1}", "{0}")):
            for weak, compare_weak, signs in _WEAK:
                if _compare(compare_weak, a, b) is not False:
                    continue
                for sign, compare in signs:
                    if _compare(compare, a, b) is True and not _hold_nan(values):
                        assertion = f"assert not ({m} {sign} {n}) or {m} {weak} {n}"
                        message = f"{type(x).__name__}: x {sign} y, yet not x {weak} y"
                        return Breach(message, assertion)
        return None


_WEAK = (
    ("<=", operator.le, (("<", operator.lt), ("==", operator.eq))),
    (">=", operator.ge, ((">", operator.gt), ("==", operator.eq))),
)


class GtMirrors:
    """x < y exactly if y > x."""

    name = "gt-mirrors"
    arity = 2
    dear = False

    def applies(self, cls: type) -> bool:
        both = supports(cls, "__lt__") and supports(cls, "__gt__")
        return both and authored(cls, "__lt__", "__gt__")

    def broken(self, *values: object) -> Breach | None:
        x, y = values
        for a, b, m, n in ((x, y, "{0}", "{1}"), (y, x, "{1}", "{0}")):
            less, greater = _compare(operator.lt, a, b), _compare(operator.gt, b, a)
            if less is None or greater is None or less is greater or _hold_nan(values):
                continue
            message = f"{type(x).__name__}: x < y is {less}, y > x is {greater}"
            return Breach(message, f"assert ({m} < {n}) == ({n} > {m})")
        return None


def _compare(compare: Callable[[Any, Any], object], x: object, y: object) -> bool | None:
    """Return the answer if it is a plain one: not an exception, an array or a query."""
    try:
        answer = compare(x, y)
    except Exception:
        return None
    return answer if type(answer) is bool else None


def _hold_nan(values: tuple[object, ...]) -> bool:
    return any(contents_of(value).nan for value in values)
