"""What a user does: bounds, structures, inputs, exhaust, parametrize, strategy."""

from __future__ import annotations

import enum
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

sys.path.insert(0, str(Path(__file__).parents[2] / "subjects"))
from korat.binary_tree import BinaryTree, Node
from sortedcontainers import SortedList

from refute.execute.clock import patience
from refute.exhaustive.method import exhaust
from refute.exhaustive.parametrize import parametrize
from refute.exhaustive.structures import array, bounds, strategy, structures
from refute.generate.bounded import korat
from refute.generate.bounded.heap import make
from refute.model.bounds import Values
from refute.model.errors import UsageError
from refute.model.structure import Description, Ref

TREES = bounds(BinaryTree, Node=3, size=range(4))


def error_of(action: Any) -> UsageError:
    with pytest.raises(UsageError) as caught:
        action()
    return caught.value


# -- structures -----------------------------------------------------------------------------------


def test_structures_are_fresh_ordinary_objects_of_the_class_itself() -> None:
    trees = list(structures(BinaryTree, TREES))

    assert len(trees) == 1 + 1 + 2 + 5
    assert {type(tree) for tree in trees} == {BinaryTree}
    assert {type(tree.root) for tree in trees} == {Node, type(None)}
    assert len({id(tree.root) for tree in trees if tree.root}) == 8
    assert all(vars(tree).keys() == {"root", "size"} for tree in trees)
    assert BinaryTree.__subclasses__() == [] or all(
        "__refute_watched__" in vars(one) or one.__module__ == BinaryTree.__module__
        for one in BinaryTree.__subclasses__()
    )


def test_changing_a_structure_does_not_disturb_the_search() -> None:
    sizes = []
    for tree in structures(BinaryTree, TREES):
        sizes.append(tree.size)
        tree.size, tree.root = 99, None

    assert sizes == [tree.size for tree in structures(BinaryTree, TREES)]


@pytest.mark.parametrize("path", ["auto", "general", "resumable"])
def test_every_path_gives_the_same_structures_in_the_same_order(path: str) -> None:
    space = bounds(BinaryTree, Node=6, size=range(7))

    found = list(structures(BinaryTree, space, path=path).descriptions())

    assert found == list(structures(BinaryTree, space, path="general").descriptions())


def test_two_processes_give_the_same_structures_in_the_same_order() -> None:
    space = bounds(BinaryTree, Node=8, size=8)
    one, two = structures(BinaryTree, space), structures(BinaryTree, space)

    assert list(two.descriptions(processes=2)) == list(one.descriptions())
    assert two.tally.candidates == one.tally.candidates == 54418


def test_a_description_can_be_built_again() -> None:
    description = next(
        structures(BinaryTree, BinaryTree and bounds(BinaryTree, Node=1, size=1)).descriptions()
    )

    assert description == Description(
        ("BinaryTree", "Node"),
        ((0, "root", Ref(1)), (0, "size", 1), (1, "left", None), (1, "right", None)),
    )
    tree = make(description, {"BinaryTree": BinaryTree, "Node": Node})
    assert tree.rep_ok()


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


@dataclass(frozen=True)
class Flag:
    colour: Colour
    stripes: int = 0
    name: str = "flag"

    def rep_ok(self) -> bool:
        return self.colour is not Colour.RED or self.stripes > 0


def test_dataclasses_enums_and_defaults() -> None:
    found = list(structures(Flag, bounds(Flag, 2)))

    assert [(one.colour.name, one.stripes, one.name) for one in found] == [
        ("RED", 1, "flag"),
        ("RED", 2, "flag"),
        ("BLUE", 0, "flag"),
        ("BLUE", 1, "flag"),
        ("BLUE", 2, "flag"),
    ]


class Slotted:
    __slots__ = ("left", "weight")
    left: Slotted | None
    weight: int

    def invariant(self) -> bool:
        return self.left is None or (self.left is not self and self.left.weight < self.weight)


def test_slots_and_a_root_among_its_own_class_domain() -> None:
    found = list(structures(Slotted, bounds(Slotted, Slotted=2, weight=range(2))))

    assert (
        len(found) == 2 + 3
    )  # alone with weight 0 or 1; weight 1 above 0, which holds nothing, itself or the first
    assert {type(one) for one in found} == {Slotted}


class Box:
    content: set[int]
    pair: tuple[int, bool]
    names: dict[str, int]

    def rep_ok(self) -> bool:
        return len(self.content) == self.pair[0] and len(self.names) <= self.pair[1]


def test_sets_tuples_and_dicts() -> None:
    space = bounds(Box, 2, **{"Box.names": [{}, {"a": 1}]})
    found = list(structures(Box, space))

    assert sorted((sorted(one.content), one.pair, len(one.names)) for one in found) == sorted(
        (items, (len(items), flag), size)
        for items in ([], [0], [1], [2], [0, 1], [0, 2], [1, 2])
        for flag in (False, True)
        for size in range(int(flag) + 1)
    )


class Base:
    pass


class Leaf(Base):
    pass


class Inner(Base):
    child: Base


class Term:
    top: Base

    def rep_ok(self) -> bool:
        seen = set()
        one = self.top
        while isinstance(one, Inner):
            if one in seen:
                return False
            seen.add(one)
            one = one.child
        return True


def test_subclasses_with_a_number_are_part_of_the_field_domain() -> None:
    space = bounds(Term, Base=0, Leaf=1, Inner=3)

    # chains of up to three Inner that end in the Leaf
    assert structures(Term, space).count() == 4


class Half:
    read: int
    unread: int

    def rep_ok(self) -> bool:
        return self.read == 0


def test_fields_never_read_get_all_values_or_one() -> None:
    every = structures(Half, bounds(Half, 2))
    one = structures(Half, bounds(Half, 2), representatives=True)

    assert [(h.read, h.unread) for h in every] == [(0, 0), (0, 1), (0, 2)]
    assert [(h.read, h.unread) for h in one] == [(0, 0)]
    assert every.tally.candidates == one.tally.candidates == 3
    assert every.warnings() == [
        "Half.rep_ok does not always read Half.unread: all their values are listed  [fields-unread]"
    ]
    fast = structures(Half, bounds(Half, 2), path="resumable")
    assert fast.count() == 3
    assert fast.warnings() == every.warnings()


class Hidden:
    __slots__ = ("_value",)

    def __init__(self) -> None:
        self._value: int = 0

    @property
    def value(self) -> int:
        return self._value

    def __getattr__(self, name: str) -> Any:
        if name == "double":
            return 2 * self.value
        raise AttributeError(name)

    def rep_ok(self) -> bool:
        return self.double > 2


def test_properties_and_getattr_of_the_class_keep_working() -> None:
    assert [one.value for one in structures(Hidden, bounds(Hidden, 3))] == [2, 3]


def test_bounds_of_a_part_can_be_included() -> None:
    class Forest:
        first: BinaryTree

        def rep_ok(self) -> bool:
            return self.first.rep_ok()

    space = bounds(Forest, first=bounds(BinaryTree, Node=3, size=3))

    assert structures(Forest, space).count() == 5


def test_bounds_beside_the_class() -> None:
    class Die:
        eyes: int

        @classmethod
        def finitize(cls) -> dict[str, Any]:
            return {"eyes": range(1, 7)}

        def rep_ok(self) -> bool:
            return True

    assert structures(Die).count() == 6


def test_fields_are_found_in_init_also_with_quoted_annotations() -> None:
    class Link:
        def __init__(self) -> None:
            self.next: "Link | None" = None  # noqa: UP037
            self.value = 0

        def rep_ok(self) -> bool:
            return self.next is not self

    # alone, or before another one that holds nothing, itself, or the first; each with value 0 or 1
    assert structures(Link, bounds(Link, Link=2, value=range(2))).count() == 2 + 2 * 2 * 3


# -- bad input ------------------------------------------------------------------------------------


class Counter:
    value: int

    def rep_ok(self) -> bool:
        self.value += 1
        return True


class Endless:
    next: Endless | None

    def rep_ok(self) -> bool:
        one: Endless | None = self
        while one is not None:
            one = one.next
        return True


class Needy:
    value: int

    def rep_ok(self, other: int) -> bool:
        return self.value == other


class Listed(list):  # type: ignore[type-arg]
    value: int

    def rep_ok(self) -> bool:
        return self.value == 0


def test_a_predicate_that_needs_arguments() -> None:
    assert error_of(lambda: structures(Needy, bounds(Needy, 1))).slug == "predicate-arguments"


@pytest.mark.parametrize("path", ["general", "auto"])
def test_a_predicate_that_writes(path: str) -> None:
    error = error_of(lambda: structures(Counter, bounds(Counter, 3), path=path).count())

    assert error.slug == "predicate-writes"
    assert "Counter.value" in str(error)


def test_a_predicate_that_never_returns(monkeypatch: pytest.MonkeyPatch) -> None:
    search = korat.Search(bounds(Endless, Endless=2), Endless.rep_ok, patience=0.5, watch=patience)

    assert error_of(lambda: list(search.run())).slug == "predicate-hangs"


def test_a_class_that_extends_a_container_is_refused() -> None:
    assert error_of(lambda: structures(Listed, bounds(Listed, 1)).count()).slug == "builtin-base"


@pytest.mark.parametrize(
    ("given", "slug"),
    [
        ({"Nodes": 3}, "unknown-bound"),
        ({"Node": 3, "size": []}, "empty-domain"),
        ({"Node": -1}, "bad-count"),
        ({"size": 3}, "bounds-incomplete"),
        ({}, "bounds-incomplete"),
    ],
)
def test_bounds_that_mean_nothing(given: dict[str, Any], slug: str) -> None:
    assert error_of(lambda: bounds(BinaryTree, **given)).slug == slug


def test_the_skeleton_says_what_is_missing() -> None:
    assert str(error_of(lambda: bounds(BinaryTree))) == (
        "BinaryTree cannot be bounded yet; complete this:\n"
        "    refute.bounds(BinaryTree,\n"
        "        size=[...],  # values of BinaryTree.size: int\n"
        "        Node=3,  # how many objects of class Node\n"
        "    )\n"
        '    or, on the command line: --bounds "size=… Node=3"  [bounds-incomplete]'
    )


# -- methods --------------------------------------------------------------------------------------


def test_a_postcondition_sees_the_state_before() -> None:
    class Pot:
        level: int

        def rep_ok(self) -> bool:
            return True

        def fill(self) -> int:
            self.level += 1 if self.level < 2 else 0
            return self.level

    report = exhaust(
        Pot.fill,
        bounds(Pot, 3),
        owner=Pot,
        ensures=lambda self, old, result: self.level == old.self.level + 1,
    )

    assert report.smallest is not None
    assert report.smallest.rule == "ensures"
    assert "pot.level = 2" in str(report)


def test_sorted_list_of_sortedcontainers_is_exhausted() -> None:
    inner = array([1, 2, 3], range(3))
    space = bounds(
        SortedList,
        _load=4,
        _len=range(7),
        _lists=array(2, inner),
        _maxes=array(2, [0, 1, 2]),
        _index=array([0], [0]),
        _offset=0,
    )
    added = exhaust(SortedList.add, space, value=range(3), ensures=lambda self, old, value: sorted(
        [*old.self, value]) == list(self))  # fmt: skip
    gone = exhaust(SortedList.discard, space, value=range(3))

    assert added.ok, str(added)
    assert gone.ok, str(gone)
    assert added.tested == gone.tested == 3 * structures(SortedList, space).count()


# -- pytest and Hypothesis ------------------------------------------------------------------------


@parametrize(BinaryTree, Node=3, size=range(4))
def test_parametrize_gives_one_test_per_structure(tree: BinaryTree) -> None:
    assert tree.rep_ok()


@settings(max_examples=30, deadline=None)
@given(strategy(BinaryTree, Node=4, size=range(5)))
def test_the_strategy_draws_structures(tree: BinaryTree) -> None:
    assert tree.rep_ok()


def test_the_strategy_shrinks_towards_smaller_structures() -> None:
    from hypothesis import find

    tree = find(strategy(BinaryTree, Node=5, size=range(6)), lambda tree: tree.size >= 2)

    assert tree.size == 2


class Chain:
    first: Link | None

    def rep_ok(self):
        return self.first.next is None or len(self.first.items) == 1


class Link:
    next: Link | None
    items: list[int]


def test_a_predicate_that_raises_says_no_unless_that_is_an_error():
    assert structures(Chain, Link=1, items=array(1, [0])).count() > 0
    with pytest.raises(UsageError, match=r"raised AttributeError.*it had read Chain\.first = None"):
        structures(Chain, strict=True, Link=1, items=array(1, [0])).count()


class Choosy:
    items: list[int]

    def rep_ok(self):
        assert len(self.items) != 1
        return not self.items or self.items[1] / self.items[0]


def test_what_was_read_is_told_and_an_assertion_is_no_error():
    wanted = r"ZeroDivisionError.*it had read Choosy.items = list, len\(Choosy.items\) = 2, Choosy.items\[1\] = 0"
    with pytest.raises(UsageError, match=wanted):
        structures(Choosy, strict=True, items=array(2, [0, 1])).count()


class Member:
    v: int


class Group:
    members: set[Member]
    table: dict[Member, int]
    n: int

    def rep_ok(self) -> bool:
        return len(self.members) < 5


def test_a_set_with_one_object_and_a_domain_that_repeats_itself() -> None:
    space = bounds(Group, 1, Member=1, table=Values(({},)), n=[1, 1, 2, 1])
    found = [(len(one.members), one.n) for one in structures(Group, space)]

    # With a member there are two of each: it has a field of its own.
    assert sorted(found) == [(0, 1), (0, 2), (1, 1), (1, 1), (1, 2), (1, 2)]


@dataclass
class Point:
    k: int


class ByEquality:
    """Compares a part as a whole, with one of its own."""

    part: Point

    def rep_ok(self) -> bool:
        return self.part != Point(3)


class ByDict:
    x: int
    y: int

    def rep_ok(self) -> bool:
        return all(value > 0 for value in vars(self).values()) and len(vars(self)) == 2


@pytest.mark.parametrize(
    ("cls", "space"),
    [(ByEquality, {"Point": 1, "k": range(5)}), (ByDict, {"x": range(3), "y": range(3)})],
)
def test_a_predicate_that_cannot_be_followed_is_refused(cls: type, space: dict[str, Any]) -> None:
    for use in (list, lambda found: found.count(), lambda found: list(found.descriptions())):
        error = error_of(lambda use=use: use(structures(cls, bounds(cls, **space))))

        assert error.slug == "predicate-not-followed"


class Petal:
    pass


class Flower:
    petals: list[Petal | None]

    def rep_ok(self) -> bool:
        return len(self.petals) == 2 and all(petal is not None for petal in self.petals)


def test_items_of_a_list_may_be_objects_by_class_and_by_name() -> None:
    by_class = bounds(Flower, Petal=2, petals=array([2], Petal))
    by_name = bounds(Flower, Petal=2, **{"petals.length": [2], "petals.items": ["Petal"]})
    with_none = bounds(Flower, Petal=2, petals=array([2], [None, Petal]))

    # The same petal twice, or two.
    for space in (by_class, by_name, with_none):
        assert [len(set(map(id, one.petals))) for one in structures(Flower, space)] == [1, 2]
    assert bounds(Flower, Petal=1, petals=array([0], [])).state_space() == 1


class Box3:
    n: int

    def rep_ok(self) -> bool:
        return self.n > 5

    def no(self) -> bool:
        return False


def test_classes_keep_the_digits_of_their_names() -> None:
    found = structures(Box3, bounds(Box3, n=[0, 1]))
    list(found)

    assert "2 of them were refused right after Box3.n was read" in found.warnings()[0]


HERE = os.getpid()


class Piece:
    after: Piece | None
    v: int


class Ending:
    head: Piece | None

    def rep_ok(self) -> bool:
        met: list[Piece] = []
        one, total = self.head, 0
        while one is not None:
            if one in met:
                return False
            met.append(one)
            total += one.v
            one = one.after
        if total > 11 and os.getpid() != HERE:
            os._exit(3)
        return True


@pytest.mark.parametrize("listing", [False, True])
def test_a_predicate_that_ends_its_process_is_named(listing: bool) -> None:
    found = structures(Ending, bounds(Ending, Piece=5, v=range(4)))

    with pytest.raises(UsageError, match=r"Ending\.rep_ok: a process that asked") as refused:
        list(found.descriptions(2)) if listing else found.count(2)
    assert refused.value.slug == "predicate-ends"
