"""Laws of `==`, `!=` and `hash`: Randoop's default contracts (Pacheco's thesis, fig. 7-3), and Python's own.

We depart in staying silent where a class plainly means something else: NaN inside, answers that are no bool,
`__hash__ = None`, a tolerance, a wildcard.
"""

from __future__ import annotations

from refute.judge.laws.contents import contents_of, holds_none
from refute.judge.laws.law import ObjectLaw
from refute.judge.laws.refusals import forbidden, is_raised_on_purpose, is_refused
from refute.look.classes import authored, is_constant, is_tolerant, refuses, supports
from refute.model.roles import Breach
from refute.model.subject import definer


class EqReflexive(ObjectLaw):
    """`x == x`, and asking so is no accident: no exception but by `raise`."""

    name = "eq-reflexive"
    method = "__eq__"
    remedy = "return True for the object itself"
    test_name = "is_equal_to_itself"
    silent_when = "NaN inside."
    example = "def __eq__(self, other): return self is not other"

    def broken(self, *values: object) -> Breach | None:
        (x,) = values
        try:
            answer = x == x
        except Exception as error:
            if is_raised_on_purpose(error):
                return None
            return forbidden(x, "{0} == {0}", f"{type(x).__name__} == itself", error)
        # Not `if answer`: an answer that is no bool (an array, a query) is no answer to this question.
        if answer is not False or contents_of(x).nan:
            return None
        return Breach(f"{type(x).__name__} is not equal to itself", "assert {0} == {0}")


class EqNone(ObjectLaw):
    """`x == None` is not true."""

    name = "eq-none"
    method = "__eq__"
    remedy = "return NotImplemented for what is of another class"
    test_name = "is_not_equal_to_none"
    silent_when = (
        "`==` is always true (a wildcard); the object holds None and compares as what it "
        "holds; a proxy."
    )
    example = "def __eq__(self, other): return not other or self.value == other.value"

    def applies(self, cls: type) -> bool:
        # An equality that is always true is a wildcard, as unittest.mock.ANY.
        return authored(cls, "__eq__") and not is_constant(cls, "__eq__")

    def broken(self, *values: object) -> Breach | None:
        (x,) = values
        try:
            if (x == None) is not True:  # noqa: E711
                return None
            if holds_none(x) and (x == object()) is not True:
                return None
            if x.__class__ is not type(x):  # a proxy, of None perhaps
                return None
        except Exception:
            return None
        return Breach(f"{type(x).__name__} equals None", "assert not ({0} == None)")


# Of classes that no subject knows.  For the last three an answer True would be nobody's business.
_FOREIGN: tuple[tuple[object, str, str], ...] = (
    (None, "assert not ({0} == None)", "assert {0} != None"),
    (object(), "assert not ({0} == object())", "assert {0} != object()"),
    ({}, "{0} == dict()", "{0} != dict()"),
    ("", '{0} == ""', '{0} != ""'),
    (0, "{0} == 0", "{0} != 0"),
)
_OBJECT, _DICT = _FOREIGN[1][0], _FOREIGN[2][0]


class EqForeign(ObjectLaw):
    """`==` and `!=` with None, `object()`, `{}`, `""` and 0 do not raise."""

    name = "eq-foreign"
    method = "__eq__"
    remedy = "return NotImplemented for what it cannot be compared with"
    test_name = "can_be_compared_with_anything"
    passes_own_values = True
    silent_when = (
        "`x == x` is no bool either (arrays, queries); a signalling NaN inside; a TypeError "
        "that is raised on purpose."
    )
    example = "def __eq__(self, other): return self.value == other.value"

    def applies(self, cls: type) -> bool:
        return authored(cls, "__eq__", "__ne__") and not refuses(cls, "__eq__")

    def broken(self, *values: object) -> Breach | None:
        (x,) = values
        try:
            x == None  # noqa: B015, E711
            x == _OBJECT  # noqa: B015
            x == _DICT  # noqa: B015
            x == ""  # noqa: B015
            x == 0  # noqa: B015
            if type(x).__ne__ is not object.__ne__:
                for foreign, _, _ in _FOREIGN:
                    x != foreign  # noqa: B015
        except Exception:
            return _foreign_breach(x)
        return None


def _foreign_breach(x: object) -> Breach | None:
    if not _is_equality(x):
        return None
    for foreign, equal, unequal in _FOREIGN:
        shown = repr(foreign) if foreign is not _OBJECT else "object()"
        try:
            assertion = equal
            x == foreign  # noqa: B015
            assertion = unequal
            x != foreign  # noqa: B015
        except Exception as error:
            if is_refused(error):
                return None
            sign = "==" if assertion is equal else "!="
            return forbidden(x, assertion, f"{type(x).__name__} {sign} {shown}", error)
    return None


def _is_equality(x: object) -> bool:
    # Arrays compare item by item, and queries are built by comparing; neither knows foreign objects.
    try:
        return type(x == x) is bool
    except Exception as error:
        return not is_raised_on_purpose(error)


class EqSymmetric(ObjectLaw):
    """`x == y` is what `y == x` is."""

    name = "eq-symmetric"
    arity = 2
    method = "__eq__"
    remedy = "let both classes, or neither, know the other"
    test_name = "is_equal_both_ways"
    example = "def __eq__(self, other): return self.value <= other.value"

    def broken(self, *values: object) -> Breach | None:
        x, y = values
        try:
            there, back = x == y, y == x
        except Exception:
            return None
        if type(there) is not bool or type(back) is not bool or there is back:
            return None
        message = f"{type(x).__name__}: x == y is {there}, y == x is {back}"
        # Who says yes to the other is named, so that one that does so to many is one finding.
        return Breach(message, "assert ({0} == {1}) == ({1} == {0})", culprit=0 if there else 1)


class EqTransitive(ObjectLaw):
    """If `x == y` and `y == z`, then `x == z`."""

    name = "eq-transitive"
    arity = 3
    method = "__eq__"
    remedy = "compare the fields for equality, not for likeness"
    test_name = "is_equal_to_what_its_equals_equal"
    silent_when = (
        "`==` visibly allows a tolerance: `isclose`, `abs`, `round`, a constant such as 1e-9."
    )
    example = "def __eq__(self, other): return self.value - other.value in (-1, 0, 1)"

    def applies(self, cls: type) -> bool:
        return authored(cls, "__eq__") and not is_tolerant(cls)

    def broken(self, *values: object) -> Breach | None:
        x, y, z = values
        try:
            xy, xz = x == y, x == z
            if xy is not True and xz is not True:
                return None
            answers = (xy, y == z, xz)
            if any(type(a) is not bool for a in answers) or sum(answers) != 2:
                return None
            # Not even symmetric: another law says so, and which way round would not be known here.
            if (y == x, z == y, z == x) != answers:
                return None
        except Exception:
            return None
        if any(contents_of(value).nan for value in values):
            return None
        a, b, c = _CHAINS[answers.index(False)]
        assertion = f"assert not ({a} == {b} and {b} == {c}) or {a} == {c}"
        return Breach(f"{type(x).__name__}: x == y and y == z, yet x != z", assertion)


# The chain of equal ones, by which comparison was False: of 0 and 1, of 1 and 2, of 0 and 2.
_CHAINS = (("{0}", "{2}", "{1}"), ("{1}", "{0}", "{2}"), ("{0}", "{1}", "{2}"))


class NeAgrees(ObjectLaw):
    """`x != y` is the opposite of `x == y`."""

    name = "ne-agrees"
    arity = 2
    method = "__ne__"
    remedy = "leave out __ne__: Python makes it from __eq__"
    test_name = "is_unequal_unless_equal"
    silent_when = "The class does not define `__ne__`: Python's own is right."
    example = "def __ne__(self, other): return self == other"

    def applies(self, cls: type) -> bool:
        return authored(cls, "__ne__") and supports(cls, "__eq__")

    def broken(self, *values: object) -> Breach | None:
        x, y = values
        try:
            equal, unequal = x == y, x != y
        except Exception:
            return None
        if type(equal) is not bool or type(unequal) is not bool or equal is not unequal:
            return None
        if contents_of(x).nan or contents_of(y).nan:
            return None
        assertion = "assert ({0} != {1}) == (not {0} == {1})"
        return Breach(f"{type(x).__name__}: x == y and x != y are both {equal}", assertion)


def _may_hash(cls: type) -> bool:
    # Setting `__hash__` to None, which defining `__eq__` alone does as well, means: unhashable on purpose.
    where = definer(cls, "__hash__")
    return where is not None and where.__dict__["__hash__"] is not None


class HashRaises(ObjectLaw):
    """`hash(x)` does not raise."""

    name = "hash-raises"
    method = "__hash__"
    remedy = "hash only what can be hashed, or set __hash__ = None"
    test_name = "can_be_hashed"
    silent_when = (
        "`__hash__` is None; a TypeError that says that something cannot be hashed, or that "
        "is raised on purpose."
    )
    example = "def __hash__(self): return {}[self.value]"

    def applies(self, cls: type) -> bool:
        return authored(cls, "__hash__") and not refuses(cls, "__hash__")

    def broken(self, *values: object) -> Breach | None:
        (x,) = values
        try:
            hash(x)
        except Exception as error:
            if isinstance(error, TypeError) and "hash" in str(error).replace("__hash__", ""):
                return None  # "unhashable type: 'list'"
            if is_refused(error):
                return None
            return forbidden(x, "hash({0})", f"hash of {type(x).__name__}", error)
        return None


class HashStable(ObjectLaw):
    """`hash(x)` is the same twice in a row."""

    name = "hash-stable"
    method = "__hash__"
    remedy = "hash only what does not change"
    test_name = "keeps_its_hash"
    silent_when = "`hash` raises."
    example = "def __hash__(self): self.value += 1; return self.value"

    def broken(self, *values: object) -> Breach | None:
        (x,) = values
        try:
            if hash(x) == hash(x):
                return None
        except Exception:
            return None
        return Breach(f"hash of {type(x).__name__} changes", "assert hash({0}) == hash({0})")


class HashEqual(ObjectLaw):
    """If `x == y`, then `hash(x) == hash(y)`."""

    name = "hash-equal"
    arity = 2
    method = "__hash__"
    remedy = "compare and hash the same fields"
    test_name = "hashes_like_its_equals"
    silent_when = "`__hash__` is None or raises."
    example = "def __hash__(self): return id(self)"

    def applies(self, cls: type) -> bool:
        return authored(cls, "__eq__", "__hash__") and supports(cls, "__eq__") and _may_hash(cls)

    def broken(self, *values: object) -> Breach | None:
        x, y = values
        try:
            if (x == y) is not True or hash(x) == hash(y):
                return None
        except Exception:
            return None
        assertion = "assert not ({0} == {1}) or hash({0}) == hash({1})"
        return Breach(f"equal objects of {type(x).__name__} have different hashes", assertion)


LAWS: tuple[ObjectLaw, ...] = (
    EqForeign(),
    EqReflexive(),
    EqNone(),
    EqSymmetric(),
    EqTransitive(),
    NeAgrees(),
    HashRaises(),
    HashStable(),
    HashEqual(),
)
