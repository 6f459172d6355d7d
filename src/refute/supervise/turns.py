"""Which module of a package is searched next, and for how long: `Turns`.

First every module has its turn, all of them equally long, in half of the budget.  Then the module that earned most for
what its last turn has cost has the next one, twice as long as its last: new kinds of outcomes and findings become rarer
the longer a module is searched, so that turns go to others by themselves.
"""

from __future__ import annotations

from dataclasses import dataclass

# Of the budget, for the first turn of every module.
_FIRST = 0.5
# Seconds: a turn is no shorter, a first turn no longer.
_SHORTEST, _LONGEST_FIRST = 0.1, 5.0
# A second turn is at least so long: the pool of values is made anew in each.
_LEAST_SECONDS, _LEAST_SEQUENCES = 1.0, 100
# With less than this left no turn is begun.
_TOO_LATE = 0.3


@dataclass(frozen=True, slots=True)
class Turn:
    """One search of one module; `number` counts those of the same module, `length` is in seconds or sequences."""

    module: int
    number: int
    length: float


@dataclass(slots=True)
class _Record:
    module: int
    turns: int = 0
    rate: float = 0.0  # what the last turn earned for its cost
    cost: float = 0.0  # of all turns
    length: float = 0.0  # of the last turn
    is_busy: bool = False
    is_over: bool = False  # it cannot be searched, or there is nothing left to try


class Turns:
    """Gives turns to modules; costs are in seconds, or in sequences where there is a number of them."""

    def __init__(self, modules: int, jobs: int, budget: float, *, in_sequences: bool) -> None:
        self._records = [_Record(module) for module in range(modules)]
        self._jobs = 1 if in_sequences else jobs
        self._budget = budget
        self._in_sequences = in_sequences
        self._given = 0.0  # sequences

    def next(self, left: float) -> Turn | None:
        """Return whose turn it is, None where nobody's; `left` is how many seconds there are."""
        left = self._budget - self._given if self._in_sequences else left
        if left < (1 if self._in_sequences else _TOO_LATE):
            return None
        waiting = [r for r in self._records if not r.is_busy and not r.is_over]
        untried = [one for one in waiting if not one.turns]
        if untried:
            return self._turn(untried[0], self._first(left, len(untried)), left)
        if not waiting:
            return None
        best = max(waiting, key=lambda one: (one.rate, -one.cost))
        least = _LEAST_SEQUENCES if self._in_sequences else _LEAST_SECONDS
        return self._turn(best, max(least, 2 * best.length), left)

    def _first(self, left: float, untried: int) -> float:
        share = (left - (1 - _FIRST) * self._budget) * self._jobs / untried
        if self._in_sequences:
            return max(1.0, share // 1)
        return min(max(share, _SHORTEST), _LONGEST_FIRST)

    def _turn(self, record: _Record, length: float, left: float) -> Turn:
        record.length = min(length, left)
        record.is_busy = True
        record.turns += 1
        self._given += record.length
        return Turn(record.module, record.turns - 1, record.length)

    def ended(self, turn: Turn, earned: float, cost: float) -> None:
        """Note what a turn has earned, and what it has cost."""
        record = self._records[turn.module]
        record.is_busy = False
        record.cost += cost
        record.rate = earned / max(cost, 1e-3)

    def give_up(self, turn: Turn, sequences: int) -> None:
        """Give a module no more turns; what it has not used of a number of sequences goes to others."""
        self._records[turn.module].is_over = True
        self._given -= turn.length - sequences

    @property
    def untried(self) -> int:
        """How many modules never had a turn."""
        return sum(not one.turns for one in self._records)
