"""Names that mean something else here: values and items of a shop, indices that begin with one, a sparse row."""

from __future__ import annotations

from collections.abc import Iterator


class Shop:
    """Articles with their prices; a price of zero means that it is not for sale."""

    def __init__(self) -> None:
        self._prices: dict[str, int] = {}

    def offer(self, article: str, price: int) -> None:
        self._prices[article] = max(price, 0)

    def keys(self) -> list[str]:
        """Return the articles for sale."""
        return [article for article, price in self._prices.items() if price]

    def items(self) -> list[str]:
        """Return what there is, also what is not for sale."""
        return sorted(self._prices)

    def values(self) -> set[int]:
        """Return the different prices."""
        return set(self._prices.values())

    def __len__(self) -> int:
        return len(self._prices)


class Line:
    """Words that are counted from one; the word number zero is the whole line."""

    def __init__(self, words: list[str]) -> None:
        self._words = list(words)

    def __getitem__(self, number: int) -> str:
        if number == 0:
            return " ".join(self._words)
        if not 1 <= number <= len(self._words):
            raise IndexError(f"no word {number}")
        return self._words[number - 1]

    def index(self, word: str) -> int:
        """Return the number of a word; 0 if it is not there."""
        return self._words.index(word) + 1 if word in self._words else 0

    def __len__(self) -> int:
        return len(self._words)


class Row:
    """Cells of which most are zero; iteration yields the others."""

    def __init__(self) -> None:
        self._cells: dict[int, int] = {}

    def __setitem__(self, place: int, value: int) -> None:
        self._cells[place] = value

    def __getitem__(self, place: int) -> int:
        return self._cells.get(place, 0)

    def __iter__(self) -> Iterator[int]:
        return iter([value for _, value in sorted(self._cells.items())])

    def min(self) -> int:
        """Return the first place that is set; 0 if none is."""
        return min(self._cells, default=0)

    def max(self) -> int:
        return max(self._cells, default=0)
