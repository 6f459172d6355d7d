"""A cached function."""

from functools import lru_cache

_ROOM = tuple(range(300))  # more than any one sequence can use up


@lru_cache
def _settings() -> list[int]:
    return []


def add(setting: int) -> int:
    _settings().append(setting)
    return _ROOM[len(_settings())]
