"""The attributes of an object that a module holds."""

_ROOM = tuple(range(300))  # more than any one sequence can use up


class _Session:
    def __init__(self) -> None:
        self.requests = 0


_session = _Session()


def request() -> int:
    _session.requests += 1
    return _ROOM[_session.requests]
