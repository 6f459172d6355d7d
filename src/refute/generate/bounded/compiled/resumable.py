"""Every structure within bounds, fast: the predicate compiled so that it can go on where the candidates part.

Korat, sections 3.3–3.4, with the paper's candidates in the paper's order, but without starting the predicate again
for each: reading a field that has no value yet is a choice point, and the code after it runs once per value.

    def C(current, visited, s):                       # current.left is unset in state s
        for v, st in current.choices_left[s]:
            …the predicate's own code up to the next unset field, then `total += D(…)`

A local container is copied before its first change after a choice, so that the next value finds it unchanged.  Where
the source cannot be followed `lower` says so; where a read slips past us at run time, `Escaped` says so; both times
the general path takes over.  Main names: `CompiledPredicate`, `compiled`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import contextmanager
from typing import Any

from refute.generate.bounded.compiled.code import source_of
from refute.generate.bounded.compiled.compiled_heap import (
    CHOICES,
    FIELD,
    UNSET,
    Escaped,
    FastCells,
    FastHeap,
    Paused,
)
from refute.generate.bounded.compiled.statements import lower
from refute.generate.bounded.heap import Choices, HeapReader
from refute.model.bounds import Bounds

CODE_NAME = "<resumable predicate>"
RECURSION_LIMIT = 30_000


def wrapped(index: int, length: int) -> int:
    """Return a negative index counted from the end, or raise as a list would."""
    place = index.__index__()
    if place < 0:
        place += length
    if not 0 <= place < length:
        raise IndexError("list index out of range")
    return place


def failed(error: Exception) -> None:
    """Let through what the predicate itself would have raised; notice a read of something that is not ours."""
    name = getattr(error, "name", None)
    if isinstance(error, AttributeError) and isinstance(name, str):
        ours = name.startswith((FIELD, CHOICES)) or name in ("items", "item_choices")
        if ours and error.obj is not None:
            raise Escaped(f"{type(error.obj).__name__}.{name.removeprefix(FIELD)}")
    if isinstance(error, NameError):
        raise Escaped(str(error))


Hook = Callable[[bool, int], None]


class CompiledPredicate:
    """A compiled predicate with its heap.  `run(prefix)` returns how many candidates it considered.

    `on_found` is called at every structure, while the heap holds it.
    """

    def __init__(
        self,
        bounds: Bounds,
        predicate: Callable[..., Any],
        on_found: Callable[[], None] | None = None,
        *,
        checker: bool = False,
        representatives: bool = False,
        trace: Hook | None = None,
    ) -> None:
        self.heap = FastHeap(bounds)
        self.found = 0
        self.unread: set[str] = set()  # fields that the predicate does not always read
        self.on_found, self.representatives = on_found, representatives
        self.is_full: Callable[[], bool] = lambda: False
        self.lost = 0
        self.program = lower(bounds, predicate)
        self.source = source_of(self.program, checker=checker, trace=trace is not None)
        self.namespace: dict[str, Any] = {
            **self.program.constants,
            "UNSET": UNSET,
            "found": self._found,
            "failed": failed,
            "wrapped": wrapped,
            "leaf": trace,
            "Paused": Paused,
            "paused": self._paused,
        }
        exec(compile(self.source, CODE_NAME, "exec"), self.namespace)
        self.enter: Callable[[Any, int], int] = self.namespace["E_main"]
        self.reader = HeapReader(self.heap, FIELD)

    def run(self, prefix: tuple[tuple[str, Any, int], ...] = ()) -> int:
        """Search below a prefix, given as (object, field, number of the value) in order of reading.

        Returns how many candidates it considered.  After `Paused` the choices remain, and `lost` has the number.
        """
        state = self.lost = 0
        stores = []
        for label, key, index in prefix:
            choices, store, value = self.slot(self.heap.by_label[label], key)
            if value is UNSET:  # else a field with one value only, which has it already
                value, state = choices[state][index]
                store(value)
                stores.append(store)
        with deep_recursion(), self.heap.interruptible():
            considered = roomy(self.enter, self.heap.root, state)
        for store in stores:
            store(UNSET)
        return considered

    def interrupt(self) -> None:
        """Raise `Paused` at the next choice: where values are asked for, with none of them tried.

        What was listed before is forgotten, so that whoever wants to choose has to ask; as long as nobody interrupts, that
        costs nothing.
        """
        if self.heap.may_pause:
            self.heap.is_interrupted = True
            for choices in self.heap.every_choices():
                choices.clear()

    def _paused(self, considered: int) -> None:
        self.lost += considered

    def picker(self) -> Callable[[str, Any], int | None]:
        """Return a function that says which value each field has now, None for the first without, asked in order of reading."""
        state = 0

        def pick(label: str, key: Any) -> int | None:
            nonlocal state
            choices, _, value = self.slot(self.heap.by_label[label], key)
            if value is UNSET:
                return None
            for index, (option, after) in enumerate(choices[state]):
                if option is value:
                    if not self.is_constant(label, key):
                        state = after
                    return index
            raise AssertionError(f"{label}.{key} has no value")

        return pick

    def is_constant(self, label: str, key: Any) -> bool:
        """Tell whether a field has only one value, so that it is never chosen."""
        holder = self.heap.by_label[label]
        if isinstance(holder, FastCells):
            return key == "length" and len(holder.array.lengths) == 1
        return self.heap._constant(self.heap.class_name[id(holder)], key)

    def clear(self) -> None:
        """Forget all choices."""
        for one in list(self.heap.by_label.values()):
            if isinstance(one, FastCells):
                one.prepare()
            else:
                self.heap._prepare(one)

    def slot(self, holder: Any, key: Any) -> tuple[Choices, Callable[[Any], None], Any]:
        """Return the choices of a field, how to set it, and its value."""
        if not isinstance(holder, FastCells):
            name = FIELD + key
            choices = getattr(holder, CHOICES + key)
            return (
                choices,
                lambda value: object.__setattr__(holder, name, value),
                getattr(holder, name),
            )
        if key == "length":
            return (
                holder.lengths,
                lambda value: object.__setattr__(holder, "_f0_len", value),
                holder._f0_len,
            )
        items = holder.items
        return holder.item_choices[key], lambda value: items.__setitem__(key, value), items[key]

    def _found(self, state: int) -> None:
        if self.is_full():
            raise Paused
        if self.heap.unread[state]:
            with self.heap.undisturbed():
                self._complete(state)
            return
        self.found += 1
        if self.on_found is not None:
            self.on_found()

    def _complete(self, state: int) -> None:
        """Give the reachable fields that were not read every value, or the first one."""
        gap = self._first_gap()
        if gap is None:
            self.found += 1
            if self.on_found is not None:
                self.on_found()
            return
        choices, store, _ = self.slot(*gap)
        if len(choices[state]) > 1:
            holder, key = gap
            is_list = isinstance(holder, FastCells)
            self.unread.add(
                f"the contents of {holder.label}"
                if is_list
                else f"{self.heap.class_name[id(holder)]}.{key}"
            )
        for value, after in choices[state][: 1 if self.representatives else None]:
            store(value)
            self._complete(after)
        store(UNSET)

    def _first_gap(self) -> tuple[Any, Any] | None:
        """Return the first reachable field without a value, breadth first."""
        names = self.heap.class_name
        queue, seen = [self.heap.root], {id(self.heap.root)}

        def visit(value: Any) -> tuple[Any, Any] | None:
            if id(value) in names:
                if id(value) not in seen:
                    seen.add(id(value))
                    queue.append(value)
                return None
            if isinstance(value, FastCells):
                return self._gap_in(value, visit)
            if type(value) in (list, tuple, set, frozenset):
                return next((gap for gap in map(visit, value) if gap), None)
            if type(value) is dict:
                both = (one for pair in value.items() for one in pair)
                return next((gap for gap in map(visit, both) if gap), None)
            return None

        for one in queue:
            for name in self.heap.choices[id(one)]:
                value = getattr(one, FIELD + name)
                gap = (one, name) if value is UNSET else visit(value)
                if gap is not None:
                    return gap
        return None

    @staticmethod
    def _gap_in(cells: FastCells, visit: Callable[[Any], Any]) -> tuple[Any, Any] | None:
        if cells._f0_len is UNSET:
            return cells, "length"
        for index in range(cells._f0_len):
            value = cells.items[index]
            gap = (cells, index) if value is UNSET else visit(value)
            if gap is not None:
                return gap
        return None

    def build(self) -> Any:
        """Return the present structure as fresh objects of the user's classes."""
        return self.reader.build()


def roomy(enter: Callable[[Any, int], int], root: Any, state: int) -> int:
    """Enter the predicate with room for all its frames in one piece.

    CPython keeps frames in chunks of 16 kB; a recursion that goes to and fro over the end of one pays for a new chunk
    each time, which at an unlucky depth cost a factor of three.  A frame that claims a large stack gets a chunk twice
    as large, and those called from it share what it leaves.
    """
    return enter(root, state)


roomy.__code__ = roomy.__code__.replace(co_stacksize=70_000)


@contextmanager
def deep_recursion() -> Any:
    """Allow as many frames as there are choices on a path; Python-to-Python calls need no C stack."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, RECURSION_LIMIT))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
