"""The whole search: begins on the general path, goes on on the fast one, can pause, be split and say how far it is.

A search is a list of tasks in order, each a prefix of choices; what is left of a search at any point is such a list
too: the later values of the last choice, then of the one before, and so on.  So pausing after some structures,
splitting for progress or for two processes, and changing from the general path to the fast one are one operation.
Main names: `Exploration`, `Task`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

from refute.generate.bounded.compiled.blocks import NotResumable
from refute.generate.bounded.compiled.compiled_heap import Escaped, Paused
from refute.generate.bounded.compiled.resumable import CODE_NAME, CompiledPredicate
from refute.generate.bounded.heap import check_listable
from refute.generate.bounded.korat import Search, WatchProgress, hanging, unwatched
from refute.generate.bounded.lists import PredicateRefused, check_types
from refute.generate.bounded.shapes import Shapes, unordered_classes
from refute.generate.bounded.shared_work import Counting, Listing
from refute.generate.bounded.tasks import Forking, SearchTally, Task, left_after
from refute.model.bounds import Bounds
from refute.model.errors import UsageError

# Candidates on the general path before compiling: a search that ends within them is over sooner than the compiler.
PILOT = 2_000
# Structures built before the reader gets them.  More would cost memory, fewer time: a pause takes about 2 ms.
BATCH = 2_000
# Structures that are looked at where only their number is asked for.
FEW = 64
# A task larger than this share of the search is split, so that progress moves and two processes stay busy.
SHARE = 1 / 300


class Exploration:
    """Runs one search.  `take` turns the structure in the heap into what is yielded; None only counts."""

    def __init__(
        self,
        bounds: Bounds,
        predicate: Callable[[Any], object],
        take: Callable[[Any], Any] | None,
        *,
        source: Callable[..., Any] | None = None,
        checker: bool = False,
        representatives: bool = False,
        path: str = "auto",
        patience: float = 5.0,
        watch: WatchProgress = unwatched,
        forking: Forking | None = None,
        strict: bool = False,
        look: Callable[[Any], None] | None = None,
    ) -> None:
        check_listable(bounds)
        self.bounds, self.predicate, self.take = bounds, predicate, take
        self.look, self.looks = look, FEW if look else 0  # how many are still to be looked at
        self.source = source or predicate
        check_types(self.source, bounds)
        self.checker, self.representatives = checker, representatives
        # Which structures are the same can be told only after they are found.
        self.shapes = Shapes() if unordered_classes(bounds) else None
        # A resumed predicate knows that it raised, not what it had read by then; its sets have other orders.
        self.path = "general" if strict or self.shapes else path
        self.patience, self.watch = patience, watch
        self.forking = forking or Forking()
        self.tally = SearchTally()
        self.tasks: list[Task] = []  # in reverse: the next one is the last
        self.search = Search(
            bounds,
            predicate,
            representatives=representatives,
            patience=patience,
            watch=watch,
            strict=strict,
        )
        self.machine: CompiledPredicate | None = None
        self.batch: list[Any] = []
        self.on_progress: Callable[[SearchTally], None] = lambda tally: None

    def run(self, processes: int = 1) -> Iterator[Any]:
        """Yield what `take` makes of each structure, in order; when only counting, yield nothing."""
        began = time.perf_counter()
        try:
            yield from self._items(processes)
            self.tally.complete, self.tally.done = True, 1.0
        finally:
            self._settle(began)

    def _settle(self, began: float) -> None:
        tally = self.tally
        tally.seconds = time.perf_counter() - began
        tally.raised += self.search.raised
        tally.blamed = self.search.blamed
        tally.unsteady = self.search.unsteady
        tally.unread |= self.search.unread
        if self.machine is not None:
            tally.unread |= self.machine.unread

    def _items(self, processes: int) -> Iterator[Any]:
        if self.path == "resumable":
            self._compile()
            self.tasks = [Task(())]
        else:
            yield from self._pilot(processes > 1 and self.shapes is None)
        if self.tasks:  # never with `shapes`, which one process must know all
            yield from self._work() if processes < 2 else self._share_out(processes)

    def _share_out(self, processes: int) -> Iterator[Any]:
        """Let several processes do the tasks."""
        tasks = self._split_all()
        if self.take is None:
            Counting(self, processes).run(tasks[::-1])  # the larger ones tend to come late
        else:
            yield from Listing(self, processes).run(tasks)

    def _split_all(self) -> list[Task]:
        done: list[Task] = []
        while self.tasks:
            task = self.tasks.pop()
            if not (task.share > SHARE and self._split(task)):
                done.append(task)
        return done

    def interrupt(self) -> None:
        """Let the task that is being done end early, and leave the rest of it as tasks; to be called by an alarm."""
        if self.machine is not None:
            self.machine.interrupt()
        elif self.search.running:
            self.search.pause_at = self.search.candidates

    def _pilot(self, shared: bool = False) -> Iterator[Any]:
        """Begin on the general path; leave what remains as tasks when it is worth compiling, or for several processes."""
        search = self.search
        if self.path == "auto" or shared:
            search.pause_at = PILOT
        counted = (0, 0)
        steps = search.run()
        for is_structure in steps:
            counted = self._count(search, counted)
            if is_structure and self._is_new(search):
                self._look_at(search)
                if self.take is not None:
                    yield self.take(search)
            elif not is_structure and (self._compile() or shared):
                self.tasks = left_after(search.path(), 0)[::-1]
                steps.close()  # type: ignore[attr-defined]
                return
        self._count(search, counted)

    def _is_new(self, search: Search) -> bool:
        """Return whether a structure is the first of its shape, and count it only then."""
        if self.shapes is None or self.shapes.is_new(search.describe()):
            return True
        self.tally.found -= 1
        return False

    def _count(self, search: Search, before: tuple[int, int]) -> tuple[int, int]:
        now = (search.candidates, search.found)
        self.tally.candidates += now[0] - before[0]
        self.tally.found += now[1] - before[1]
        return now

    def _compile(self) -> bool:
        if self.path == "general":
            return False
        try:
            self.machine = CompiledPredicate(
                self.bounds,
                self.source,
                self._found if self.take is not None or self.looks else None,
                checker=self.checker,
                representatives=self.representatives,
            )
        except (NotResumable, SyntaxError, RecursionError) as error:
            self.tally.reason = str(error)
            if self.path == "resumable":
                raise UsageError(
                    f"the predicate cannot be resumed: {error}", "not-resumable"
                ) from None
            return False
        if self.take is not None:
            self.machine.is_full = lambda: len(self.batch) >= BATCH
        self.tally.path = "resumable"
        return True

    # -- the fast path --------------------------------------------------------------------------

    def _found(self) -> None:
        machine = self.machine
        assert machine is not None
        try:
            self._look_at(machine)
            if self.take is not None:
                self.batch.append(self.take(machine))
            elif not self.looks:
                machine.on_found = None
        except UsageError as error:  # else it would count as raised by the predicate
            raise PredicateRefused(error) from None

    def _look_at(self, search: Any) -> None:
        """Show the first few structures to whoever wants to see them."""
        if self.looks and self.look is not None:
            self.looks -= 1
            self.look(search)

    def _work(self) -> Iterator[Any]:
        """Do the tasks in order; hand out each batch before going on."""
        remaining = sum(task.share for task in self.tasks)
        self.tally.done = 1 - remaining
        while self.tasks:
            task = self.tasks.pop()
            if task.share > SHARE and self._split(task):
                continue
            yield from self.do(task)
            self.tally.done = max(self.tally.done, 1 - sum(one.share for one in self.tasks))
            self.on_progress(self.tally)

    def _split(self, task: Task) -> bool:
        """Replace a task by its parts, one per value of the next field read."""
        where = self.search.probe(task.indices)
        if where is None:
            return False
        parts = [
            (*task.steps, (where.label, where.key, i, where.count)) for i in range(where.count)
        ]
        # A value after which the predicate reads no more is one candidate; the others share the work.
        alive = [self.search.probe((*task.indices, i)) is not None for i in range(where.count)]
        each = task.share / max(1, sum(alive))
        tasks = [Task(part, each if live else 0.0) for part, live in zip(parts, alive, strict=True)]
        self.tasks.extend(reversed(tasks))
        return True

    def do(self, task: Task) -> Iterator[Any]:
        """Search below a prefix; a pause leaves the rest of it as tasks."""
        machine = self.machine
        if machine is None:
            yield from self._do_generally(task)
            return
        found = machine.found
        try:
            with self.watch(
                self.patience, place_in, lambda: hanging(self.patience, "some candidate")
            ):
                self.tally.candidates += machine.run(task.prefix)
        except PredicateRefused as refused:
            raise refused.error from None
        except Paused:
            self._pause(machine, task)
        except Escaped as escaped:
            self._give_up(machine, str(escaped))
            yield from self._do_generally(task)
            return
        self.tally.found += machine.found - found
        batch, self.batch = self.batch, []
        yield from batch

    def _pause(self, machine: CompiledPredicate, task: Task) -> None:
        """Leave for later the candidate we stand at, and what comes after it."""
        path = self.search.standing(machine.picker())
        machine.clear()
        self.tally.candidates += machine.lost
        later = [Task(tuple(path), 0.0), *left_after(path, len(task.steps))]
        self.tasks.extend(reversed(later))

    def _give_up(self, machine: CompiledPredicate, what: str) -> None:
        """Go on on the general path; this task begins anew, nothing of it was handed out."""
        self.tally.path, self.tally.reason = (
            "general",
            f"{what} is read by code that was not compiled",
        )
        self.batch.clear()
        self.machine = None

    def _do_generally(self, task: Task) -> Iterator[Any]:
        search, counted = self.search, (self.search.candidates, self.search.found)
        steps = search.run(task.indices)
        for is_structure in steps:
            counted = self._count(search, counted)
            if not is_structure:  # interrupted
                self.tasks.extend(left_after(search.path(), len(task.steps))[::-1])
                steps.close()  # type: ignore[attr-defined]
            elif self.take is not None:
                yield self.take(search)
        self._count(search, counted)


def place_in(frame: FrameType | None) -> Any:
    """Return how far the compiled predicate is: its innermost choice loop and the value it is at."""
    while frame is not None:
        if frame.f_code.co_filename == CODE_NAME and "total" in frame.f_locals:
            return id(frame), frame.f_locals["total"], id(frame.f_locals.get("v_"))
        frame = frame.f_back
    return None
