"""One search in several processes: `Listing` keeps the order of the results, `Counting` keeps everybody busy.

How much work a prefix stands for cannot be told beforehand: of thirty parts of a search for lists one is nearly all of it.
When only the number is asked for, whoever is without work says so, and the others stop where they are and give away a part of
what is left to them.  Listed structures must come in order, so there the parts are fixed.

What the processes send is pickled: it holds values out of the user's domains, any objects, which have no form in JSON.
They are forks of one another and on the same side of the sandbox; where there is none, since the search was started from
Python, all of them run the user's code anyway.  What leaves a sandbox is never pickled.
"""

from __future__ import annotations

import mmap
import multiprocessing
import signal
import struct
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing import connection
from tempfile import TemporaryFile
from typing import Any, Protocol

from refute.generate.bounded.tasks import Forking, SearchTally, Task
from refute.model.errors import UsageError

TURN = struct.Struct("q")
# Seconds of computing after which a process looks whether another one is without work.
LOOK = 0.01
# A process gets so much of what there is at a time that every one gets some eight times.
CHUNKS = 8


@dataclass(frozen=True, slots=True)
class Done:
    """The end of one task in a child process."""

    candidates: int
    found: int
    seconds: float = 0.0  # of the whole child; only in its last message


@dataclass(frozen=True, slots=True)
class Left:
    """What a process gives away."""

    tasks: list[Task]


@dataclass(frozen=True, slots=True)
class Wrong:
    """What the user did wrong, as a process noticed."""

    message: str
    slug: str


class Divisible(Protocol):
    """What is shared: a search whose parts can be done one by one."""

    forking: Forking
    tally: SearchTally
    tasks: list[Task]
    source: Any
    machine: Any
    search: Any
    on_progress: Any

    def do(self, task: Task) -> Iterator[Any]:
        """Do one part; what is left after a pause becomes tasks."""

    def interrupt(self) -> None:
        """Pause soon."""


class Sharing:
    """The processes of one search, and the pipes to them."""

    def __init__(self, exploration: Divisible, processes: int) -> None:
        self.exploration, self.processes = exploration, processes
        self.forking, self.tally = exploration.forking, exploration.tally
        self.context = multiprocessing.get_context("fork")
        self.children: list[Any] = []

    def fork(self, *more: Any) -> Any:
        """Start a process that runs `work`; return our end of its pipe."""
        ours, theirs = self.context.Pipe()
        child = self.context.Process(target=self._begin, args=(theirs, *more), daemon=True)
        with self.forking.allowed():
            child.start()
        theirs.close()
        self.children.append(child)
        return ours

    def _begin(self, pipe: Any, *more: Any) -> None:
        self.forking.forked()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            self.work(pipe, *more)
        except UsageError as wrong:
            self.send(pipe, Wrong(wrong.message, wrong.slug))

    def work(self, pipe: Any, *more: Any) -> None:
        """Do what a child process is there for."""
        raise NotImplementedError

    # A pipe may have got the number of a descriptor that was refute's own when the sandbox was closed.
    def send(self, pipe: Any, message: Any) -> None:
        """Send a message, also where the sandbox is closed."""
        with self.forking.allowed():
            pipe.send(message)

    def received(self, pipe: Any) -> Any:
        """Return the next message, None where there will be no more."""
        try:
            with self.forking.allowed():
                message = pipe.recv()
        except EOFError:
            return None
        if isinstance(message, Wrong):
            raise UsageError(message.message, message.slug)
        return message

    def left_early(self) -> UsageError:
        """Return the complaint about a process that is gone: nothing but the predicate runs there that could end it."""
        for child in self.children:
            child.join(1.0)
        codes = [child.exitcode for child in self.children if child.exitcode is not None]
        how = f"killed by signal {-codes[0]}" if codes and codes[0] < 0 else "ended by it"
        name = getattr(self.exploration.source, "__qualname__", "the predicate")
        return UsageError(
            f"{name}: a process that asked this predicate was {how} (os._exit, a crash in C, or too little memory): "
            "a predicate must only look and answer",
            "predicate-ends",
        )

    def end(self) -> None:
        """End all child processes."""
        with self.forking.allowed():
            for child in self.children:
                child.terminate()
                child.join()

    def counted(self, before: tuple[int, int]) -> Done:
        """Return what was counted since."""
        return Done(self.tally.candidates - before[0], self.tally.found - before[1])


class Listing(Sharing):
    """Forked children do the tasks, whoever is free the next; results come back in order.

    A child may run ahead of the reader by its pipe's capacity only, so memory stays flat.
    """

    def run(self, tasks: list[Task]) -> Iterator[Any]:
        """Yield what the children have found, in order."""
        with TemporaryFile(buffering=0) as turns:
            # Forks share the place in the file: whoever reads takes the next turn.  A semaphore needs /dev/shm, which
            # a sandbox refuses; a pipe does not hold turns for every search.
            turns.write(b"".join(TURN.pack(number) for number in range(len(tasks))))
            turns.seek(0)
            pipes = [self.fork(tasks, turns) for _ in range(self.processes)]
        try:
            yield from self._collect(tasks, pipes)
        finally:
            self.end()

    def work(self, pipe: Any, *more: Any) -> None:
        """Do one task after the other."""
        tasks, turns = more
        exploration = self.exploration
        began = time.process_time()
        while turn := turns.read(TURN.size):
            (number,) = TURN.unpack(turn)
            before = (self.tally.candidates, self.tally.found)
            exploration.tasks = [tasks[number]]
            while exploration.tasks:  # a pause leaves new tasks
                for item in exploration.do(exploration.tasks.pop()):
                    self.send(pipe, (number, item))
            self.send(pipe, (number, self.counted(before)))
        self.send(pipe, (len(tasks), Done(0, 0, time.process_time() - began)))

    def _collect(self, tasks: list[Task], pipes: list[Any]) -> Iterator[Any]:
        """Yield items task by task; what belongs to a later task waits in its pipe."""
        waiting: dict[Any, Any] = {}
        number = 0
        while number < len(tasks):
            for pipe in [one for one in pipes if one not in waiting]:
                waiting[pipe] = self.received(pipe)
                if waiting[pipe] is None:  # the last message of a process is no result, and stays
                    raise self.left_early()
            for pipe in [one for one, (its, _) in waiting.items() if its == number]:
                _, item = waiting.pop(pipe)
                if isinstance(item, Done):
                    self.tally.candidates += item.candidates
                    self.tally.found += item.found
                    self.tally.done = (number + 1) / len(tasks)
                    self.exploration.on_progress(self.tally)
                    number += 1
                else:
                    yield item
        for pipe in pipes:
            last = waiting[pipe] if pipe in waiting else self.received(pipe)
            if last is not None:
                self.tally.shares.append(last[1].seconds)


class Counting(Sharing):
    """Children get tasks as they need them; where there are none left, those that have some give some away."""

    def run(self, tasks: list[Task]) -> None:
        """Count what there is below the tasks."""
        self.hungry = mmap.mmap(-1, 1)  # shared: whether somebody has nothing to do
        pipes = [self.fork() for _ in range(self.processes)]
        try:
            self._serve(deque(tasks), pipes)
        finally:
            self.end()
            self.hungry.close()

    def _serve(self, pending: deque[Task], pipes: list[Any]) -> None:
        idle = list(pipes)
        given: dict[Any, float] = {}
        while pending or len(idle) < len(pipes):
            while idle and pending:
                size = max(1, len(pending) // (CHUNKS * len(pipes)))
                chunk = [pending.popleft() for _ in range(size)]
                pipe = idle.pop()
                given[pipe] = sum(task.share for task in chunk)
                self.send(pipe, chunk)
            self.hungry[0] = bool(idle)
            busy = [pipe for pipe in pipes if pipe not in idle]
            for pipe in connection.wait(busy):
                match self.received(pipe):
                    case None:
                        raise self.left_early()
                    case Left(tasks):
                        pending.extend(tasks)
                    case Done(candidates, found):
                        self.tally.candidates += candidates
                        self.tally.found += found
                        self.tally.done = min(0.99, self.tally.done + given[pipe])
                        idle.append(pipe)
            self.exploration.on_progress(self.tally)
        for pipe in pipes:
            self.send(pipe, None)
            done, unread = self.received(pipe)
            self.tally.shares.append(done.seconds)
            self.tally.unread |= unread

    def work(self, pipe: Any, *more: Any) -> None:
        """Do what is given; give away some of what is left when somebody has nothing to do."""
        exploration = self.exploration
        began = time.process_time()
        signal.signal(signal.SIGVTALRM, lambda *_: self._look())
        signal.setitimer(signal.ITIMER_VIRTUAL, LOOK, LOOK)
        while (tasks := self.received(pipe)) is not None:
            before = (self.tally.candidates, self.tally.found)
            exploration.tasks = tasks[::-1]
            while exploration.tasks:
                for _ in exploration.do(exploration.tasks.pop()):
                    pass
                if self.hungry[0] and len(exploration.tasks) > 1:
                    # Every second one: those that come late are the larger ones, and stand first.
                    self.send(pipe, Left(exploration.tasks[::2]))
                    del exploration.tasks[::2]
            self.send(pipe, self.counted(before))
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        machine = exploration.machine
        unread = exploration.search.unread | (machine.unread if machine is not None else set())
        self.send(pipe, (Done(0, 0, time.process_time() - began), unread))

    def _look(self) -> None:
        if self.hungry[0]:
            self.exploration.interrupt()
