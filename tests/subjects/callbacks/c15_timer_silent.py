"""What is told that time is up may stop the timer, which remembers what it looked at."""

from collections.abc import Callable


class Timer:
    def __init__(self, done: Callable[[int], None]) -> None:
        self._done = done
        self._left = [3]

    def stop(self) -> None:
        self._left.clear()

    def tick(self) -> int:
        if not self._left:
            return 0
        left = self._left[0]
        self._done(left)
        return left
