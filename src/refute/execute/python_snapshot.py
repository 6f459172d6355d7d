"""Whether a call has replaced code of Python or of refute: `PythonSnapshot`, and `PatchCheck` after each call.

The code under test runs in our own process.  `json.dumps = None`, or a builtin replaced, lasts, and the next line of ours that
uses it raises, perhaps many sequences later.
"""

from __future__ import annotations

import sys
from collections.abc import Container, Iterator, Mapping
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

from refute.model.errors import Unworkable

_CODE = (FunctionType, BuiltinFunctionType, type)


class Patched(Unworkable):
    """It has replaced code of Python: the message says what."""


class PythonSnapshot:
    """The functions and classes of all modules, and the functions of those classes, when it was made.

    It leaves out `but` modules with these names.
    """

    def __init__(self, but: Container[str] = ()) -> None:
        self._modules = sys.modules
        self._places = [
            (name, space, tuple(one for one in space.items() if isinstance(one[1], _CODE)))
            for module in tuple(sys.modules.values())
            if type(module) is ModuleType and module.__name__ not in but
            for name, space in _spaces(module)
        ]

    def patched(self) -> str:
        """Return the name of something that was replaced, nothing where nothing was.

        Uses no builtin: they may be what was replaced.
        """
        if sys.modules is not self._modules or __name__ not in self._modules:
            return "sys.modules"
        for name, space, code in self._places:
            for key, value in code:
                if space.get(key) is not value:
                    return f"{name}.{key}"
        return ""


class PatchCheck:
    """A visitor that raises after the call that has replaced something.  It takes as long as many calls do."""

    def __init__(self) -> None:
        self._python = PythonSnapshot()

    def before(self, sequence_so_far: int, target: str, arguments: list[object]) -> None:
        """Do nothing."""

    def after(self, target: str, value: object, exception: BaseException | None) -> None:
        """Look."""
        if what := self._python.patched():
            raise Patched(what, target)


def _spaces(module: ModuleType) -> Iterator[tuple[str, Mapping[str, Any]]]:
    yield module.__name__, vars(module)
    for name, value in tuple(vars(module).items()):
        if isinstance(value, type) and value.__module__ == module.__name__:
            yield f"{module.__name__}.{name}", vars(value)
