"""Whether `in`, `len` and `bool` ask for what iteration yields, or for something else: words of lines, minutes of hours.

Nothing makes a class use `in` for its items, count what it yields, or be true where it holds something.  What the
methods are annotated with, read and compute tells, and so does an `in` that says yes to what is never yielded.
"""

from __future__ import annotations

import dis
import inspect
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from types import CodeType
from typing import Any

from refute.look.classes import code_of
from refute.model.subject import definer

# What changes the scale of a number or cuts a text: where only one of two methods does it, they speak of other things.
_SCALING = frozenset({"*", "/", "//", "**", "@", "<<", ">>"})
_CUTTING = frozenset(
    {"split", "splitlines", "rsplit", "partition", "findall", "finditer", "chunks"}
)
# Searching by halves is no other scale.
_HALVES = (2, 1)
_WELCOME = frozenset({"object", "Any", "typing.Any"})
# Of more items it is not asked whether something is none of them.
_MOST = 200
_UNITS = (2, 7, 10, 12, 24, 60, 100, 1000)


@lru_cache(maxsize=1024)
def asks_another_question(cls: type) -> bool:
    """Return whether the code of `__contains__` speaks of other things than that of `__iter__`."""
    asked, yielded = _asked(cls), _yielded(cls)
    if asked and yielded and asked not in _WELCOME and yielded not in asked.split(" | "):
        return True
    looks_up, iterates = list(_codes(cls, "__contains__")), list(_codes(cls, "__iter__"))
    if _means(looks_up) != _means(iterates):
        return True
    read, walked = _fields(cls, looks_up), _fields(cls, iterates)
    return bool(read) and bool(walked) and read.isdisjoint(walked)


@lru_cache(maxsize=1024)
def counts_in_another_unit(cls: type) -> bool:
    """Return whether `__len__` plainly counts another thing than `__iter__` yields: characters of lines, rows of cells."""
    counting, walking = list(_codes(cls, "__len__")), list(_codes(cls, "__iter__"))
    if not counting or not walking:
        return False
    if _is_said_to_be_another(cls, counting[0]):
        return True
    if _means(counting) != _means(walking) or (_strides(walking) and not _strides(counting)):
        return True
    # A table is as long as its rows and yields cells; a hash table, in which `__len__` walks too or reads a number of
    # its own, does count what is in its buckets.
    of_the_same = _fields(cls, counting) == _fields(cls, walking)
    return of_the_same and _flattens(walking) and not _loops(counting)


def _is_said_to_be_another(cls: type, counting: CodeType) -> bool:
    """Return whether the docstring of `__len__` names a property that it returns: "Return the `total_errors`"."""
    said = re.findall(r"\w+", cls.__len__.__doc__ or "")  # type: ignore[attr-defined]
    named = set(said).intersection(counting.co_names)
    return any(isinstance(getattr(cls, name, None), property) for name in named)


@lru_cache(maxsize=1024)
def tells_another_truth(cls: type) -> bool:
    """Return whether `__bool__` plainly answers another question than whether something is there.

    It reads a field that has no part in length and iteration, such as a quorum, or says in words what it tells.
    """
    if code_of(cls, "__bool__") is None:
        return False
    said = (cls.__bool__.__doc__ or "").lower()  # type: ignore[attr-defined]
    if said and "empty" not in said and "len" not in said:
        return True
    asked = _fields(cls, _codes(cls, "__bool__"))
    held = _fields(cls, _codes(cls, "__len__")) | _fields(cls, _codes(cls, "__iter__"))
    return not asked <= held


def _strides(codes: list[CodeType]) -> bool:
    """Return whether a range has a step: some of the numbers are left out."""
    for code in codes:
        ranges = 0
        for step in dis.get_instructions(code):
            ranges += step.argval == "range" and step.opname == "LOAD_GLOBAL"
            if ranges and step.opname == "CALL" and step.arg == 3:
                return True
    return False


def _loops(codes: list[CodeType]) -> int:
    """Return how many loops there are, comprehensions included."""
    return sum(step.opname == "FOR_ITER" for code in codes for step in dis.get_instructions(code))


def _flattens(codes: list[CodeType]) -> bool:
    """Return whether items of items are yielded: a loop in a loop, or `yield from` in one."""
    handed_on = any(
        step.opname == "GET_YIELD_FROM_ITER"
        for code in codes
        for step in dis.get_instructions(code)
    )
    return _loops(codes) + handed_on > 1


def is_answered_otherwise(x: Any, items: list[object]) -> bool:
    """Return whether `in` says yes to a piece or a multiple of one of these items, which is no item itself."""
    every = list(islice(x, _MOST))
    akin = (other for item in items for other in _akin(item) if other not in every)
    return len(every) < _MOST and any(_is_in(other, x) for other in akin)


def _akin(item: object) -> Iterator[object]:
    if isinstance(item, str):
        yield from item.split()
        yield from item[:20]
    elif isinstance(item, int | float):
        yield from (item * unit for unit in _UNITS)


def _is_in(item: object, x: Any) -> bool:
    try:
        return item in x
    except Exception:
        return False


def _asked(cls: type) -> str:
    """Return what the parameter of `__contains__` is annotated with, "" if it is not."""
    code = code_of(cls, "__contains__")
    names = code.co_varnames[1 : code.co_argcount] if code is not None else ()
    return _annotation(cls, "__contains__", names[0]) if names else ""


def _yielded(cls: type) -> str:
    """Return `int` for an `__iter__` that is annotated with `Iterator[int]`."""
    _, bracket, inside = _annotation(cls, "__iter__", "return").partition("[")
    inside = inside.removesuffix("]")
    return inside.split(",")[0] if bracket and "[" not in inside else inside


def _annotation(cls: type, method: str, name: str) -> str:
    where = definer(cls, method)
    annotations = getattr(vars(where)[method] if where else None, "__annotations__", {})
    found = annotations.get(name, "")
    return found if isinstance(found, str) else inspect.formatannotation(found)


def _codes(cls: type, name: str, seen: set[str] | None = None) -> Iterator[CodeType]:
    """Yield the code of a method, of what is defined in it, and of the methods of the class that it names."""
    seen = set() if seen is None else seen
    code = code_of(cls, name)
    if code is None or name in seen:
        return
    seen.add(name)
    for inner in _with_inner(code):
        yield inner
        for called in inner.co_names:
            yield from _codes(cls, called, seen)
    if name == "__contains__":
        yield from _codes(cls, "__call__", seen)  # `self(x) == 0` names nothing


def _with_inner(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _with_inner(constant)


def _means(codes: Iterable[CodeType]) -> frozenset[str]:
    found: set[str] = set()
    for code in codes:
        found |= _CUTTING.intersection(code.co_names)
        before: object = None
        for step in dis.get_instructions(code):
            sign = step.argrepr.rstrip("=") if step.opname == "BINARY_OP" else ""
            if sign in _SCALING and before not in _HALVES:
                found.add(sign)
            before = step.argval if step.opname == "LOAD_CONST" else None
    return frozenset(found)


def _fields(cls: type, codes: Iterable[CodeType]) -> set[str]:
    """Return the attributes that code reads of an object's own: those that are no methods."""
    return {
        step.argval
        for code in codes
        for step in dis.get_instructions(code)
        if step.opname == "LOAD_ATTR"
        and "NULL|self" not in step.argrepr  # a method is called; before 3.12 this is LOAD_METHOD
        and not callable(getattr(cls, step.argval, None))
    }
