"""A search in parts: `Task` is one of them, `left_after` the rest of one; `SearchTally` what the whole has to say about itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from itertools import accumulate
from operator import mul
from typing import Any

from refute.generate.bounded.korat import ChoiceStep


@dataclass(frozen=True, slots=True)
class Task:
    """The part of a search that begins with these choices."""

    steps: tuple[ChoiceStep, ...]
    share: float = 1.0  # the part of the whole that this task seems to be

    @property
    def indices(self) -> tuple[int, ...]:
        """The numbers of the values chosen."""
        return tuple(index for _, _, index, _ in self.steps)

    @property
    def prefix(self) -> tuple[tuple[str, Any, int], ...]:
        """The choices without the numbers of values."""
        return tuple((label, key, index) for label, key, index, _ in self.steps)


def left_after(path: list[ChoiceStep], floor: int) -> list[Task]:
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


@dataclass
class SearchTally:
    """What a search has to say about itself."""

    candidates: int = 0
    found: int = 0
    path: str = "general"
    reason: str = ""
    seconds: float = 0.0
    done: float = 0.0
    complete: bool = False
    unread: set[str] = field(default_factory=set)  # fields that the predicate does not always read
    unsteady: bool = False
    raised: Counter[str] = field(default_factory=Counter)
    blamed: Counter[str] = field(default_factory=Counter)
    shares: list[float] = field(default_factory=list)  # CPU seconds of each process
