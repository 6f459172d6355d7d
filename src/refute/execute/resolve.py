"""Operations to functions that do what they say: `resolve`, `find`; `Setter` writes to an attribute."""

from __future__ import annotations

import functools
import importlib
import inspect
import itertools
import keyword
import operator
import sys
import types
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Any

from refute.execute.async_bodies import may_wait, waited_for
from refute.execute.written_files import write_file
from refute.model.literals import maker
from refute.model.sequence import (
    WRITE_FILE,
    Allocate,
    Call,
    Display,
    Literal,
    Operation,
    SetField,
)
from refute.model.syntax import MODULES_IN_SYNTAX, MOST_ITEMS, OPERATORS

Invoke = Callable[..., Any]


_BOUND_TO_CLASS = (classmethod, staticmethod, types.ClassMethodDescriptorType)


class UnknownOperation(Exception):
    """A sequence names something that the subject does not have (any more)."""


def resolve(operation: Operation) -> Invoke:
    """Return a function that does what the operation says, given its arguments."""
    match operation:
        case Literal(source):
            return maker(source)
        case Call():
            return _call(operation)
        case Display(kind):
            return _DISPLAYS[kind]
        case SetField(name, direct):
            put = object.__setattr__ if direct else setattr
            return lambda target, value: put(target, name, value)
        case Allocate(target):
            cls = find(target)
            return lambda: object.__new__(cls)
    raise UnknownOperation(
        f"{type(operation).__name__} stands only where a machine makes functions"
    )


def find(target: str) -> Any:
    """Return what `module:qualname` names; UnknownOperation where there is no such thing."""
    module, _, qualname = target.partition(":")
    try:
        found: Any = sys.modules.get(module) or importlib.import_module(module)
        for name in qualname.split("."):
            # Not getattr on a class for its own attributes: a property must come out as a property.
            found = (
                inspect.getattr_static(found, name)
                if isinstance(found, type)
                else getattr(found, name)
            )
    except (ImportError, AttributeError) as missing:
        raise UnknownOperation(f"{target} does not exist (any more): {missing}") from None
    return found


def _dict_of(*items: Any) -> dict[Any, Any]:
    return dict(zip(items[::2], items[1::2], strict=True))


_DISPLAYS: dict[str, Invoke] = {
    "list": lambda *items: list(items),
    "tuple": lambda *items: items,
    "set": lambda *items: set(items),
    "frozenset": lambda *items: frozenset(items),
    "deque": lambda *items: deque(items),
    "dict": _dict_of,
    "OrderedDict": lambda *items: OrderedDict(_dict_of(*items)),
}


def _call(call: Call) -> Invoke:
    invoke = _plain_call(call)
    if call.keywords:
        invoke = _with_keywords(invoke, call.keywords)
    return consumed(invoke, call.then)


def consumed(invoke: Invoke, then: str) -> Invoke:
    """Return a call with what is done to its result at once, see `Call.then`; keywords are not passed on."""
    for one in then.split():
        invoke = _THEN[one](invoke)
    return invoke


def _plain_call(call: Call) -> Invoke:
    name = call.target.rpartition(".")[2]
    if call.how == "operator" and name != "__call__":
        _check_known(call.target)
        return _operator(OPERATORS[name])
    if call.how in ("field", "set"):
        _check_known(call.target.rpartition(".")[0])  # the attribute itself may be the instance's
        return operator.attrgetter(name) if call.how == "field" else Setter(name.rstrip("="))
    if call.how in ("derived", "call"):
        return lambda made, *args, **kw: made(*args, **kw)
    if call.target == WRITE_FILE:
        return write_file
    if call.how in ("get", "check", "checker", "method", "operator"):
        _check_known(call.target)
        if call.how == "get":
            return operator.attrgetter(name)
        if call.how in ("check", "checker"):
            return _check(name, call.how == "check")
        return _method(name, bool(call.keywords))
    found = find(call.target)
    if isinstance(found, _BOUND_TO_CLASS) and "." in call.target.partition(":")[2]:
        owner = find(call.target.rpartition(".")[0])
        bound: Invoke = getattr(owner, name)
        return bound
    invoke: Invoke = found
    return invoke


def _check_known(target: str) -> None:
    """Complain about what there is not; a class that a function makes is only known by its objects."""
    if "<locals>." not in target:
        find(target)


_MISSING = object()


class Setter:
    """Writes to an attribute, and can take back what it wrote last."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._last: tuple[Any, Any] | None = None

    def __call__(self, one: Any, value: Any) -> None:
        self._last = (one, getattr(one, self._name, _MISSING))
        try:
            setattr(one, self._name, value)
        except BaseException:
            self.undo()  # the class may object after the fact
            raise

    def undo(self) -> bool:
        """Put back what was there before; whether that could be done."""
        assert self._last is not None
        one, before = self._last
        try:
            if before is _MISSING:
                object.__delattr__(one, self._name)
            else:
                object.__setattr__(one, self._name, before)
        except Exception:
            return False
        return True


def _check(name: str, asserts: bool) -> Invoke:
    def check(one: Any) -> Any:
        said = getattr(one, name)()
        if asserts and not said:
            raise AssertionError(f"{name}() is {said!r}")
        return said

    return check


@functools.lru_cache(maxsize=1000)
def _method(name: str, named: bool) -> Invoke:
    # Through the instance, as a caller would: a subclass may override it, an attribute may shadow it.
    if name == "__call__":
        return lambda self, *args, **kw: self(*args, **kw)
    if named or not (name.isascii() and name.isidentifier()) or keyword.iskeyword(name):
        return lambda self, *args, **kw: getattr(self, name)(*args, **kw)
    # As a caller writes it: half the time of getattr and keywords.
    made: Invoke = eval(compile(f"lambda self, *args: self.{name}(*args)", "<refute>", "eval"), {})
    return made


def _operator(template: str) -> Invoke:
    if template == OPERATORS["__setitem__"]:
        return operator.setitem
    if template == OPERATORS["__delitem__"]:
        return operator.delitem
    arity = template.count("{")
    names = ("a", "b", "c")[:arity]
    filled = template.format(*names)
    scope = {name: importlib.import_module(name) for name in MODULES_IN_SYNTAX}
    made: Invoke = eval(compile(f"lambda {', '.join(names)}: {filled}", "<refute>", "eval"), scope)
    return made


def _with_keywords(invoke: Invoke, keywords: tuple[str, ...]) -> Invoke:
    count = len(keywords)
    return lambda *args: invoke(*args[:-count], **dict(zip(keywords, args[-count:], strict=True)))


def _awaited(invoke: Invoke) -> Invoke:
    async def wait(coroutine: Any) -> Any:
        return await coroutine

    import asyncio  # costs a third of a worker's start; most subjects have nothing to await

    def call(*args: Any) -> Any:
        is_running = asyncio._get_running_loop() is not None
        if is_running and not may_wait():
            # What was not begun would be complained of when it is forgotten.
            raise RuntimeError("asyncio.run() cannot be called from a running event loop")
        result = invoke(*args)
        if not inspect.isawaitable(result):
            return result  # a wrapper around a coroutine function may answer at once
        return waited_for(wait(result)) if is_running else asyncio.run(wait(result))

    return call


def _items(invoke: Invoke) -> Invoke:
    return lambda *args: list(itertools.islice(invoke(*args), MOST_ITEMS))


def _async_items(invoke: Invoke) -> Invoke:
    import asyncio

    async def take(items: Any) -> list[Any]:
        taken = []
        async for item in items:
            taken.append(item)
            if len(taken) == MOST_ITEMS:
                break
        await items.aclose()
        return taken

    return lambda *args: asyncio.run(take(invoke(*args)))


_THEN: dict[str, Callable[[Invoke], Invoke]] = {
    "await": _awaited,
    "items": _items,
    "async-items": _async_items,
}
