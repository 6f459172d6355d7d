"""A contract of icontract is not asked while the same method runs: what a listener breaks there is its own fault, all the same."""

from icontract import require


class Turnstile:
    def __init__(self) -> None:
        self._inside = 0

    def on_leave(self, left: int) -> None:
        """Be told how many are left."""

    def enter(self) -> None:
        self._inside += 1

    @require(lambda self: self._inside > 0)
    def leave(self) -> None:
        self._inside -= 1
        self.on_leave(self._inside)

    def invariant(self) -> bool:
        return self._inside >= 0
