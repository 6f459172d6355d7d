"""A generator is gone on with after its source was closed: it asks nobody for the next line."""


class Feed:
    def __init__(self, title: str) -> None:
        self._lines: list[str] | None = [title]

    def add(self, line: str) -> None:
        if self._lines is not None:
            self._lines.append(line)

    def close(self) -> None:
        self._lines = None

    def lines(self):
        place = 0
        while self._lines is not None and place < len(self._lines):
            yield self._lines[place]
            place += 1
            self._lines.count(None)
