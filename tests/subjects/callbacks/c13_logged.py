"""A log of everybody who fails hides that they are called with texts where numbers are promised."""

from collections.abc import Callable


class Poll:
    def __init__(self) -> None:
        self._readers: list[Callable[[int], None]] = []
        self.failed = 0

    def add(self, reader: Callable[[int], None]) -> None:
        self._readers.append(reader)

    def tell(self, level: int) -> None:
        for reader in list(self._readers):
            try:
                reader(str(level))  # the fault
            except Exception:
                self.failed += 1
