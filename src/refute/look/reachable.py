"""Which objects can be reached from others: `reachable`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from refute.look.objects import slots_of


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


def way_to(
    one: Any, roots: Iterable[Any], names: Iterable[str], classes: tuple[type, ...]
) -> str | None:
    """Return an expression that leads from one of the named roots to an object in reach; None where there is none to write."""
    queue: list[tuple[Any, str]] = list(zip(roots, names, strict=True))
    seen: set[int] = set()
    for place, text in queue:  # grows while we walk
        if place is one:
            return text
        if id(place) in seen:
            continue
        seen.add(id(place))
        queue += [(value, text + step) for step, value in steps_from(place, classes)]
    return None


def steps_from(place: Any, classes: tuple[type, ...]) -> Iterator[tuple[str, Any]]:
    if isinstance(place, classes):
        slots = (name for base in type(place).__mro__ for name in slots_of(base))
        for name in dict.fromkeys((*getattr(place, "__dict__", {}), *slots)):
            if hasattr(place, name):
                yield f".{name}", getattr(place, name)
    elif isinstance(place, list | tuple):
        yield from ((f"[{index}]", value) for index, value in enumerate(place))
    elif isinstance(place, dict):
        plain = (str, int, bool, type(None))
        yield from ((f"[{key!r}]", value) for key, value in place.items() if type(key) in plain)
