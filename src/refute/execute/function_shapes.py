"""Functions of ours as Python sees them: `FunctionShapes` makes them, with the parameters that they have and no others.

Also what is asked of their arguments (`condition`), and the place in the code that has called one (`caller`, `placed`).
"""

from __future__ import annotations

import functools
import inspect
import keyword
import os
import sys
from collections.abc import Callable
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from types import FrameType
from typing import Any

from refute.look.tracebacks import INSIDE, MADE_FILE
from refute.model.literals import maker
from refute.model.sequence import Callback, declared
from refute.model.verdict import Violation

# The code of a function that takes these parameters, compiled once for each list of names.
_MOST_SHAPES = 1000


class FunctionShapes:
    """Makes functions of what takes all their arguments at once."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, ...], Callable[..., Any]] = {}

    def of(self, operation: Callback, counts: bool = False) -> Callable[..., Any]:
        """Return what makes a function with the parameters of the operation, and no others, of what takes them all.

        One that `counts` also takes what is told of each call with another number of arguments.
        """
        key = (str(counts), operation.then, operation.role, *operation.names)
        shape = self._known.get(key)
        if shape is None:
            if len(self._known) >= _MOST_SHAPES:
                self._known.clear()
            shape = self._known[key] = _compiled(operation, counts)
        return shape


def _compiled(operation: Callback, counts: bool) -> Callable[..., Any]:
    is_name = operation.role.isidentifier() and not keyword.iskeyword(operation.role)
    name = operation.role if is_name else "callback"
    parameters = "".join(f"{one}, " for one in operation.names)
    given = "".join(f"{declared(one)[1]}, " for one in operation.names)
    head = "async def" if operation.is_async else "def"
    gives = "yield" if operation.is_generator else "return"
    maker = "_refute_make_any" if operation.names == ("*args",) else "_refute_make"
    lines = [
        f"def {maker}(_refute_run, _refute_tell=None):",  # names that no method and no parameter has
        "    @_refute_manager" if operation.then.endswith("with") else "",
        f"    {head} {name}({parameters}):",
        f"        {gives} _refute_run(({given}))",
        f"    return _refute_counting({name}, _refute_tell)" if counts else f"    return {name}",
    ]
    # Without a name of a module, as the lambdas that we write down.
    manager = asynccontextmanager if operation.is_async else contextmanager
    namespace: dict[str, Any] = {"_refute_manager": manager, "__name__": None}
    namespace["_refute_counting"] = _counting
    exec(compile("\n".join(filter(None, lines)), MADE_FILE, "exec"), namespace)
    made: Callable[..., Any] = namespace[maker]
    return made


def _counting(function: Any, tell: Callable[[TypeError], None]) -> Callable[..., Any]:
    """Return a function that tells of calls with another number of arguments, which the code may catch."""
    count = function.__code__.co_argcount

    @functools.wraps(function)
    def counted(*args: Any, **named: Any) -> Any:
        if not named and len(args) == count:
            return function(*args)
        try:
            inspect.signature(function).bind(*args, **named)
        except TypeError:
            return _refused(function, args, named, tell)
        return function(*args, **named)

    return counted


def _refused(
    function: Any, args: tuple[Any, ...], named: dict[str, Any], tell: Callable[[TypeError], None]
) -> Any:
    try:
        return function(*args, **named)
    except TypeError as error:  # Python says why
        tell(error)
        raise


@functools.lru_cache(maxsize=1000)
def condition(source: str, count: int) -> Callable[..., Any]:
    """Return what says whether a condition holds of some values."""
    names = [f"_{number}" for number in range(count)]
    function: Any = maker(f"lambda {', '.join(names)}: {source.format(*names)}")()
    made: Callable[..., Any] = function
    return made


def placed(violation: Violation) -> Violation:
    """Return what is wrong with a call of ours with the place that made it, where that is not the sequence itself."""
    frame = caller()
    if frame is None:
        return violation
    return replace(violation, file=frame.f_code.co_filename, line=frame.f_lineno)


def caller() -> FrameType | None:
    """Return who has called a function of ours: the innermost frame of the code; None where the sequence, or a body, has."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and not _is_step(frame):
        if not _is_between(frame):
            return frame
        frame = frame.f_back
    return None


# Whose frames may stand between a function of ours and who calls it.
_BETWEEN = frozenset({"asyncio", "contextlib", "deal", "functools", "icontract"})
_MACHINE = os.path.join(INSIDE, "execute", "machine.py")


def _is_step(frame: FrameType) -> bool:
    return frame.f_code.co_filename == _MACHINE and frame.f_code.co_name.startswith("perform")


def _is_between(frame: FrameType) -> bool:
    file, module = frame.f_code.co_filename, str(frame.f_globals.get("__name__"))
    is_ours = file.startswith(INSIDE) or file == MADE_FILE
    return is_ours or module.partition(".")[0] in _BETWEEN
