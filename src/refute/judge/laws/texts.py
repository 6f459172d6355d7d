"""Laws of `repr`, `str`, `format` and `bool`: they do not raise.

Returning the wrong type is raising too: Python turns it into a TypeError.
"""

from __future__ import annotations

from collections.abc import Callable

from refute.judge.laws.law import ObjectLaw
from refute.judge.laws.refusals import described, forbidden, is_raised_on_purpose
from refute.look.classes import authored, refuses, supports
from refute.model.roles import Breach


class _NeverRaises(ObjectLaw):
    """A built-in function that may be called on every object."""

    function: Callable[[object], object]

    def applies(self, cls: type) -> bool:
        # Where the class inherits the method from `object`, that one calls another of these four.
        return authored(cls, self.method) and not refuses(cls, self.method)

    def broken(self, *values: object) -> Breach | None:
        (x,) = values
        try:
            self.function(x)
        except Exception as error:
            called = self.function.__name__
            return forbidden(x, f"{called}({{0}})", f"{called} of {type(x).__name__}", error)
        return None


class ReprRaises(_NeverRaises):
    """`repr(x)` does not raise; returning something other than text is raising."""

    name = "repr-raises"
    function = staticmethod(repr)
    method = "__repr__"
    remedy = "show what is there, whatever the state"
    test_name = "has_a_repr"
    example = "def __repr__(self): return self.name"


class StrRaises(_NeverRaises):
    """`str(x)` does not raise."""

    name = "str-raises"
    function = staticmethod(str)
    method = "__str__"
    remedy = "return a text, whatever the state"
    test_name = "has_a_str"
    example = "def __str__(self): return self.value"


class FormatRaises(_NeverRaises):
    """`format(x)`, as in an f-string, does not raise."""

    name = "format-raises"
    function = staticmethod(format)
    method = "__format__"
    remedy = "return a text for the empty specification"
    test_name = "can_be_formatted"
    example = "def __format__(self, spec): return spec[0]"


class BoolRaises(_NeverRaises):
    """`bool(x)` does not raise."""

    name = "bool-raises"
    function = staticmethod(bool)
    method = "__bool__"
    remedy = "return True or False, whatever the state"
    test_name = "has_a_truth_value"
    silent_when = (
        "`__bool__` itself raises a TypeError or ValueError with a message, `__len__` itself "
        'whatever it likes; the message says "ambiguous".'
    )
    example = "def __bool__(self): return self.value"

    def applies(self, cls: type) -> bool:
        asked = "__bool__" if supports(cls, "__bool__") else "__len__"
        return authored(cls, asked) and not refuses(cls, asked)

    def broken(self, *values: object) -> Breach | None:
        breach = super().broken(*values)
        if breach is None or breach.exception is None:
            return breach
        refused = is_raised_on_purpose(breach.exception, ("__len__",))
        # As arrays do.
        if isinstance(breach.exception, TypeError | ValueError) and str(breach.exception):
            refused = refused or is_raised_on_purpose(breach.exception, ("__bool__",))
        # From compiled code, which has no `raise`; and a length beyond sys.maxsize.
        refused = refused or "ambiguous" in described(breach.exception)
        return None if refused or isinstance(breach.exception, OverflowError) else breach


LAWS: tuple[ObjectLaw, ...] = (
    ReprRaises(),
    StrRaises(),
    FormatRaises(),
    BoolRaises(),
)
