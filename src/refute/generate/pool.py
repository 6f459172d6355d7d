"""Sequences kept because they passed and supply new values, by the kind they supply: `Pool`.

Randoop's component set (thesis 5.5, 7.4, 7.6).  An entry makes one value available (index pruning): the others
of its sequence are not offered again.  A value is new when no value of its kind in the same state, sharing in the
same way with the other values of its sequence, was offered before; the sharing is ours (thesis 5.8, problem 1).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from typing import NamedTuple

from refute.model.sequence import Step

# Above so many entries of one kind a new one takes the place of another: memory stays flat over hours.
_MOST_PER_KIND = 300


class Entry(NamedTuple):
    """The value at `position` of a sequence that passed."""

    steps: tuple[Step, ...]
    position: int


class Pool:
    """Kept sequences; choosing is O(1)."""

    def __init__(self, random: Callable[[], float]) -> None:
        self._random = random
        self._by_kind: dict[int, list[Entry]] = {}
        self._seen = Seen(1 << 18)

    def __len__(self) -> int:
        return sum(map(len, self._by_kind.values()))

    def is_new(self, kind: int, state: int, sharing: Iterable[tuple[int, int]]) -> bool:
        """Return whether such a value was not offered before, and remember it."""
        return self._seen.add(hash((kind, state, tuple(sharing))))

    def add(self, kind: int, entry: Entry) -> None:
        """Keep an entry that supplies a value of this kind."""
        entries = self._by_kind.setdefault(kind, [])
        if len(entries) < _MOST_PER_KIND:
            entries.append(entry)
        else:
            entries[int(self._random() * _MOST_PER_KIND)] = entry

    def pick(self, kinds: list[int]) -> Entry | None:
        """Return a random entry that supplies one of the kinds."""
        having = [entries for kind in kinds if (entries := self._by_kind.get(kind))]
        if not having:
            return None
        entries = having[int(self._random() * len(having))] if len(having) > 1 else having[0]
        return entries[int(self._random() * len(entries))]

    def entries(self, kind: int) -> list[Entry]:
        """Return all entries that supply a kind, for shrinking by replacement."""
        return self._by_kind.get(kind, [])

    def kinds(self) -> list[int]:
        """Return the kinds that can be supplied."""
        return list(self._by_kind)


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
