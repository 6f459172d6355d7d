"""Looks whether a `get_spec` changes its object itself, beside what `get` does to it: `Onlooker`.

T2 (Prasetya, Vos and Baars 2007) takes for granted that specifications only look.  An invariant that does not is found
out by comparing before and after; around a `get_spec` there is the call of `get`, which may change what it likes.  So
the state is taken four times: before, when `get` is entered, when it is left, and after.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any

Fields = dict[str, int | None]
_NO_RESULT_YET = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


class Onlooker:
    """Calls a specification; at the 1st, 2nd, 4th, … call it looks, and tells what changed.

    `fields` returns the state of an object by attribute, without running its code.
    """

    def __init__(
        self,
        invoke: Callable[..., Any],
        method: str,
        fields: Callable[[object], Fields],
        tell: Callable[[list[str]], None],
    ) -> None:
        self._invoke, self._method = invoke, method
        self._fields, self._tell = fields, tell
        self._count = 0

    def __call__(self, one: Any, *arguments: Any, **named: Any) -> Any:
        self._count += 1
        if self._count & (self._count - 1):
            return self._invoke(one, *arguments, **named)
        code = getattr(getattr(type(one), self._method, None), "__code__", None)
        if code is None or code.co_flags & _NO_RESULT_YET:
            return self._invoke(one, *arguments, **named)
        return self._watched(code, one, arguments, named)

    def _watched(
        self, code: CodeType, one: Any, arguments: tuple[Any, ...], named: dict[str, Any]
    ) -> Any:
        seen = [self._fields(one)]
        depth = 0

        # Not seen by coverage, whose own trace function is at work then.
        def look(frame: FrameType, event: str, argument: object) -> None:  # pragma: no cover
            nonlocal depth
            if frame.f_code is not code or event not in ("call", "return"):
                return
            depth += event == "call"
            if depth == 1:  # the method may call itself
                seen.append(self._fields(one))
            depth -= event == "return"

        before = sys.getprofile()
        sys.setprofile(look)
        try:
            result = self._invoke(one, *arguments, **named)
        finally:
            sys.setprofile(before)
        seen.append(self._fields(one))
        changed = {
            name
            for was, became in zip(seen[::2], seen[1::2], strict=False)
            for name in was | became
            if was.get(name) != became.get(name)
        }
        if changed:
            self._tell(sorted(changed))
        return result
