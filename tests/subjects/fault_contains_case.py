"""Tags kept as written but looked up in lower case.

Shortest sequence:  t = Tags(); t.add("A"); list(t) is ["A"], "A" in t is False
"""

from __future__ import annotations

from collections.abc import Iterator


class Tags:
    """A set of tags."""

    def __init__(self) -> None:
        self._tags: set[str] = set()

    def add(self, tag: str) -> None:
        self._tags.add(tag)  # the fault: should be lower case too

    def __contains__(self, tag: object) -> bool:
        return isinstance(tag, str) and tag.lower() in self._tags

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._tags))

    def __len__(self) -> int:
        return len(self._tags)
