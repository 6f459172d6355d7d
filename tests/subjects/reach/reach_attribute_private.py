"""As before, but the attribute holds an object of a private class, which nothing public makes alone."""


class _Index:
    def __init__(self, rows: list[str]) -> None:
        self._rows = rows
        self._first: dict[str, int] = {}

    def build(self) -> None:
        self._first = {row[:1]: number for number, row in enumerate(self._rows)}

    def find(self, letter: str) -> str | None:
        number = self._first.get(letter[:1])
        return None if number is None else self._rows[number]


class Table:
    def __init__(self) -> None:
        self._rows: list[str] = []
        self.index = _Index(self._rows)

    def add(self, row: str) -> None:
        self._rows.append(row)

    def clear(self) -> None:
        self._rows.clear()
