"""Objects as text, with sharing marked: the role of T2's own class Show.  No fault."""

from __future__ import annotations


class Show:
    """Writes a value and what it is made of, each object once."""

    def __init__(self, width: int = 40, depth: int = 4) -> None:
        self._width = max(4, width)
        self._depth = max(1, depth)
        self._numbers: dict[int, int] = {}
        self._kept: list[object] = []

    def show(
        self,
        value: int
        | bool
        | float
        | str
        | bytes
        | list[int]
        | dict[str, int]
        | tuple[int, ...]
        | set[int]
        | None,
    ) -> str:
        """Return the value as text; what was shown before is only referred to."""
        return self._line(value, 0)

    def forget(self) -> None:
        self._numbers.clear()
        self._kept.clear()

    def known(self) -> int:
        return len(self._numbers)

    def _line(self, value: object, depth: int) -> str:
        """Return a value by its kind: one long case distinction, as such things are."""
        if value is None:
            return "NULL"
        if value is True or value is False:
            return "TRUE" if value else "FALSE"
        if isinstance(value, int):
            if value < 0:
                return f"-{self._number(-value)}"
            if value == 0:
                return "ZERO"
            return self._number(value)
        if isinstance(value, float):
            if value != value:
                return "NAN"
            if value in (float("inf"), float("-inf")):
                return "INF" if value > 0 else "-INF"
            if value == int(value) and abs(value) < 10**6:
                return f"{int(value)}."
            return f"{value:.3g}"
        if isinstance(value, str):
            if not value:
                return "EMPTY"
            if len(value) == 1:
                return f"'{value}'" if value.isprintable() else f"#{ord(value)}"
            if value.isdigit() or value.isspace():
                return self._cut(f"<{len(value)} {'digits' if value.isdigit() else 'blanks'}>")
            return self._cut(value)
        if isinstance(value, (bytes, bytearray)):
            if not value:
                return "EMPTY"
            return self._cut(value.hex() if len(value) < 8 or depth else f"{len(value)} bytes")
        if depth >= self._depth:
            return "..."
        if self._is_known(value):
            return f"@ {self._numbers[id(value)]}"
        if isinstance(value, dict):
            return self._dict(value, depth) if value else "{}"
        if isinstance(value, (list, tuple)):
            return self._items(value, depth, "[]" if isinstance(value, list) else "()")
        if isinstance(value, (set, frozenset)):
            return self._items(sorted(value, key=repr), depth, "{}")
        if callable(value):
            return "FUNCTION"
        return self._cut(type(value).__name__)

    def _number(self, value: int) -> str:
        text = str(value) if value < 10**9 else f"{value:e}" if value < 10**15 else "HUGE"
        return text

    def _cut(self, text: str) -> str:
        if len(text) <= self._width:
            return text
        return text[: self._width - 3] + "..."

    def _is_known(self, value: object) -> bool:
        if id(value) in self._numbers:
            return True
        self._numbers[id(value)] = len(self._numbers)
        self._kept.append(value)
        return False

    def _items(self, items: list[object] | tuple[object, ...], depth: int, brackets: str) -> str:
        shown = []
        for item in items:
            shown.append(self._line(item, depth + 1))
            if len(shown) > 5:
                shown.append("...")
                break
        return brackets[0] + ", ".join(shown) + brackets[1]

    def _dict(self, value: dict[object, object], depth: int) -> str:
        parts = [f"{self._line(k, depth + 1)}: {self._line(v, depth + 1)}" for k, v in value.items()]
        return "{" + ", ".join(parts) + "}"

    def table(self, rows: list[list[int]]) -> str:
        """Return rows as a table."""
        cells = [[self._line(cell, 1).rjust(8) for cell in row] for row in rows]
        return "\n".join(" ".join(row) for row in cells)

    def indent(self, text: str, by: int) -> str:
        if by <= 0:
            return text
        return "\n".join(" " * min(by, 8) + line for line in text.splitlines())

    def classinv(self) -> bool:
        return len(self._kept) == len(self._numbers)
