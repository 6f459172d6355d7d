"""Inside a `with` block something is undone that the block still needs: leaving it fails."""


class Transaction:
    def __init__(self) -> None:
        self._changes: list[str] | None = None
        self.committed = 0

    def __enter__(self):
        self._changes = []
        return self

    def change(self, what: str) -> None:
        if self._changes is not None:
            self._changes.append(what)

    def roll_back(self) -> None:
        self._changes = None

    def __exit__(self, *exception: object) -> None:
        self.committed += len(self._changes)
        self._changes = None
