"""A set of small natural numbers as bits in words: newer, and `clone` trims its receiver.

After figure 1-2 of Pacheco's thesis (Randoop).  By itself this breaks no law; it is a regression
against `bitset_v1`:  b = BitSet(); b.size() == 64; b.clone(); b.size() == 0
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
        while self._words and self._words[-1] == 0:  # the regression: the receiver changes
            self._words.pop()
        twin = BitSet(self.size())
        twin._words = list(self._words)
        return twin


def _word_of(bit: int) -> int:
    if not 0 <= bit < LARGEST:
        raise IndexError(f"bit {bit} is not between 0 and {LARGEST - 1}")
    return bit // WORD
