"""A length that counts something else than iteration yields: characters of lines, samples of batches, days of weeks."""

from __future__ import annotations

from collections.abc import Iterator


class Page:
    """A text of so many characters, read line by line."""

    def __init__(self, text: str = "") -> None:
        self._text = text

    def write(self, text: str) -> None:
        self._text += text

    def __len__(self) -> int:
        return len(self._text)

    def __iter__(self) -> Iterator[str]:
        return iter(self._text.splitlines())


class Batches:
    """Samples, handed out in batches."""

    def __init__(self, samples: list[int], size: int = 2) -> None:
        if size < 1:
            raise ValueError("a batch has at least one sample")
        self._samples = list(samples)
        self._size = size

    def __len__(self) -> int:
        return len(self._samples)

    def __iter__(self) -> Iterator[list[int]]:
        for start in range(0, len(self._samples), self._size):
            yield self._samples[start : start + self._size]


class Season:
    """So many days, walked through week by week."""

    def __init__(self, days: int) -> None:
        self._days = max(0, min(days, 366))

    def __len__(self) -> int:
        return self._days

    def __iter__(self) -> Iterator[int]:
        return iter(range(0, self._days, 7))


class Grid:
    """Rows and columns; as long as it has rows, walked through cell by cell."""

    def __init__(self, rows: int, columns: int) -> None:
        self._rows = [[0] * max(0, min(columns, 9)) for _ in range(max(0, min(rows, 9)))]

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[int]:
        for row in self._rows:
            yield from row


class ErrorTree:
    """Errors by place, and those of the places below."""

    def __init__(self, errors: int = 0) -> None:
        self._errors = errors % 100
        self._below: dict[str, ErrorTree] = {}

    def put(self, place: str, errors: int) -> None:
        self._below[place] = ErrorTree(errors)

    @property
    def total_errors(self) -> int:
        return self._errors + sum(tree.total_errors for tree in self._below.values())

    def __len__(self) -> int:
        """Return the `total_errors`."""
        return self.total_errors

    def __iter__(self) -> Iterator[str]:
        return iter(self._below)
