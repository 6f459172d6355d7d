"""What tells one cause from another at the place where it arises: `failing_expression` and `complaint_of` an exception.

Two failures in one function are two causes if another expression fails, or if the same one fails for another reason.
Neither a line, which moves when the file is edited, nor a value, which shrinking changes, has a part in it.
"""

from __future__ import annotations

import ast
import re
import types
from functools import lru_cache

from refute.judge.exceptions.expression import expression_at
from refute.look.tracebacks import text_of

_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
_WORD = re.compile(r"[A-Za-z]{2,}")
# What messages of the interpreter say of types: a failing `items[0]` is one cause, be it a list or a text.
_TYPES = frozenset(
    [
        "int",
        "str",
        "string",
        "list",
        "tuple",
        "dict",
        "set",
        "frozenset",
        "float",
        "complex",
        "bool",
        "bytes",
        "bytearray",
        "range",
        "object",
        "function",
        "method",
        "type",
        "iterator",
        "generator",
        "sequence",
        "mapping",
        "unicode",
        "integer",
        "number",
    ]
)
# Words beyond these are mostly values.
_MOST_WORDS = 10


def failing_expression(entry: types.TracebackType) -> str:
    """Return the expression that failed, as source; where there is none to be read, the line counted from the function's first."""
    code = entry.tb_frame.f_code
    return _expression(code, entry.tb_lasti) or f"+{entry.tb_lineno - code.co_firstlineno}"


@lru_cache(maxsize=1 << 12)
def _expression(code: types.CodeType, instruction: int) -> str:
    expression = expression_at(code, instruction)
    return "" if expression is None else ast.unparse(expression)


def complaint_of(exception: BaseException, library: types.TracebackType | None) -> str:
    """Return what is complained of, without values and types; of a library, the function that complains.

    Most exceptions say no more than their class and the expression: only of these two there are several complaints.
    """
    if library is not None:
        return library.tb_frame.f_code.co_qualname
    if not isinstance(exception, TypeError | ValueError) or isinstance(exception, UnicodeError):
        return ""
    message = text_of(exception)
    words = [w for w in _WORD.findall(_QUOTED.sub("", message)) if w not in _TYPES]
    # What is done to a None is done to a result that is missing.
    about = ["None"] if "NoneType" in message else []
    return " ".join(about + words[:_MOST_WORDS])
