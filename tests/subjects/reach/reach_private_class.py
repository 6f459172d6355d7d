"""A public function returns an object of a private class: `last` fails after `clear`."""


class _Log:
    def __init__(self, name: str) -> None:
        self._name = name
        self._lines: list[str] = []
        self._newest: int | None = None

    def write(self, line: str) -> None:
        self._lines.append(line)
        self._newest = len(self._lines) - 1

    def clear(self) -> None:
        self._lines.clear()

    def last(self) -> str:
        """Return the newest line, "" if there is none."""
        return "" if self._newest is None else self._lines[self._newest]


def open_log(name: str):
    return _Log(name)
