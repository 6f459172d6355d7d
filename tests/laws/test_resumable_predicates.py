"""The fast path considers the candidates of the general path, in the same order, with the same verdicts."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from refute.discover.contracts import made_from_source
from refute.generate.bounded import korat
from refute.generate.bounded.compiled.blocks import NotResumable
from refute.generate.bounded.compiled.compiled_heap import FIELD, UNSET, Escaped, FastCells
from refute.generate.bounded.compiled.resumable import CompiledPredicate
from refute.generate.bounded.heap import Cells, Heap
from refute.generate.bounded.korat import Search
from refute.model.bounds import AnyOf, Array, Bounds, Objects, Values


class Node:
    pass


class Tree:
    pass


LINK = AnyOf((Values((None,)), Objects("Node")))


def tree_bounds(nodes: int) -> Bounds:
    fields: dict[str, Any] = {
        "Tree.root": LINK,
        "Tree.size": Values((0, 1, 2)),
        "Tree.items": AnyOf((Values((None,)), Array((0, 1, 2), Values((0, 1))))),
        "Node.left": LINK,
        "Node.right": LINK,
        "Node.value": Values((0, 1)),
    }
    return Bounds("Tree", {"Tree": 1, "Node": nodes}, fields, {"Tree": Tree, "Node": Node})


def text(heap: Heap, value: Any) -> str:
    if isinstance(value, Cells):
        return value.label
    return heap.label.get(id(value), repr(value))


def general(bounds: Bounds, predicate: Any) -> tuple[list[Any], int]:
    seen: list[Any] = []
    verdict: list[bool] = []

    def judged(root: Any) -> bool:
        verdict[:] = [False]
        try:
            verdict[0] = bool(predicate(root))
        finally:
            entries = [
                (search.labels[id(store)], key, text(search.heap, store[key]))
                for store, key, _, _ in search.stack
            ]
            seen.append((frozenset(entries), verdict[0]))
        return verdict[0]

    search = Search(bounds, judged)
    for _ in search.run():
        pass
    return seen, search.found


def fast(bounds: Bounds, predicate: Any) -> tuple[list[Any], int]:
    seen: list[Any] = []

    def leaf(good: Any, state: int) -> None:
        seen.append((frozenset(choices_in(machine)), bool(good)))
        if good:
            machine._found(state)

    machine = CompiledPredicate(bounds, predicate, trace=leaf)
    assert machine.run() == len(seen)
    return seen, machine.found


def choices_in(machine: CompiledPredicate) -> list[Any]:
    found: list[Any] = []
    for label, holder in machine.heap.by_label.items():
        if isinstance(holder, FastCells):
            slots = [("length", holder._f0_len), *enumerate(holder.items)]
        else:
            slots = [
                (name, getattr(holder, FIELD + name)) for name in machine.heap.choices[id(holder)]
            ]
        found += [
            (label, key, text(machine.heap, value)) for key, value in slots if value is not UNSET
        ]
    return found


@pytest.fixture(autouse=True)
def judge_each_candidate_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(korat, "LOOK_FIRST", 0)
    monkeypatch.setattr(korat, "LOOK_EVERY", 10**9)


# -- a small grammar of predicates ----------------------------------------------------------------

NODES = st.sampled_from(["a", "b"])
LINKS = st.sampled_from(["self.root", "a.left", "a.right", "b.left", "b.right", "a", "b", "None"])
NUMBERS = st.sampled_from(
    [
        "0",
        "1",
        "2",
        "self.size",
        "a.value",
        "b.value",
        "len(seen)",
        "len(row)",
        "len(self.items)",
        "n",
        "self.items[0]",
        "self.items[n]",
        "depth(a, 2)",
        "self.size + a.value",
        "self.items[-1]",
    ]
)


def conditions() -> st.SearchStrategy[str]:
    simple = st.one_of(
        st.builds("{} is {}".format, LINKS, LINKS),
        st.builds("{} is not None".format, LINKS),
        st.builds("{} {} {}".format, NUMBERS, st.sampled_from(["<", "==", ">=", "!="]), NUMBERS),
        st.builds("{} in seen".format, LINKS),
        st.builds("{}".format, LINKS),
        st.builds("{} < {} <= {}".format, NUMBERS, NUMBERS, NUMBERS),
        st.builds("all(x.value == {} for x in row)".format, NUMBERS),
        st.builds("any(x.left is {} for x in row)".format, NODES),
        st.just("self.items is None"),
        st.just("sum([x.value for x in row]) < 2"),
        st.just("1 in self.items"),
        st.just("n not in self.items"),
        st.just("sum(self.items) == n"),
        st.just("any(self.items)"),
        st.just("all(i < 1 for i in self.items)"),
    )
    return st.recursive(
        simple,
        lambda inner: st.one_of(
            st.builds("(not {})".format, inner),
            st.builds("({} and {})".format, inner, inner),
            st.builds("({} or {})".format, inner, inner),
        ),
        max_leaves=3,
    )


def indented(lines: list[str]) -> list[str]:
    return ["    " + line for line in lines]


@st.composite
def statements(draw: Any, depth: int = 2, inside: bool = False) -> list[str]:
    lines: list[str] = []
    for _ in range(draw(st.integers(1, 3))):
        kinds = ["link", "swap", "see", "row", "count", "return", "pop", "assert", "ifexp"]
        kinds += ["if", "while", "for", "items", "enumerate", "copy"] if depth else []
        kinds += ["break"] if inside else []
        kind = draw(st.sampled_from(kinds))
        lines += written(draw, kind, depth)
    return lines


def written(draw: Any, kind: str, depth: int) -> list[str]:
    condition = draw(conditions())
    block = draw(statements(depth - 1, kind in ("while", "for", "items"))) if depth else []
    if kind == "link":
        return [f"{draw(NODES)} = {draw(LINKS)}"]
    if kind == "swap":
        return ["a, b = b, a", f"a, n = {draw(LINKS)}, n + {draw(NUMBERS)}"]
    if kind == "see":
        return [f"seen.add({draw(NODES)})"]
    if kind == "row":
        return [f"row.append({draw(NODES)})"]
    if kind == "count":
        return [f"n {draw(st.sampled_from(['= n +', '+=']))} {draw(NUMBERS)}"]
    if kind == "pop":
        return [f"{draw(NODES)} = row.pop({draw(st.sampled_from(['', '0']))})"]
    if kind == "assert":
        return [f"assert {condition}"]
    if kind == "ifexp":
        return [f"{draw(NODES)} = {draw(LINKS)} if {condition} else {draw(LINKS)}"]
    if kind == "break":
        return [f"if {condition}: {draw(st.sampled_from(['break', 'continue']))}"]
    if kind == "return":
        return [f"if {condition}: return {draw(st.sampled_from(['True', 'False', condition]))}"]
    if kind == "if":
        return [
            f"if {condition}:",
            *indented(block),
            "else:",
            *indented(draw(statements(depth - 1))),
        ]
    if kind == "copy":
        return ["row = list(row)", "row += [a]", "seen = {one for one in seen}", "seen |= {b}"]
    if kind == "items":
        return ["for item in self.items:", *indented(["n = n + item", *block])]
    if kind == "enumerate":
        return [
            "for place, item in enumerate(self.items):",
            *indented(["n = n + place * item", *block]),
        ]
    if kind == "for":
        head = draw(st.sampled_from(["for a in row[:2]:", "for k in range(2):", "for b in row:"]))
        guard = ["if len(row) > 3: return False"]
        return [head, *indented([*guard, *block])]
    guard = ["n = n + 1", "if n > 3: return False"]
    return [f"while {condition}:", *indented([*guard, *block])]


@st.composite
def predicates(draw: Any) -> str:
    body = draw(statements())
    head = ["a = self.root", "b = self.root", "seen = set()", "row = [a]", "n = 0"]
    last = [f"return {draw(conditions())}"]
    main = ["def rep_ok(self):", *indented([*head, *body, *last])]
    helper = [
        "def depth(node, limit):",
        "    if node is None or limit == 0:",
        "        return 0",
        "    return 1 + depth(node.left, limit - 1)",
    ]
    return "\n".join([*helper, "", *main])


def compare(bounds: Bounds, predicate: Any) -> bool:
    try:
        quick, found = fast(bounds, predicate)
    except (NotResumable, Escaped):
        return False
    slow, expected = general(bounds, predicate)
    assert quick == slow
    assert found == expected
    return True


@settings(
    max_examples=20,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(predicates())
def test_both_paths_consider_the_same_candidates_in_the_same_order(source: str) -> None:
    namespace: dict[str, Any] = {"__name__": "generated"}
    made = made_from_source(source, "rep_ok", namespace)
    compare(tree_bounds(2), made)
