"""Laws of `repr`, `str`, `format` and `bool`: they do not raise.

Returning the wrong type is raising too: Python turns it into a TypeError.
"""

from __future__ import annotations

from collections.abc import Callable

from refute.judge.laws.refusals import forbidden, is_raised_on_purpose
from refute.look.classes import authored, refuses, supports
from refute.model.roles import Breach


class _NeverRaises:
    """A built-in function that may be called on every object."""

    name: str
    arity = 1
    dear = False
    function: Callable[[object], object]
    method: str

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
    """`repr` does not raise."""

    name = "repr-raises"
    function = staticmethod(repr)
    method = "__repr__"


class StrRaises(_NeverRaises):
    """`str` does not raise."""

    name = "str-raises"
    function = staticmethod(str)
    method = "__str__"


class FormatRaises(_NeverRaises):
    """`format` without a specification, as in an f-string, does not raise."""

    name = "format-raises"
    function = staticmethod(format)
    method = "__format__"


class BoolRaises(_NeverRaises):
    """`bool` does not raise, unless the class refuses to be true or false."""

    name = "bool-raises"
    function = staticmethod(bool)
    method = "__bool__"

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
        refused = refused or "ambiguous" in breach.message
        return None if refused or isinstance(breach.exception, OverflowError) else breach
