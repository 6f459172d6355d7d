"""Sets of objects and dicts with objects as keys: every shape once, counted by known integer sequences."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from refute.exhaustive.structures import array, bounds, mapping, structures
from refute.generate.bounded.shapes import ValueTable, canonical
from refute.model.errors import UsageError
from refute.model.structure import Description, Ref


class Vertex:
    """Has no fields."""


class Relation:
    """A binary relation: any set of pairs."""

    vertices: set[Vertex]
    pairs: set[tuple[Vertex, Vertex]]

    def rep_ok(self) -> bool:
        return all(a in self.vertices and b in self.vertices for a, b in self.pairs)


class Function:
    """Maps every vertex to one."""

    vertices: frozenset[Vertex]
    image: dict[Vertex, Vertex]

    def rep_ok(self) -> bool:
        return self.image.keys() == self.vertices and self.vertices.issuperset(self.image.values())


class Partition:
    """Puts every vertex into one part."""

    vertices: set[Vertex]
    parts: set[frozenset[Vertex]]

    def rep_ok(self) -> bool:
        listed = [one for part in self.parts for one in part]
        distinct = len(listed) == len(set(listed)) and frozenset() not in self.parts
        return distinct and set(listed) == self.vertices


class Person:
    likes: set[Person]
    age: int


class Club:
    members: set[Person]

    def rep_ok(self) -> bool:
        return all(one.likes <= self.members and one.age < 2 for one in self.members)


def relations(n: int) -> int:
    pairs = {"pairs.length": range(n * n + 1)}
    space = bounds(Relation, n, Vertex=n, vertices=array([n], Vertex, set), **pairs)
    return structures(Relation, space).count()


def functions(n: int) -> int:
    vertices, image = array([n], Vertex, frozenset), mapping([n], Vertex, Vertex)
    return structures(Function, Vertex=n, vertices=vertices, image=image).count()


def partitions(n: int) -> int:
    space = bounds(Partition, n, Vertex=n, vertices=array([n], Vertex, set))
    return structures(Partition, space).count()


def clubs(n: int) -> int:
    """Count relations with nothing but sets in the objects themselves."""
    space = bounds(Club, n, Person=n, members=array([n], Person, set), age=[0])
    return structures(Club, space).count()


@pytest.mark.parametrize(
    ("count", "numbers"),
    [
        (relations, [1, 2, 10, 104]),  # A000595
        (clubs, [1, 2, 10, 104]),
        (functions, [1, 1, 3, 7, 19]),  # A001372
        (partitions, [1, 1, 2, 3, 5]),  # A000041
    ],
)
def test_every_shape_is_counted_once(count, numbers) -> None:
    assert [count(n) for n in range(1, len(numbers))] == numbers[1:]


def test_members_that_differ_in_a_field_are_told_apart() -> None:
    found = structures(Club, Person=3, members=array([3], Person, set), likes=[set()], age=[0, 1])

    assert sorted(sum(one.age for one in club.members) for club in found) == [0, 1, 2, 3]


class Votes:
    cast: dict[Person, int]

    def rep_ok(self) -> bool:
        return len(self.cast) == 3


def test_keys_that_differ_in_their_value_only_are_told_apart() -> None:
    cast = mapping(3, Person, range(3))
    found = structures(Votes, Person=3, cast=cast, likes=[set()], age=[0])

    # Three votes, of three kinds: as many as multisets.
    assert len({tuple(sorted(one.cast.values())) for one in found}) == found.count() == 10


def test_they_come_in_the_same_order_whatever_the_path_and_the_number_of_processes() -> None:
    space = bounds(Club, Person=2, age=[0, 1])
    told = [list(structures(Club, space, path=path).descriptions()) for path in ("auto", "general")]

    assert told[0] == told[1] == list(structures(Club, space).descriptions(processes=2))
    assert len(told[0]) == structures(Club, space).count(processes=2)


def test_the_form_is_the_same_however_the_objects_are_numbered() -> None:
    classes = ("Root", "V", "V", "V")

    def form(a: int, b: int, c: int, edges: set[tuple[int, int]]) -> object:
        pairs = {(Ref(x), Ref(y)) for x, y in edges}
        fields = ((0, "all", {Ref(1), Ref(2), Ref(3)}), (0, "to", pairs))
        kinds = tuple((n, "k", value) for n, value in ((1, a), (2, b), (3, c)))
        return canonical(Description(classes, fields + kinds), ValueTable())

    assert form(0, 1, 0, {(1, 2), (2, 3)}) == form(0, 0, 1, {(2, 3), (3, 1)})
    assert form(0, 1, 0, {(1, 2), (2, 3)}) != form(0, 1, 0, {(1, 2), (3, 2)})
    assert form(0, 0, 0, {(1, 2), (2, 3), (3, 1)}) == form(0, 0, 0, {(2, 1), (1, 3), (3, 2)})


@dataclass(frozen=True)
class Point:
    x: int


@dataclass
class Unhashable:
    x: int


class Cloud:
    points: set[Point]
    names: dict[Unhashable, int]

    def rep_ok(self) -> bool:
        return True


def test_what_is_hashed_by_its_fields_is_refused() -> None:
    for given, how in (
        ({"names": [{}]}, "by what its fields hold"),
        ({"points": [set()]}, "cannot"),
    ):
        with pytest.raises(UsageError, match=how) as refused:
            structures(Cloud, bounds(Cloud, 2, **given)).count()

        assert refused.value.slug == "set-of-objects"


def test_equal_values_are_one_member() -> None:
    class Bag:
        items: set[int]

        def rep_ok(self) -> bool:
            return True

    found = structures(Bag, items=array([2], [0, False, 1], set))

    assert sorted(sorted(one.items) for one in found) == [[0, 1], [False, 1]]


class Money:
    """Shows less than it holds, as redacted secrets do."""

    def __init__(self, cents: int) -> None:
        self.cents = cents

    def __repr__(self) -> str:
        return f"Money({self.cents // 100})"


class Coin:
    worth: object


class Purse:
    coins: set[Coin]

    def rep_ok(self) -> bool:
        return all(one.worth is not None for one in self.coins)


def test_values_that_look_alike_are_told_apart() -> None:
    space = bounds(Purse, Coin=2, worth=[Money(100), Money(150)])
    held = [sorted(one.worth.cents for one in purse.coins) for purse in structures(Purse, space)]
    assert sorted(held) == [[], [100], [100, 100], [100, 150], [150], [150, 150]]
