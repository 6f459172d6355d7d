"""Iterators: they cannot go back, so whoever holds one is given another.  `IteratorPlace`, `iterator_place`; `Opaque`."""

from __future__ import annotations

import copy
import gc
import inspect
import itertools
import warnings
from collections.abc import Callable, Iterable, Mapping
from types import BuiltinMethodType, FunctionType, GeneratorType
from typing import Any

from refute.execute.clean_slate.places import Place


class Opaque(Place):
    """Something that shows that it has changed, but cannot be put back."""

    __slots__ = ("_mark", "_now")
    weight = 10

    def __init__(self, mark: Callable[[], Any]) -> None:
        self._mark = mark
        self._now = mark()

    def changed(self) -> bool:
        """Return whether the mark is another one."""
        return bool(self._mark() != self._now)

    def put_back(self) -> bool:
        """Say no, once for each change."""
        self._now = self._mark()
        return False


class IteratorPlace(Place):
    """An iterator.  It cannot go back: whoever holds it is given a copy that is where it was.

    Its bound `__next__`, which is often kept in its stead, is exchanged with it.
    """

    __slots__ = ("_fresh", "_mark", "_now", "holders", "methods")
    weight = 10

    def __init__(self, iterator: Any, fresh: Callable[[], Any]) -> None:
        self._now, self._fresh = iterator, fresh
        self.holders: list[Place] = []
        self.methods: list[BuiltinMethodType] = []
        self._mark = _mark(iterator)

    def changed(self) -> bool:
        """Return whether it has moved."""
        return bool(_mark(self._now) != self._mark)

    def put_back(self) -> bool:
        """Give a fresh one to all who hold it, False where one of them cannot take it."""
        fresh = self._fresh()
        methods = [getattr(fresh, method.__name__) for method in self.methods]
        new: dict[int, Any] = {id(self._now): fresh}
        new.update((id(old), method) for old, method in zip(self.methods, methods, strict=True))
        done = [holder.substitute(new) and holder.put_back() for holder in self.holders]
        self._now, self.methods = fresh, methods
        self._mark = _mark(fresh)
        return bool(done) and all(done)


Maker = Callable[[], Any]


def _mark(thing: Any) -> Any:
    """Return something that differs when an iterator has moved; what is none is told by its identity."""
    cls = type(thing)
    if not _is_known(cls):
        return thing if cls is int else id(thing)
    if cls is itertools.count:
        return repr(thing)
    if cls is GeneratorType:
        return generator_mark(thing, "gi")
    if hasattr(cls, "__length_hint__"):
        return _length(thing)
    _, arguments, *state = thing.__reduce__()
    if cls is itertools.cycle:
        return _mark(arguments[0]), len(state[0][0])
    return [*map(_mark, arguments)], [*map(_state_mark, state)]


def _state_mark(state: Any) -> Any:
    return [*map(_state_mark, state)] if isinstance(state, tuple) else _mark(state)


def _length(iterator: Any) -> Any:
    """Return how much is left; None of what goes on for ever."""
    try:
        return iterator.__length_hint__()
    except TypeError:
        return None


def generator_mark(generator: Any, prefix: str) -> Any:
    """Return something that differs when a generator or coroutine has moved."""
    frame = getattr(generator, f"{prefix}_frame")
    return frame and (frame.f_lasti, [*map(id, frame.f_locals.values())])


def _remaker(iterator: Any) -> Maker | None:
    """Return what makes iterators that stand where this one stands now."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # from 3.12 on copying those of itertools is deprecated
        try:
            return _maker(iterator)
        except Exception:
            return None


def _maker(thing: Any) -> Maker | None:
    """Return what makes the like of a thing.

    What is no iterator, or one written in Python, which is put back in place, is shared by all that are made.
    """
    cls = type(thing)
    if not _is_known(cls):
        is_foreign = hasattr(cls, "__next__") and not isinstance(cls.__next__, FunctionType)
        return None if is_foreign else lambda: thing
    if cls is itertools.count:
        arguments = thing.__reduce__()[1]
        return lambda: itertools.count(*arguments)
    if cls is itertools.cycle:
        return _cycle_maker(thing)
    if cls is GeneratorType:
        return _generator_maker(thing)
    if hasattr(cls, "__length_hint__"):
        ours = copy.copy(thing)
        return lambda: copy.copy(ours)
    return _composed_maker(thing)


def _cycle_maker(cycle: Any) -> Maker | None:
    _, (source,), (seen, is_second_round) = cycle.__reduce__()
    if type(source) not in _PLAIN_ITERATORS:
        return None
    # The elements of a round: what is to come, then what was.  From the second round on all have been seen.
    rest = [*copy.copy(source)]
    before = seen[: len(seen) - len(rest)] if is_second_round else seen
    return lambda: itertools.cycle([*rest, *before])


def _generator_maker(generator: Any) -> Maker | None:
    """Return what makes a generator like one that has not begun: its function is called with the same arguments."""
    if inspect.getgeneratorstate(generator) != inspect.GEN_CREATED:
        return None
    code, values = generator.gi_code, generator.gi_frame.f_locals
    functions = [f for f in gc.get_referents(generator) if type(f) is FunctionType]
    if len(functions) != 1 or functions[0].__code__ is not code:
        return None
    first, both = code.co_argcount, code.co_argcount + code.co_kwonlyargcount
    rest = both + bool(code.co_flags & inspect.CO_VARARGS)
    names = code.co_varnames
    positional = [values[name] for name in names[:first]]
    positional += [value for name in names[both:rest] for value in values[name]]
    named = {name: values[name] for name in names[first:both]}
    if code.co_flags & inspect.CO_VARKEYWORDS:
        named.update(values[names[rest]])
    makers, named_makers = [*map(_maker, positional)], {n: _maker(x) for n, x in named.items()}
    if None in makers or None in named_makers.values():
        return None
    return lambda: functions[0](
        *(make() for make in makers if make),
        **{name: make() for name, make in named_makers.items() if make},
    )


def _composed_maker(iterator: Any) -> Maker | None:
    """Return what makes the like of a map, zip, chain …: of each iterator in it one that stands where it stands."""
    cls, arguments, *rest = iterator.__reduce__()
    state: Any = rest[0] if rest else None
    if cls is itertools.chain and any(hasattr(x, "__next__") for x in copy.copy(state[0])):
        return None  # iterators that have not had their turn: they would be shared
    makers = [*map(_maker, arguments)]
    states = [*map(_maker, state if isinstance(state, tuple) else (state,))]
    if None in makers or None in states:
        return None

    def make() -> Any:
        made = cls(*(one() for one in makers if one))
        if state is not None:
            parts = tuple(one() for one in states if one)
            made.__setstate__(parts if isinstance(state, tuple) else parts[0])
        return made

    make()  # should it not be possible, that shows now
    return make


def shared_parts(iterator: Any) -> list[Any]:
    """Return what an iterator holds that is none of the interpreter's iterators, and may have state of its own."""
    cls = type(iterator)
    if cls is GeneratorType:
        held = [*iterator.gi_frame.f_locals.values()] if iterator.gi_frame else []
    elif hasattr(cls, "__length_hint__") or cls in (itertools.count, itertools.cycle):
        held = []
    else:
        _, arguments, *rest = iterator.__reduce__()
        held = [*arguments, *(rest[0] if rest and isinstance(rest[0], tuple) else ())]
    inner = [x for part in held if _is_known(type(part)) for x in shared_parts(part)]
    return [part for part in held if not _is_known(type(part))] + inner


# Copies of these share nothing that moves.
_SOURCES: tuple[Iterable[Any], ...] = ([], (), "", "é", b"", bytearray(), range(1), range(1 << 70))
_PLAIN_ITERATORS = frozenset(type(iter(source)) for source in _SOURCES)


def _is_known(cls: type) -> bool:
    """Return whether it is a class of iterators of the interpreter."""
    return cls.__module__ in ("builtins", "itertools") and hasattr(cls, "__next__")


class PartialPlace(Place):
    """A `functools.partial`, which may hold an iterator."""

    __slots__ = ("_partial", "_state")
    weight = 10

    def __init__(self, partial: Any) -> None:
        self._partial = partial
        self._state = partial.__reduce__()[2]

    def changed(self) -> bool:
        """Return whether the arguments are others."""
        return self._partial.args is not self._state[1]

    def put_back(self) -> bool:
        """Set everything in place."""
        self._partial.__setstate__(self._state)
        self._state = (self._state[0], self._partial.args, *self._state[2:])
        return True

    def substitute(self, new: Mapping[int, Any]) -> bool:
        """Hold the new objects among the arguments."""
        function, arguments, *rest = self._state
        arguments = tuple(new.get(id(x), x) for x in arguments)
        self._state = (new.get(id(function), function), arguments, *rest)
        return True


def iterator_place(thing: Any) -> Place | None:
    """Return the place for an iterator of the interpreter, None for what is none, or never shows that it has moved."""
    if not _is_known(type(thing)):
        return None
    fresh = _remaker(thing)
    try:
        return Opaque(lambda: _mark(thing)) if fresh is None else IteratorPlace(thing, fresh)
    except Exception:  # it cannot be looked into
        return None
