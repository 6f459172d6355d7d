"""The whole search: begins on the general path, goes on on the fast one, can pause, be split and say how far it is.

A search is a list of tasks in order, each a prefix of choices; what is left of a search at any point is such a list
too: the later values of the last choice, then of the one before, and so on.  So pausing after some structures,
splitting for progress or for two processes, and changing from the general path to the fast one are one operation.
Main names: `Exploration`, `Task`.
"""

from __future__ import annotations

import multiprocessing
import signal
import struct
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from itertools import accumulate
from operator import mul
from tempfile import TemporaryFile
from types import FrameType
from typing import Any

from refute.errors import Defect, UsageError
from refute.generate.blocks import NotResumable
from refute.generate.bounded import Search, Step, hanging
from refute.generate.cells import Refused, check_types
from refute.generate.fast_heap import Escaped
from refute.generate.heap import check_listable
from refute.generate.patience import patience
from refute.generate.resumable import CODE_NAME, Machine, Paused
from refute.generate.shapes import Shapes, unordered_classes
from refute.model.bounds import Bounds

# Candidates on the general path before compiling: a search that ends within them is over sooner than the compiler.
PILOT = 2_000
# Structures built before the reader gets them.  More would cost memory, fewer time: a pause takes about 2 ms.
BATCH = 2_000
# A task larger than this share of the search is split, so that progress moves and two processes stay busy.
SHARE = 1 / 300
TURN = struct.Struct("q")


@dataclass(frozen=True, slots=True)
class Task:
    """The part of a search that begins with these choices."""

    steps: tuple[Step, ...]
    share: float = 1.0  # the part of the whole that this task seems to be

    @property
    def indices(self) -> tuple[int, ...]:
        return tuple(index for _, _, index, _ in self.steps)

    @property
    def prefix(self) -> tuple[tuple[str, Any, int], ...]:
        return tuple((label, key, index) for label, key, index, _ in self.steps)


def left_after(path: list[Step], floor: int) -> list[Task]:
    """Return the tasks after the candidate at `path`, in order; the first `floor` choices are fixed."""
    tasks: list[Task] = []
    shares = list(accumulate((1 / count for *_, count in path), mul))
    for level in range(len(path) - 1, floor - 1, -1):
        label, key, index, count = path[level]
        for later in range(index + 1, count):
            tasks.append(Task((*path[:level], (label, key, later, count)), shares[level]))
    return tasks


@dataclass(frozen=True, slots=True)
class Forking:
    """What surrounds a fork: nothing, unless a sandbox refuses forks to everybody but us."""

    allowed: Callable[[], AbstractContextManager[Any]] = nullcontext
    forked: Callable[[], None] = lambda: None  # called first in the fork


@dataclass(frozen=True, slots=True)
class Done:
    """The end of one task in a child process."""

    candidates: int
    found: int
    seconds: float = 0.0  # of the whole child; only in its last message


@dataclass
class Tally:
    """What a search has to say about itself."""

    candidates: int = 0
    found: int = 0
    path: str = "general"
    reason: str = ""
    seconds: float = 0.0
    done: float = 0.0
    complete: bool = False
    unread: bool = False
    unsteady: bool = False
    raised: Counter[str] = field(default_factory=Counter)
    blamed: Counter[str] = field(default_factory=Counter)
    shares: list[float] = field(default_factory=list)  # CPU seconds of each process


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
        forking: Forking | None = None,
        strict: bool = False,
    ) -> None:
        check_listable(bounds)
        self.bounds, self.predicate, self.take = bounds, predicate, take
        self.source = source or predicate
        check_types(self.source, bounds)
        self.checker, self.representatives = checker, representatives
        # Which structures are the same can be told only after they are found.
        self.shapes = Shapes() if unordered_classes(bounds) else None
        # A resumed predicate knows that it raised, not what it had read by then; its sets have other orders.
        self.path = "general" if strict or self.shapes else path
        self.patience, self.forking = patience, forking or Forking()
        self.tally = Tally()
        self.tasks: list[Task] = []  # in reverse: the next one is the last
        self.search = Search(
            bounds, predicate, representatives=representatives, patience=patience, strict=strict
        )
        self.machine: Machine | None = None
        self.batch: list[Any] = []
        self.on_progress: Callable[[Tally], None] = lambda tally: None

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
            yield from self._pilot()
        if self.tasks:  # never with `shapes`, which one process must know all
            yield from self._work() if processes < 2 else self._share_out(processes)

    # -- several processes ----------------------------------------------------------------------

    def _share_out(self, processes: int) -> Iterator[Any]:
        """Let forked children do the tasks, whoever is free the next; results come back in order.

        A child may run ahead of the reader by its pipe's capacity only, so memory stays flat.
        """
        tasks = self._split_all()
        if self.take is None:
            tasks.reverse()  # order is nobody's business, and the larger ones tend to come late
        context = multiprocessing.get_context("fork")
        pipes = []
        children = []
        with TemporaryFile(buffering=0) as turns:
            # Forks share the place in the file: whoever reads takes the next turn.  A semaphore needs /dev/shm, which
            # a sandbox refuses; a pipe does not hold turns for every search.
            turns.write(b"".join(TURN.pack(number) for number in range(len(tasks))))
            turns.seek(0)
            for _ in range(processes):
                reader, writer = context.Pipe(duplex=False)
                child = context.Process(
                    target=self._child, args=(tasks, turns, writer), daemon=True
                )
                with self.forking.allowed():
                    child.start()
                writer.close()
                pipes.append(reader)
                children.append(child)
        try:
            yield from self._collect(tasks, pipes)
        finally:
            with self.forking.allowed():
                for child in children:
                    child.terminate()
                    child.join()

    def _split_all(self) -> list[Task]:
        done: list[Task] = []
        while self.tasks:
            task = self.tasks.pop()
            if not (task.share > SHARE and self._split(task)):
                done.append(task)
        return done

    def _child(self, tasks: list[Task], turns: Any, pipe: Any) -> None:
        self.forking.forked()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        began = time.process_time()
        while turn := turns.read(TURN.size):
            (number,) = TURN.unpack(turn)
            before = (self.tally.candidates, self.tally.found)
            self.tasks = [tasks[number]]
            while self.tasks:  # a pause leaves new tasks
                for item in self._do(self.tasks.pop()):
                    self._send(pipe, (number, item))
            counts = (self.tally.candidates - before[0], self.tally.found - before[1])
            self._send(pipe, (number, Done(*counts)))
        self._send(pipe, (len(tasks), Done(0, 0, time.process_time() - began)))

    # A pipe may have got the number of a descriptor that was refute's own when the sandbox was closed.
    def _send(self, pipe: Any, message: tuple[int, Any]) -> None:
        with self.forking.allowed():
            pipe.send(message)

    def _received(self, pipe: Any) -> Any:
        try:
            with self.forking.allowed():
                return pipe.recv()
        except EOFError:
            return None

    def _collect(self, tasks: list[Task], pipes: list[Any]) -> Iterator[Any]:
        """Yield items task by task; what belongs to a later task waits in its pipe."""
        waiting: dict[Any, Any] = {}
        open_ = list(pipes)
        number = 0
        while number < len(tasks):
            for pipe in [one for one in open_ if one not in waiting]:
                message = self._received(pipe)
                if message is None:
                    open_.remove(pipe)
                else:
                    waiting[pipe] = message
            if not waiting:
                raise Defect("a process of the search ended before its work was done")
            for pipe in [one for one, (its, _) in waiting.items() if its == number]:
                _, item = waiting.pop(pipe)
                if isinstance(item, Done):
                    self.tally.candidates += item.candidates
                    self.tally.found += item.found
                    self.tally.done = (number + 1) / len(tasks)
                    self.on_progress(self.tally)
                    number += 1
                else:
                    yield item
        for pipe in pipes:
            last = waiting[pipe] if pipe in waiting else self._received(pipe)
            if last is not None:
                self.tally.shares.append(last[1].seconds)

    def _pilot(self) -> Iterator[Any]:
        """Begin on the general path; leave what remains as tasks when it is worth compiling."""
        search = self.search
        if self.path == "auto":
            search.pause_at = PILOT
        counted = (0, 0)
        steps = search.run()
        for is_structure in steps:
            counted = self._count(search, counted)
            if is_structure and self._is_new(search) and self.take is not None:
                yield self.take(search)
            elif not is_structure and self._compile():
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
        try:
            self.machine = Machine(
                self.bounds,
                self.source,
                None if self.take is None else self._found,
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
        if self.take is not None:
            self.batch.append(self.take(machine))

    def _work(self) -> Iterator[Any]:
        """Do the tasks in order; hand out each batch before going on."""
        remaining = sum(task.share for task in self.tasks)
        self.tally.done = 1 - remaining
        while self.tasks:
            task = self.tasks.pop()
            if task.share > SHARE and self._split(task):
                continue
            yield from self._do(task)
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

    def _do(self, task: Task) -> Iterator[Any]:
        machine = self.machine
        if machine is None:
            yield from self._do_generally(task)
            return
        found = machine.found
        try:
            with patience(
                self.patience, place_in, lambda: hanging(self.patience, "some candidate")
            ):
                self.tally.candidates += machine.run(task.prefix)
        except Refused as refused:
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

    def _pause(self, machine: Machine, task: Task) -> None:
        """Leave for later the candidate we stand at, and what comes after it."""
        path = self.search.replay(machine.picker())
        machine.clear()
        self.tally.candidates += machine.lost
        later = [Task(tuple(path), 0.0), *left_after(path, len(task.steps))]
        self.tasks.extend(reversed(later))

    def _give_up(self, machine: Machine, what: str) -> None:
        """Go on on the general path; this task begins anew, nothing of it was handed out."""
        self.tally.path, self.tally.reason = (
            "general",
            f"{what} is read by code that was not compiled",
        )
        self.batch.clear()
        self.machine = None

    def _do_generally(self, task: Task) -> Iterator[Any]:
        search, counted = self.search, (self.search.candidates, self.search.found)
        for _ in search.run(task.indices):
            counted = self._count(search, counted)
            if self.take is not None:
                yield self.take(search)
        self._count(search, counted)


def place_in(frame: FrameType | None) -> Any:
    """Return how far the compiled predicate is: its innermost choice loop and the value it is at."""
    while frame is not None:
        if frame.f_code.co_filename == CODE_NAME and "total" in frame.f_locals:
            return id(frame), frame.f_locals["total"], id(frame.f_locals.get("v_"))
        frame = frame.f_back
    return None
