"""What the laws cost: µs per check, law by law, on a sorted list of 20 ints and on a small dataclass.

python -m benchmarks.laws
"""

from __future__ import annotations

import timeit
from dataclasses import dataclass
from typing import Any

from sortedcontainers import SortedList

from refute.judge.laws.checking import broken_together
from refute.judge.laws.registry import ClassLaws, laws_for
from refute.model.roles import Law


@dataclass(frozen=True, order=True)
class Point:
    """A small value object with everything a dataclass can write."""

    x: int
    y: int


def main() -> None:
    """Print a table for each kind of value."""
    report("SortedList of 20 ints", [SortedList(range(n, n + 20)) for n in range(5)])
    report("frozen, ordered dataclass", [Point(n, 0) for n in range(5)])


def report(title: str, values: list[Any]) -> None:
    """Print the cost of each law on the values, and of all of them together."""
    laws = laws_for(type(values[0]))
    value = values[0]
    print(f"{title}\n{'-' * len(title)}")
    for kind, size in zip(ClassLaws._fields, (1, 1, 2, 3), strict=True):
        for law in getattr(laws, kind):
            chosen = values[:size]
            print(f"  {kind:8}{law.name:22}{cost(lambda: law.broken(*chosen)):8.2f} µs")  # noqa: B023
    print(f"  cheap laws, one value         {cost(lambda: ask(value, laws.cheap)):8.2f} µs")
    print(f"  dear laws, one value          {cost(lambda: ask(value, laws.dear)):8.2f} µs")
    together = cost(lambda: ask_all(values, laws))
    print(f"  {len(values)} values, pairs and triples {together:10.2f} µs\n")


def ask(value: Any, laws: tuple[Law, ...]) -> None:
    """Ask each law about one value."""
    for law in laws:
        law.broken(value)


def ask_all(values: list[Any], laws: ClassLaws) -> None:
    """Ask the cheap laws about each value, and the laws about pairs and triples."""
    for value in values:
        ask(value, laws.cheap)
    for size, together in ((2, laws.pairs), (3, laws.triples)):
        list(broken_together(values, size, together))


def cost(action: Any) -> float:
    """Return the µs per call, the best of several rounds."""
    rounds = timeit.Timer(action)
    number = 200
    return min(rounds.repeat(5, number)) / number * 1e6


if __name__ == "__main__":
    main()
