"""What was there before, in fixed memory: `Seen` for hashes, `SeenSequences` for sequences modulo names."""

from __future__ import annotations

from array import array

from refute.model.sequence import Step


class Seen:
    """A set of hashes of fixed size that forgets: a newer hash takes an older one's place."""

    def __init__(self, slots: int) -> None:
        self._table = array("q", bytes(8 * slots))
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

    def add(self, steps: list[Step]) -> bool:
        """Remember a sequence; False when it was there."""
        numbers = self._numbers
        return self._hashes.add(
            hash(tuple([(numbers.setdefault(id(op), len(numbers)), args) for op, args in steps]))
        )
