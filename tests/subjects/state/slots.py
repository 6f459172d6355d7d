"""The slots of an object that a module holds."""

_ROOM = tuple(range(300))  # more than any one sequence can use up


class _Meter:
    __slots__ = ("ticks",)

    def __init__(self) -> None:
        self.ticks = 0


_meter = _Meter()


def tick() -> int:
    _meter.ticks += 1
    return _ROOM[_meter.ticks]
