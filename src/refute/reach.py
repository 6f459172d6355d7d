"""Which objects can be reached from others: `reachable`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any


def reachable(roots: Iterable[Any], classes: tuple[type, ...]) -> Iterator[Any]:
    """Yield the objects of some classes that can be reached through each other's fields and through containers."""
    queue, seen = list(roots), set()  # type: tuple[list[Any], set[int]]
    alive: list[Any] = []  # identities of what is gone may come again
    while queue:
        one = queue.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        alive.append(one)
        if isinstance(one, classes):
            yield one
            queue.extend(getattr(one, "__dict__", {}).values())
            queue.extend(slot_values(one))
        elif isinstance(one, list | tuple | set | frozenset):
            queue.extend(one)
        elif isinstance(one, dict):
            queue.extend((*one, *one.values()))


def slot_values(one: Any) -> Iterator[Any]:
    for base in type(one).__mro__:
        for member in vars(base).values():
            if type(member).__name__ == "member_descriptor" and hasattr(member, "__objclass__"):
                try:
                    yield member.__get__(one)
                except AttributeError:
                    continue
