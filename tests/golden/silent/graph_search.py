"""Algorithms on graphs given as dictionaries; a node without an entry has no successors."""

from __future__ import annotations

from collections import deque


class CycleError(ValueError):
    """The graph has a cycle."""


def reachable(graph: dict[str, list[str]], start: str) -> set[str]:
    """Return the nodes that can be reached, the start included."""
    seen, work = {start}, [start]
    while work:
        for node in graph.get(work.pop(), []):
            if node not in seen:
                seen.add(node)
                work.append(node)
    return seen


def shortest_path(graph: dict[str, list[str]], start: str, goal: str) -> list[str] | None:
    """Return a path with as few edges as possible, None if there is no path."""
    before: dict[str, str | None] = {start: None}
    queue = deque([start])
    while queue:
        node = queue.popleft()
        if node == goal:
            path: list[str] = []
            step: str | None = goal
            while step is not None:
                path.append(step)
                step = before[step]
            return path[::-1]
        for following in graph.get(node, []):
            if following not in before:
                before[following] = node
                queue.append(following)
    return None


def topological_order(graph: dict[str, list[str]]) -> list[str]:
    """Return all nodes, each before its successors.

    Raises:
        CycleError: there is no such order.
    """
    incoming = dict.fromkeys(graph, 0)
    for successors in graph.values():
        for node in successors:
            incoming[node] = incoming.get(node, 0) + 1
    ready = [node for node, number in incoming.items() if number == 0]
    order: list[str] = []
    while ready:
        node = ready.pop()
        order.append(node)
        for following in graph.get(node, []):
            incoming[following] -= 1
            if incoming[following] == 0:
                ready.append(following)
    if len(order) < len(incoming):
        raise CycleError("the graph has a cycle")
    return order
