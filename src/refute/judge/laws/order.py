"""Laws of `<`, `<=`, `>`, `>=`.  Partial orders, such as sets by inclusion, are orders too."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from refute.judge.laws.contents import contents_of
from refute.judge.laws.law import ObjectLaw
from refute.look.classes import authored, supports
from refute.model.roles import Breach


class LtIrreflexive(ObjectLaw):
    """Not `x < x`."""

    name = "lt-irreflexive"
    method = "__lt__"
    remedy = "nothing is smaller than itself: < instead of <="
    test_name = "is_not_less_than_itself"
    example = "def __lt__(self, other): return self.value <= other.value"

    def broken(self, *values: object) -> Breach | None:
        (x,) = values
        if _compare(operator.lt, x, x) is not True:
            return None
        return Breach(f"{type(x).__name__} is less than itself", "assert not ({0} < {0})")


class LtAntisymmetric(ObjectLaw):
    """Not both `x < y` and `y < x`."""

    name = "lt-antisymmetric"
    arity = 2
    method = "__lt__"
    remedy = "compare tuples of the fields, in one order, as == does"
    test_name = "is_less_one_way_only"
    example = "def __lt__(self, other): return self.value != other.value"

    def broken(self, *values: object) -> Breach | None:
        x, y = values
        if _compare(operator.lt, x, y) is not True or _compare(operator.lt, y, x) is not True:
            return None
        assertion = "assert not ({0} < {1} and {1} < {0})"
        return Breach(f"{type(x).__name__}: x < y and y < x", assertion)


class LtTransitive(ObjectLaw):
    """If `x < y` and `y < z`, then `x < z`."""

    name = "lt-transitive"
    arity = 3
    method = "__lt__"
    convention = "sorting and bisecting take it for granted that < is one order"
    remedy = "compare tuples of the fields, in one order, as == does"
    test_name = "is_ordered_transitively"
    silent_when = (
        "NaN inside; and at most *likely*: numbers of packets, which begin anew after the "
        "last one, are ordered in a circle."
    )
    example = "def __lt__(self, other): return (other.value - self.value) % 3 == 1"

    def broken(self, *values: object) -> Breach | None:
        x, y, z = values
        xy, yz, xz = _direction(x, y), _direction(y, z), _direction(x, z)
        # Who may be in the middle: two relations that make a chain, the one that follows, and the chain.
        for one, two, both, chain in (
            (xy, yz, xz, (0, 1, 2)),
            (xz, -yz, xy, (0, 2, 1)),
            (-xy, xz, yz, (1, 0, 2)),
        ):
            if one == two != 0 and both != one:
                return _broken_chain(values, chain if one > 0 else chain[::-1])
        return None


def _broken_chain(values: tuple[object, ...], chain: tuple[int, ...]) -> Breach | None:
    a, b, c = chain
    # Where two are less than each other, that is another law's affair.
    for less, more in ((a, c), (b, a), (c, b)):
        if _compare(operator.lt, values[less], values[more]) is not False:
            return None
    if _hold_nan(values):
        return None
    first, second, third = (f"{{{place}}}" for place in chain)
    assertion = f"assert not ({first} < {second} and {second} < {third}) or {first} < {third}"
    return Breach(f"{type(values[0]).__name__}: x < y and y < z, yet not x < z", assertion)


class LtEq(ObjectLaw):
    """Not both `x < y` and `x == y`."""

    name = "lt-eq"
    arity = 2
    method = "__lt__"
    convention = "what is sorted or bisected is taken not to be less than its equal"
    remedy = "compare tuples of the fields, in one order, as == does"
    test_name = "is_not_less_than_its_equals"
    silent_when = (
        "Never, but at most *likely*: tasks may be sorted by priority and told apart by name."
    )
    example = "def __lt__(self, other): return self.value <= other.value"

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


class LeAgrees(ObjectLaw):
    """`x < y` or `x == y` implies `x <= y`, and `x > y` or `x == y` implies `x >= y`; the reverse
    is not asked: cards may be ordered by rank and equal by rank and suit.
    """

    name = "le-agrees"
    arity = 2
    method = "__le__"
    convention = "who asks for <= expects that equal is enough"
    remedy = "derive <= from < and ==, as functools.total_ordering does"
    test_name = "is_at_most_what_it_is_less_than"
    silent_when = "The class defines neither `__le__` nor `__ge__`; NaN inside."
    example = "def __le__(self, other): return self.value < other.value"

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


class GtMirrors(ObjectLaw):
    """`x < y` is what `y > x` is."""

    name = "gt-mirrors"
    arity = 2
    method = "__gt__"
    remedy = "derive > from <, as functools.total_ordering does"
    test_name = "is_greater_where_the_other_is_less"
    silent_when = "Only one of the two is defined; NaN inside."
    example = "def __gt__(self, other): return self.value < other.value"

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


def _direction(x: object, y: object) -> int:
    """Return 1 where x is less, -1 where y is, 0 where neither is or nobody can tell."""
    if _compare(operator.lt, x, y) is True:
        return 1
    return -1 if _compare(operator.lt, y, x) is True else 0


def _compare(compare: Callable[[Any, Any], object], x: object, y: object) -> bool | None:
    """Return the answer if it is a plain one: not an exception, an array or a query."""
    try:
        answer = compare(x, y)
    except Exception:
        return None
    return answer if type(answer) is bool else None


def _hold_nan(values: tuple[object, ...]) -> bool:
    return any(contents_of(value).nan for value in values)


LAWS: tuple[ObjectLaw, ...] = (
    LtIrreflexive(),
    LtAntisymmetric(),
    LtTransitive(),
    LtEq(),
    LeAgrees(),
    GtMirrors(),
)
