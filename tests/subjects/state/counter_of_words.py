"""A Counter in a module."""

from collections import Counter

_ROOM = tuple(range(300))  # more than any one sequence can use up
_words: Counter[str] = Counter()


def count(word: str) -> int:
    _words["all"] += 1
    return _ROOM[_words["all"]]
