"""What was there before, in fixed memory: `Seen` for hashes, `SeenSequences` for sequences modulo names."""

from __future__ import annotations

import mmap
from operator import itemgetter

from refute.look.objects import identity
from refute.model.sequence import Operation, Step

# So many operations have a number.
_MOST_NUMBERED = 50_000

_OPERATION, _ARGUMENTS = itemgetter(0), itemgetter(1)


class Seen:
    """A set of hashes of fixed size that forgets: a newer hash takes an older one's place."""

    def __init__(self, slots: int) -> None:
        # Not an array, of which every page would be written first: most searches use few of them.
        private = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
        self._table = memoryview(mmap.mmap(-1, 8 * slots, flags=private)).cast("q")
        self._mask = slots - 1

    def add(self, number: int) -> bool:
        """Remember a hash; False when it was there."""
        slot = number & self._mask
        if self._table[slot] == number:
            return False
        self._table[slot] = number
        return True

    def forget(self, number: int) -> None:
        """Take a hash for one that was never there."""
        slot = number & self._mask
        if self._table[slot] == number:
            self._table[slot] = 0


class SeenSequences:
    """The sequences made so far (thesis 7.3): arguments count backwards, so that names play no part."""

    def __init__(self, slots: int = 1 << 20) -> None:
        self._hashes = Seen(slots)
        # Operations by number, in the order of first sight: their addresses differ from run to run.
        self._numbers: dict[int, int] = {}
        self._numbered: list[
            Operation
        ] = []  # as long as they are here nobody else gets their identity
        self._next = 0

    def add(self, steps: list[Step] | tuple[Step, ...]) -> bool:
        """Remember a sequence; False when it was there."""
        numbers = self._numbers
        made = tuple(map(numbers.get, map(identity, map(_OPERATION, steps))))
        if None in made:
            self._number(steps)
            made = tuple(map(numbers.get, map(identity, map(_OPERATION, steps))))
        return self._hashes.add(hash((made, tuple(map(_ARGUMENTS, steps)))))

    def _number(self, steps: list[Step] | tuple[Step, ...]) -> None:
        """Give a number to each operation that has none; never one that another had, so that nothing new seems old."""
        if len(self._numbers) > _MOST_NUMBERED:
            self._numbers.clear()
            self._numbered.clear()
        for operation, _ in steps:
            if identity(operation) not in self._numbers:
                self._numbers[identity(operation)] = self._next
                self._numbered.append(operation)
                self._next += 1
