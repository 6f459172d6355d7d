"""Iterators: they cannot go back, so whoever holds one is given another.  `IteratorPlace`, `iterator_place`; `Opaque`."""

from __future__ import annotations

import copy
import itertools
import warnings
from collections.abc import Callable, Iterable, Mapping
from types import BuiltinMethodType
from typing import Any

from refute.execute.places import Place


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


def _mark(iterator: Any) -> Any:
    """Return something that differs when the iterator has moved."""
    if type(iterator) is itertools.count:
        return repr(iterator)
    if hasattr(iterator, "__length_hint__"):
        return iterator.__length_hint__()
    _, (source,), (seen, _) = iterator.__reduce__()  # a cycle
    return source.__length_hint__(), len(seen)


def _remaker(iterator: Any) -> Callable[[], Any] | None:
    """Return what makes iterators that stand where this one stands now."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # from 3.12 on copying those of itertools is deprecated
        try:
            if type(iterator) is itertools.count:
                arguments = iterator.__reduce__()[1]
                return lambda: itertools.count(*arguments)
            if type(iterator) is itertools.cycle:
                return _cycle_maker(iterator)
            ours = copy.copy(iterator)
            return lambda: copy.copy(ours)
        except Exception:
            return None


def _cycle_maker(cycle: Any) -> Callable[[], Any] | None:
    _, (source,), (seen, is_second_round) = cycle.__reduce__()
    if type(source) not in _PLAIN_ITERATORS:
        return None
    # The elements of a round: what is to come, then what was.  From the second round on all have been seen.
    rest = [*copy.copy(source)]
    before = seen[: len(seen) - len(rest)] if is_second_round else seen
    return lambda: itertools.cycle([*rest, *before])


# Copies of these share nothing that moves.
_SOURCES: tuple[Iterable[Any], ...] = ([], (), "", "é", b"", bytearray(), range(1), range(1 << 70))
_PLAIN_ITERATORS = frozenset(type(iter(source)) for source in _SOURCES)


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
    """Return the place for an iterator of the interpreter, None for what is none."""
    cls = type(thing)
    if cls in _PLAIN_ITERATORS or cls in (itertools.count, itertools.cycle):
        fresh = _remaker(thing)
        return Opaque(lambda: _mark(thing)) if fresh is None else IteratorPlace(thing, fresh)
    is_iterator = cls.__module__ in ("builtins", "itertools") and hasattr(cls, "__next__")
    return Opaque(lambda: _length(thing)) if is_iterator else None


def _length(iterator: Any) -> Any:
    """Return what little such an iterator tells: views of sets and dicts know how much is left."""
    try:
        return iterator.__length_hint__()
    except (AttributeError, TypeError):
        return None
