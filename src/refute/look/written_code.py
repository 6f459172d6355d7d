"""The code of a function as it was written, where it has been compiled anew to be watched: `as_written`; `is_left_open`."""

from __future__ import annotations

from types import CodeType

# By the identity of the code that runs, which is held here: what was compiled from the source as it is.
_WRITTEN: dict[int, tuple[CodeType, CodeType]] = {}


def as_written(code: CodeType) -> CodeType:
    """Return what a function's code was before anything was added to watch it."""
    known = _WRITTEN.get(id(code))
    return code if known is None else known[1]


def note_written(code: CodeType, written: CodeType) -> None:
    """Remember of which code another one is a watched version."""
    _WRITTEN[id(code)] = (code, written)


def forget_written(code: CodeType) -> None:
    """Forget a version that no function uses any more."""
    _WRITTEN.pop(id(code), None)


# The code of a function with a single statement, on all versions of Python.
_SHORT_CODE = 40


def is_left_open(code: CodeType) -> bool:
    """Return whether a function does nothing but raise `NotImplementedError`: it is left to subclasses."""
    return len(code.co_code) <= _SHORT_CODE and code.co_names[:1] == ("NotImplementedError",)
