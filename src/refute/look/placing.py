"""Where the operation stands that is blamed: `place_of`; and what is said of exceptions in a word: `one_line`."""

from __future__ import annotations

import inspect
import sys
from typing import Any

# So many decorators may stand around a function.
_LAYERS = 8


def place_of(target: str, cls: type) -> tuple[str | None, int | None]:
    """Return the file and line of an operation; of a class, or where it cannot be found, of the constructor.

    `cls` is the class of the object that is not as it should be: perhaps another than the operation's.
    """
    module, _, path = target.partition(":")
    member: Any = sys.modules.get(module)
    for name in path.rstrip("=").split("."):
        member = inspect.getattr_static(member, name, None)
    if member is None or isinstance(member, type):
        member = getattr(member or cls, "__init__", None)
    for inner in ("__func__", "fget", "func", *["__wrapped__"] * _LAYERS):
        member = getattr(member, inner, member)
    code = getattr(member, "__code__", None)
    return (code.co_filename, code.co_firstlineno) if code else (None, None)


def one_line(raised: BaseException) -> str:
    """Return the message of an exception, short; never raises."""
    try:
        return " ".join(str(raised).split())[:100]
    except Exception:
        return "…"
