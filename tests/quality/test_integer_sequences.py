"""Exact oracles: what is counted here stands in the encyclopedia of integer sequences."""

from __future__ import annotations

from math import comb
from typing import Any

from refute.exhaustive.structures import array, bounds, structures


class Node:
    left: Node | None
    right: Node | None


class Tree:
    """Binary trees with exactly `size` nodes: Catalan numbers."""

    root: Node | None

    def rep_ok(self) -> bool:
        if self.root is None:
            return self.size == 0
        seen = {self.root}
        stack = [self.root]
        while stack:
            one = stack.pop()
            for child in (one.left, one.right):
                if child is not None:
                    if child in seen:
                        return False
                    seen.add(child)
                    stack.append(child)
        return len(seen) == self.size

    size: int


class Word:
    """Restricted growth: lists of identity-only elements are set partitions, Bell numbers."""

    letters: list[Letter]

    def rep_ok(self) -> bool:
        for _ in self.letters:
            pass
        return True


class Letter:
    pass


class Subset:
    """Increasing lists of numbers below n: powers of two."""

    items: list[int]

    def rep_ok(self) -> bool:
        return all(self.items[i - 1] < self.items[i] for i in range(1, len(self.items)))


class Permutation:
    """Lists of n different numbers: factorials."""

    items: list[int]

    def rep_ok(self) -> bool:
        seen = set()
        for item in self.items:
            if item in seen:
                return False
            seen.add(item)
        return True


class Path:
    """Heights of mountain ranges: Motzkin numbers."""

    heights: list[int]

    def rep_ok(self) -> bool:
        last = 0
        for height in self.heights:
            if abs(height - last) > 1:
                return False
            last = height
        return last == 0


class Partition:
    """Decreasing lists of positive numbers with a given sum: partition numbers."""

    parts: list[int]
    total: int

    def rep_ok(self) -> bool:
        rest, last = self.total, self.total
        for part in self.parts:
            if part > last or part > rest:
                return False
            rest, last = rest - part, part
        return rest == 0


class Vertex:
    next: Vertex


class Function:
    """Endofunctions reached from one point: a tail and a cycle, n of them for n points in all."""

    start: Vertex
    size: int

    def rep_ok(self) -> bool:
        seen = set()
        one = self.start
        while one not in seen:
            seen.add(one)
            one = one.next
        return len(seen) == self.size


def count(root: type, **given: Any) -> int:
    return structures(root, bounds(root, **given)).count()


def test_binary_trees_are_counted_by_catalan_numbers() -> None:
    found = [count(Tree, Node=max(n, 1), size=n) for n in range(9)]

    assert found == [comb(2 * n, n) // (n + 1) for n in range(9)]


def test_lists_up_to_renaming_are_counted_by_bell_numbers() -> None:
    found = [count(Word, Letter=n, **{"letters.length": [n]}) for n in range(1, 9)]

    assert found == [1, 2, 5, 15, 52, 203, 877, 4140]


def test_increasing_lists_are_subsets() -> None:
    assert [count(Subset, items=array(n, range(n))) for n in range(1, 9)] == [
        2**n for n in range(1, 9)
    ]


def test_lists_without_repetition_are_permutations() -> None:
    assert [count(Permutation, items=array([n], range(n))) for n in range(1, 7)] == [
        1,
        2,
        6,
        24,
        120,
        720,
    ]


def test_mountain_ranges_are_counted_by_motzkin_numbers() -> None:
    # n steps with heights 0, 1, 2, … after each; the last height is 0
    assert [count(Path, heights=array([n], range(n + 1))) for n in range(1, 9)] == [
        1, 2, 4, 9, 21, 51, 127, 323,
    ]  # fmt: skip


def test_decreasing_lists_are_counted_by_partition_numbers() -> None:
    found = [count(Partition, parts=array(n, range(1, n + 1)), total=n) for n in range(1, 11)]

    assert found == [1, 2, 3, 5, 7, 11, 15, 22, 30, 42]


def test_a_function_from_one_point_is_a_tail_and_a_cycle() -> None:
    assert [count(Function, Vertex=n, size=n) for n in range(1, 8)] == list(range(1, 8))
