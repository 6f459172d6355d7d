"""The search of Korat's paper: candidates in order, isomorphic ones skipped, unread fields not varied."""

from __future__ import annotations

import pytest

from refute.generate.bounded.korat import Search
from refute.model.bounds import AnyOf, Bounds, Objects, Values
from refute.model.errors import UsageError


class Node: ...


LINK = AnyOf((Values((None,)), Objects("Node")))


def bounds(nodes: int = 1, **fields) -> Bounds:
    domains = {f"Node.{name}": domain for name, domain in fields.items()}
    return Bounds("Node", {"Node": nodes}, domains, {"Node": Node})


PAIR = bounds(a=Values((0, 1, 2)), b=Values((0, 1, 2)))


def found(search: Search, prefix: tuple[int, ...] = ()) -> list[tuple[int, int]]:
    return [(one.a, one.b) for one in (search.build() for _ in search.run(prefix))]


def test_structures_come_in_the_order_of_their_choices():
    assert found(Search(PAIR, lambda x: x.a + x.b == 2)) == [(0, 2), (1, 1), (2, 0)]


def test_what_a_refused_candidate_did_not_read_is_not_varied():
    search = Search(PAIR, lambda x: x.a == 2 and x.b == 0)
    list(search.run())

    assert (search.found, search.candidates) == (1, 5)  # 2 without b, 3 with it


def test_a_prefix_confines_the_search():
    assert found(Search(PAIR, lambda x: x.a + x.b == 2), prefix=(1,)) == [(1, 1)]


def test_the_next_field_to_be_read_is_known_before_it_is():
    search = Search(PAIR, lambda x: x.a + x.b == 2)

    assert (search.probe(()).key, search.probe((1,)).key) == ("a", "b")
    assert search.probe((1,)).count == 3
    assert search.probe((1, 1)) is None


def test_isomorphic_structures_are_found_once():
    def is_chain(node) -> bool:
        seen = set()
        while node is not None and id(node) not in seen:
            seen.add(id(node))
            node = node.next
        return node is None

    assert sum(1 for _ in Search(bounds(nodes=3, next=LINK), is_chain).run()) == 3


def test_a_predicate_that_raises_says_no_and_one_that_writes_is_wrong():
    def divides(x) -> bool:
        return 1 // x.a == 1 and x.b == 0

    def writes(x) -> bool:
        x.a = 1
        return True

    search = Search(PAIR, divides)

    assert found(search) == [(1, 0)]
    assert search.raised == {"ZeroDivisionError": 1}
    with pytest.raises(UsageError, match=r"writes Node\.a"):
        list(Search(PAIR, writes).run())
