"""Laws of `copy`, `deepcopy` and `pickle`.

A class that cannot be copied is free not to be; what is copied without complaint must be equal.
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

from refute.judge.laws.contents import contents_of
from refute.judge.laws.refusals import COPYING, described, is_accident_while_copying
from refute.look.classes import authored, compares_fields_by_identity, has_value_equality
from refute.model.roles import Breach


def _pickled(value: object) -> object:
    return pickle.loads(pickle.dumps(value))


# Function, as it is written in an assertion.
_WAYS: tuple[tuple[Callable[[Any], object], str], ...] = (
    (copy.copy, "copy.copy({0})"),
    (copy.deepcopy, "copy.deepcopy({0})"),
    (_pickled, "pickle.loads(pickle.dumps({0}))"),
)


class CopyRaises:
    """The class's own part in copying and pickling does not fail by accident.

    The classic: `__getattr__` asks for a field that an object fresh from `__new__` does not have yet, and
    calls itself until the stack is full.
    """

    name = "copy-raises"
    arity = 1
    dear = True

    def applies(self, cls: type) -> bool:
        return authored(cls, *COPYING)

    def broken(self, *values: object) -> Breach | None:
        (x,) = values
        for way, text in _WAYS:
            try:
                way(x)
            except Exception as error:
                if is_accident_while_copying(type(x), error):
                    message = f"{text.format(type(x).__name__)} raises {described(error)}"
                    return Breach(message, text, error)
        return None


class _CopyEqual:
    """A copy equals the original."""

    name: str
    arity = 1
    dear = True
    way: Callable[[Any], object]
    text: str
    deep = True

    def applies(self, cls: type) -> bool:
        return has_value_equality(cls) and not (self.deep and compares_fields_by_identity(cls))

    def broken(self, *values: object) -> Breach | None:
        (x,) = values
        try:
            y = self.way(x)
            # Of another class: a view or a proxy that gives out what it stands for.
            if type(y) is not type(x) or (y == x) is not False or (x == x) is not True:
                return None
        except Exception:
            return None
        contents = contents_of(x)
        if contents.nan or contents.iterator or not contents.whole:
            return None
        if self.deep and (contents.identity or contents.weak):
            return None
        message = f"{self.text.format(type(x).__name__)} is not equal to the original"
        return Breach(message, f"assert {self.text} == {{0}}")


class CopyEqual(_CopyEqual):
    """`copy.copy` makes an equal object."""

    name = "copy-equal"
    way = staticmethod(copy.copy)
    text = _WAYS[0][1]
    deep = False


class DeepcopyEqual(_CopyEqual):
    """`copy.deepcopy` makes an equal object."""

    name = "deepcopy-equal"
    way = staticmethod(copy.deepcopy)
    text = _WAYS[1][1]


class PickleEqual(_CopyEqual):
    """Pickling and unpickling makes an equal object."""

    name = "pickle-equal"
    way = staticmethod(_pickled)
    text = _WAYS[2][1]
