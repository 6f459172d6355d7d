"""Predicates written in many ways: both paths agree, and what cannot be resumed falls back by itself."""

from __future__ import annotations

import operator
from collections import deque
from collections.abc import Iterator
from typing import Any

import pytest

from refute.exhaustive.structures import bounds, structures

LIMIT = 2


class Node:
    left: Node | None
    right: Node | None
    value: int

    @property
    def is_leaf(self) -> bool:
        return self.left is None and self.right is None

    def children(self) -> Iterator[Node]:
        for one in (self.left, self.right):
            if one is not None:
                yield one


class Tree:
    root: Node | None
    size: int


def with_deque(tree: Any) -> bool:
    seen, todo = set(), deque([tree.root])
    while todo:
        node = todo.popleft()
        if node is None:
            continue
        if node in seen:
            return False
        seen.add(node)
        todo.extend([node.left, node.right])
    return len(seen) == tree.size


def with_a_dict(tree: Any) -> bool:
    parents: dict[Any, Any] = {}
    todo = [tree.root]
    for node in todo:
        if node is None:
            continue
        if node in parents or (node is tree.root and parents):
            return False
        parents[node] = node.value
        todo.append(node.left)
        todo.append(node.right)
    return len(parents) == tree.size


def with_a_property(tree: Any) -> bool:
    return tree.root is None or (tree.root.is_leaf and tree.size == 1)


def with_while_else(tree: Any) -> bool:
    node, n = tree.root, 0
    while node is not None:
        n += 1
        if n > LIMIT:
            break
        node = node.left
    else:
        return n == tree.size
    return False


def with_a_generator(tree: Any) -> bool:
    seen = set()
    todo = [tree.root] if tree.root is not None else []
    while todo:
        node = todo.pop()
        if node in seen:
            return False
        seen.add(node)
        todo.extend(node.children())
    return len(seen) == tree.size


def with_try(tree: Any) -> bool:
    try:
        return bool(tree.root.left.value == tree.size)
    except AttributeError:
        return tree.size == 0


def below(node: Any, seen: set[Any]) -> bool:
    if node is None:
        return True
    if node in seen:
        return False
    seen.add(node)
    return below(node.left, seen) and below(node.right, seen)


def with_a_recursive_walk(tree: Any) -> bool:
    seen: set[Any] = set()
    return below(tree.root, seen) and len(seen) == tree.size


def height(node: Any, limit: int) -> int:
    if node is None or limit == 0:
        return 0
    return 1 + max(height(node.left, limit - 1), height(node.right, limit - 1))


def with_recursion_over_numbers(tree: Any) -> bool:
    return height(tree.root, 3) == tree.size


def with_an_escape(tree: Any) -> bool:
    if tree.root is None:
        return False
    others = [one for one in (tree.root.left, tree.root.right) if one is not None]
    return bool(others) and max(map(operator.attrgetter("value"), others)) == tree.size


def with_lambda(tree: Any) -> bool:
    big = lambda node: node is not None and node.value > 0  # noqa: E731
    return big(tree.root) and tree.size == 1


def with_walrus(tree: Any) -> bool:
    return (root := tree.root) is not None and root.left is root and tree.size == 0


def with_everything_read_twice(tree: Any) -> bool:
    first = [tree.root, tree.size]
    second = [tree.root, tree.size]
    return first == second and tree.root is not None and not tree.root.left


RESUMABLE = [
    with_deque,
    with_a_dict,
    with_a_property,
    with_while_else,
    with_recursion_over_numbers,
    with_everything_read_twice,
]
GENERAL = [
    with_a_generator,
    with_try,
    with_a_recursive_walk,
    with_an_escape,
    with_lambda,
    with_walrus,
]
SPACE = bounds(Tree, Node=3, size=range(4), value=range(2))


def search(predicate: Any, path: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr("refute.generate.bounded.exploration.PILOT", 2)
    found = structures(Tree, SPACE, predicate=predicate, path=path)
    listed = list(found.descriptions())
    return found.tally, listed


@pytest.mark.parametrize("predicate", RESUMABLE + GENERAL)
def test_both_paths_agree(predicate: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    expected, wanted = search(predicate, "general", monkeypatch)
    tally, listed = search(predicate, "auto", monkeypatch)

    assert listed == wanted
    assert tally.candidates == expected.candidates
    assert tally.path == ("resumable" if predicate in RESUMABLE else "general"), tally.reason
