"""A function returns an object that is called like a function: after `pause` it has nothing to answer with."""


class _Throttle:
    def __init__(self, limit: int) -> None:
        self._times: list[int] | None = []
        self._limit = limit

    def pause(self) -> None:
        self._times = None

    def __call__(self, now: int) -> bool:
        self._times.append(now)
        return len(self._times) <= self._limit


def throttle(limit: int):
    return _Throttle(limit)
