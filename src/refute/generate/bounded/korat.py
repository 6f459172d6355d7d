"""Every structure within bounds that satisfies a predicate, one per isomorphism class: the general path.

Korat (Boyapati, Khurshid, Marinov 2002), sections 3.2–3.5.  The candidates, their order and the structures are the
paper's.  We depart in the means: instead of get/set methods, fields are *lazy*.  A field that the predicate has not
read is absent; the first read lands in `__getattr__` of a subclass that only the search sees, which picks the first
value and stores it as a plain attribute.  So the stack of reads is the paper's field-ordering, and what two
candidates have in common costs nothing the second time.  Completions of fields that the predicate never reads are
listed without asking it again and do not count as candidates.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from operator import length_hint
from types import FrameType
from typing import Any

from refute.generate.bounded.heap import Cells, Heap, HeapReader
from refute.generate.bounded.lists import (
    LazyCells,
    PredicateRefused,
    cannot_follow,
    names_our_class,
)
from refute.generate.bounded.shapes import unordered_classes
from refute.generate.bounded.watched_classes import SlotStore, allocated, slot_of, watched
from refute.model.bounds import Array, Bounds
from refute.model.errors import UsageError
from refute.model.structure import Description

# Where, under which key, what is left, of which choices.
StackEntry = tuple[Any, Any, Iterator[tuple[Any, int]], Any]
# Object, field, number of the value chosen, number of values.
ChoiceStep = tuple[str, Any, int, int]
# So many candidates are looked at closely: judged twice, to notice a predicate that does not repeat itself, and
# asked which field decided.
LOOK_FIRST, LOOK_EVERY = 500, 5_000
NEVER = 1 << 62

# Given seconds, a token and a complaint, raises the complaint inside a block where the token, asked for with the running
# frame, stays the same for that long.  Whoever brings a search and a clock together passes one.
WatchProgress = Callable[
    [float, Callable[[FrameType | None], Any], Callable[[], BaseException]],
    AbstractContextManager[Any],
]


def unwatched(*_: object) -> AbstractContextManager[Any]:
    """Wait for ever, or leave it to another clock."""
    return nullcontext()


@dataclass(frozen=True, slots=True)
class Position:
    """A point of the search: the choices made, and the field to be read next with its number of values."""

    steps: tuple[ChoiceStep, ...]
    label: str
    key: Any
    count: int


def hanging(limit: float, where: str) -> PredicateRefused:
    """Return the complaint about a predicate that does not return."""
    return PredicateRefused(
        UsageError(
            f"the predicate did not return within {limit:g} s on {where}; does it follow a cycle?",
            "predicate-hangs",
        )
    )


class Cut(BaseException):
    """Leaves a predicate that reads further than a prefix goes."""


class Search:
    """One search.  `candidates` and `found` count as it goes; `raised` says what the predicate raised.

    Iterate over `run()`: after each step the candidate in the heap is a structure, to be built or described.
    """

    def __init__(
        self,
        bounds: Bounds,
        predicate: Callable[[Any], object],
        *,
        representatives: bool = False,
        patience: float = 5.0,
        watch: WatchProgress = unwatched,
        strict: bool = False,
    ) -> None:
        self.bounds, self.predicate = bounds, predicate
        self.strict = strict  # a predicate that raises is wrong, not False
        self.representatives = representatives
        self.patience, self.watch = patience, watch
        self.candidates = self.found = 0
        self.pause_at = NEVER
        self.state = 0
        self.forced = False  # choices are made beforehand, see `_forced`
        self.stack: list[StackEntry] = []
        self.raised: Counter[str] = Counter()
        self.blamed: Counter[str] = Counter()
        self.unsteady = False
        self.running = False  # inside the predicate, not with whoever reads the structures
        self.unread: set[str] = set()  # fields that the predicate does not always read
        self.first_raised: BaseException | None = None
        self._classes: dict[str, type] = {}
        self.tables: dict[int, dict[str, tuple[Any, Any]]] = {}
        self._stores: list[Any] = []
        # Of classes whose objects are in sets: a number for each, to be its hash, so that two runs iterate alike.
        self.members: dict[str, dict[int, int]] = {n: {} for n in unordered_classes(bounds)}
        self._owners: dict[int, str] = {}  # from the identity of a store to the class of its object
        self.labels: dict[int, str] = {}  # from the identity of a store to the name of its object
        self.heap = Heap(bounds, self._allocate, self._cells)
        for one in (one for pool in self.heap.pools.values() for one in pool):
            self.tables[id(one)] = self._table(one)
        self.reader = HeapReader(self.heap, "")

    # -- the heap -------------------------------------------------------------------------------

    def _allocate(self, name: str, owner: type) -> Any:
        if name not in self._classes:
            made = watched(owner, self, [f for f, _ in self.bounds.fields_of(name)])
            if name in self.members:
                numbers = self.members[name]
                made.__hash__ = lambda one: numbers[id(one)]  # type: ignore[misc, method-assign, assignment]
            self._classes[name] = made
        one = allocated(self._classes[name], owner)
        if name in self.members:
            self.members[name][id(one)] = len(self.members[name])
        return one

    def _cells(self, heap: Heap, array: Array, label: str) -> Cells:
        cells = LazyCells(heap, array, label)
        cells.search = self
        self.labels[id(cells.store)] = label
        return cells

    def _table(self, one: Any) -> dict[str, tuple[Any, Any]]:
        choices = self.heap.choices[id(one)]
        members = {name: slot_of(type(one), name) for name in choices}
        slots = SlotStore(one, members)
        plain = getattr(one, "__dict__", None)
        self._stores.append(slots)  # labels go by identity, so every store must stay alive
        for store in (plain, slots):
            self.labels[id(store)] = self.heap.label[id(one)]
            self._owners[id(store)] = self.heap.class_name[id(one)]
        table: dict[str, tuple[Any, Any]] = {}
        for name, options in choices.items():
            table[name] = (plain if members[name] is None else slots, options)
        return table

    # -- reading and backtracking ---------------------------------------------------------------

    def choose(self, store: Any, key: Any, choices: Any) -> Any:
        """Give a field its first value and remember the others."""
        options = iter(choices[self.state])
        self.stack.append((store, key, options, choices))
        value, self.state = next(options)
        store[key] = value
        return value

    def backtrack(self, floor: int) -> bool:
        """Move the last field read to its next value; a field without one is unread again (section 3.3)."""
        stack = self.stack
        while len(stack) > floor:
            store, key, options, _ = stack[-1]
            for store[key], self.state in options:
                return True
            del store[key]
            stack.pop()
        return False

    def run(self, prefix: tuple[int, ...] = ()) -> Iterator[bool]:
        """Yield True at every structure, in lexicographic order; with a prefix only at those that begin so.

        Yields False once, between two candidates, when there have been `pause_at` of them.
        """
        with self.watch(self.patience, self._token, self._stuck):
            try:
                yield from self._search(self._enter(prefix))
            except PredicateRefused as refused:
                raise refused.error from None
            finally:
                self.running = False
                self._reset()

    def _token(self, frame: Any) -> int | None:
        return self.candidates if self.running else None

    def _stuck(self) -> PredicateRefused:
        return hanging(self.patience, f"candidate {self.candidates + 1}")

    def _search(self, floor: int) -> Iterator[bool]:
        predicate, root, stack = self.predicate, self.heap.root, self.stack
        self.running = True
        while True:
            try:
                good = predicate(root)
            except Exception as error:
                good = False
                self._note(error)
            self.candidates += 1
            if self.candidates <= LOOK_FIRST or not self.candidates % LOOK_EVERY:
                self._look(bool(good))
            if good:
                self.running = False
                yield from self._completions()
                self.running = True
            if self.candidates >= self.pause_at:
                self.pause_at = NEVER
                self.running = False
                yield False
                self.running = True
            # `backtrack` by hand: the call would cost a tenth of the time.
            while len(stack) > floor:
                store, key, options, _ = stack[-1]
                for store[key], self.state in options:
                    break
                else:
                    del store[key]
                    stack.pop()
                    continue
                break
            else:
                return

    def _completions(self) -> Iterator[bool]:
        """Yield for every assignment of the reachable fields that the predicate did not read."""
        floor, state = len(self.stack), self.state
        self._read_all()
        for entry in self.stack[floor:]:
            if len(entry[3][0]) > 1:
                self.unread.add(self._label(entry))
        self.found += 1
        yield True
        while not self.representatives and self.backtrack(floor):
            self._read_all()
            self.found += 1
            yield True
        while len(self.stack) > floor:
            store, key, _, _ = self.stack.pop()
            del store[key]
        self.state = state

    def _read_all(self) -> None:
        names = self.heap.class_name
        queue, seen = [self.heap.root], {id(self.heap.root)}

        def visit(value: Any) -> None:
            if id(value) in names:
                if id(value) not in seen:
                    seen.add(id(value))
                    queue.append(value)
            elif type(value) is LazyCells or type(value) in (list, tuple, set, frozenset):
                for item in value:
                    visit(item)
            elif type(value) is dict:
                for key, item in value.items():
                    visit(key)
                    visit(item)

        for one in queue:
            for name in self.tables[id(one)]:
                visit(getattr(one, name))

    def _look(self, good: bool) -> None:
        """Judge the candidate again; note the last field read when it is bad."""
        read = len(self.stack)
        try:
            again = bool(self.predicate(self.heap.root))
        except Exception:
            again = False
        if again != good or len(self.stack) != read:
            self.unsteady = True
        if not good and self.stack:
            self.blamed[self._label(self.stack[-1])] += 1

    def _note(self, error: Exception) -> None:
        if names_our_class(error):
            raise PredicateRefused(
                cannot_follow(f"hands a list to code that wants no other ({error})")
            )
        if self.strict and not isinstance(error, AssertionError):
            read = ", ".join(map(self._choice, self.stack)) or "nothing"
            raise PredicateRefused(
                UsageError(
                    f"the predicate raised {type(error).__name__}: {error}; it had read {read}",
                    "predicate-raises",
                )
            )
        self.raised[type(error).__name__] += 1
        if self.first_raised is None:
            self.first_raised = error

    def _choice(self, entry: StackEntry) -> str:
        """Return a field with the value chosen for it: `Node0.left = None`."""
        store, key, _, _ = entry
        label, value = self.labels[id(store)], store[key]
        place = f"{label}[{key}]" if isinstance(key, int) else f"{label}.{key}"
        if "." in label and key == "length":
            place = f"len({label})"
        kind = value.array.kind.__name__ if isinstance(value, Cells) else None
        return f"{place} = {self.heap.label.get(id(value)) or kind or repr(value)}"

    def _label(self, entry: StackEntry) -> str:
        """Return the field of an entry without the number of its object."""
        label, key = self.labels[id(entry[0])], entry[1]
        if isinstance(key, int):
            return f"the items of {label}"
        if "." in label:
            return f"the length of {label}"
        return f"{self._owners[id(entry[0])]}.{key}"

    # -- positions: how a search is split and taken up again --------------------------------------

    def probe(self, indices: Iterable[int]) -> Position | None:
        """Make the first choices as told and return the field that the predicate reads next, None if it ends."""
        todo, chosen = list(indices), []  # type: tuple[list[int], list[ChoiceStep]]
        try:
            self._forced(lambda *_: todo[len(chosen)] if len(chosen) < len(todo) else None, chosen)
        except Cut as cut:
            label, key, count = cut.args
            return Position(tuple(chosen), label, key, count)
        finally:
            self._reset()
        return None

    def standing(self, pick: Callable[[str, Any], int | None]) -> list[ChoiceStep]:
        """Return the choices that `pick` describes, in order of reading: of a candidate, or of where one begins."""
        chosen: list[ChoiceStep] = []
        try:
            self._forced(pick, chosen)
        except Cut:
            pass
        finally:
            self._reset()
        return chosen

    def _forced(self, pick: Callable[[str, Any], int | None], chosen: list[ChoiceStep]) -> bool:
        """Run the predicate with choices made by `pick`; where that is None, `Cut` leaves it."""
        plain = self.choose

        def forced(store: Any, key: Any, choices: Any) -> Any:
            label, options = self.labels[id(store)], choices[self.state]
            index = pick(label, key)
            if index is None:
                raise Cut(label, key, len(options))
            chosen.append((label, key, index, len(options)))
            value = plain(store, key, choices)
            for _ in range(index):
                value, self.state = next(self.stack[-1][2])
            store[key] = value
            return value

        self.choose = forced  # type: ignore[method-assign]
        self.forced = True
        try:
            return bool(self.predicate(self.heap.root))
        except Exception:
            return False
        finally:
            del self.choose
            self.forced = False

    def _enter(self, prefix: tuple[int, ...]) -> int:
        """Read the first fields as the prefix says; the search will not change them."""
        if prefix:
            chosen: list[ChoiceStep] = []
            try:
                self._forced(
                    lambda *_: prefix[len(chosen)] if len(chosen) < len(prefix) else None, chosen
                )
            except Cut:
                pass
        return len(prefix)

    def path(self) -> list[ChoiceStep]:
        """Return the choices of the present candidate, in order of reading."""
        steps: list[ChoiceStep] = []
        state = 0
        for store, key, left, choices in self.stack:
            options = choices[state]
            index = len(options) - length_hint(left) - 1
            steps.append((self.labels[id(store)], key, index, len(options)))
            state = options[index][1]
        return steps

    def _reset(self) -> None:
        while self.stack:
            store, key, _, _ = self.stack.pop()
            del store[key]
        self.state = 0

    # -- results --------------------------------------------------------------------------------

    def build(self) -> Any:
        """Return the present structure as fresh objects of the user's classes."""
        return self.reader.build()

    def describe(self) -> Description:
        """Return the present structure as data, from which steps of a sequence can be made."""
        return self.reader.describe()
