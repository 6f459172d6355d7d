"""A set of small natural numbers as bits in words: the older of two versions, without fault.

After figure 1-2 of Pacheco's thesis (Randoop).  `bitset_v2` has the same interface; a suite
recorded here must fail there:  b = BitSet(); b.size() == 64; b.clone(); b.size() == 64
"""

from __future__ import annotations

WORD = 64
LARGEST = 1 << 16


class BitSet:
    """Bits numbered from 0; the set grows when a bit beyond its size is set."""

    def __init__(self, bits: int = WORD) -> None:
        if not 0 <= bits <= LARGEST:
            raise ValueError(f"the number of bits is not between 0 and {LARGEST}")
        self._words = [0] * -(-bits // WORD)

    def set(self, bit: int) -> None:
        word = _word_of(bit)
        if word >= len(self._words):
            self._words.extend([0] * (word + 1 - len(self._words)))
        self._words[word] |= 1 << bit % WORD

    def clear(self, bit: int) -> None:
        word = _word_of(bit)
        if word < len(self._words):
            self._words[word] &= ~(1 << bit % WORD)

    def get(self, bit: int) -> bool:
        word = _word_of(bit)
        return word < len(self._words) and bool(self._words[word] >> bit % WORD & 1)

    def cardinality(self) -> int:
        return sum(word.bit_count() for word in self._words)

    def size(self) -> int:
        """Return the number of bits there is room for."""
        return len(self._words) * WORD

    def clone(self) -> BitSet:
        twin = BitSet(self.size())
        twin._words = list(self._words)
        return twin


def _word_of(bit: int) -> int:
    if not 0 <= bit < LARGEST:
        raise IndexError(f"bit {bit} is not between 0 and {LARGEST - 1}")
    return bit // WORD
