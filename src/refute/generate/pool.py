"""Sequences kept because they passed and supply new values, by the kind they supply: `Pool`.

Randoop's component set (thesis 5.5, 7.4, 7.6).  An entry makes one value available (index pruning): the others
of its sequence are not offered again.  A value is new when no equal value of its kind, sharing in the same way with
the other values of its sequence, was offered before; the sharing is ours (thesis 5.8, problem 1).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from refute.model.forgetful import Forgetful
from refute.model.sequence import Step

# Above so many entries of one kind, or of all, a new one takes the place of another of its kind: memory stays flat over
# hours.  An entry takes two kilobytes.
_MOST_PER_KIND = 300
_MOST_IN_ALL = 5000
# So many values are remembered as offered, ten times what is on the shelves of most subjects.
_MOST_KEYS = 20_000


class Entry(NamedTuple):
    """The value at `position` of a sequence that passed."""

    steps: tuple[Step, ...]
    position: int
    state: int = 0  # the number of the state that the value was in
    calls: int = 0  # in the steps
    family: int = 0  # which plain values its sequence used where the code gives no type


class _Shelf:
    """The entries of one kind, their keys in step, and where each key stands."""

    __slots__ = ("entries", "keys", "places")

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.keys: list[int] = []
        self.places: dict[int, int] = {}


class Pool:
    """Kept sequences; choosing is O(1) in their number."""

    def __init__(self, random: Callable[[], float]) -> None:
        self._random = random
        self._shelves: dict[int, _Shelf] = {}
        self._length = 0
        # Key → calls of the shortest sequence that was offered.
        self._calls: dict[int, int] = Forgetful(_MOST_KEYS)

    def __len__(self) -> int:
        return self._length

    def is_new(self, key: int, calls: int) -> bool:
        """Return whether a value with this key was never offered, or only by sequences of more calls."""
        known = self._calls.get(key)
        return known is None or calls < known

    def add(self, kind: int, key: int, entry: Entry, calls: int) -> None:
        """Keep an entry that supplies a value of this kind, in place of a longer one with the same key."""
        shelf = self._shelves.get(kind)
        if shelf is None:
            shelf = self._shelves[kind] = _Shelf()
        place = shelf.places.get(key)
        if place is None and self._has_room(shelf):
            place = len(shelf.entries)
            shelf.entries.append(entry)
            shelf.keys.append(key)
            self._length += 1
        else:
            if place is None:
                place = int(self._random() * len(shelf.entries))
                del shelf.places[shelf.keys[place]]
            shelf.entries[place], shelf.keys[place] = entry, key
        shelf.places[key] = place
        self._calls[key] = calls

    def _has_room(self, shelf: _Shelf) -> bool:
        if not shelf.entries:
            return True  # something of every kind there is
        return len(shelf.entries) < _MOST_PER_KIND and self._length < _MOST_IN_ALL

    def pick(self, kinds: list[int]) -> Entry | None:
        """Return a random entry that supplies one of the kinds."""
        shelves = self._shelves
        having = [shelf.entries for kind in kinds if (shelf := shelves.get(kind))]
        if not having:
            return None
        entries = having[int(self._random() * len(having))] if len(having) > 1 else having[0]
        return entries[int(self._random() * len(entries))]

    def entries(self, kind: int) -> list[Entry]:
        """Return all entries that supply a kind, for shrinking by replacement."""
        shelf = self._shelves.get(kind)
        return shelf.entries if shelf else []

    def kinds(self) -> list[int]:
        """Return the kinds that can be supplied."""
        return list(self._shelves)
