"""Bounds on one line: read, told which are a parameter's, and written again."""

from __future__ import annotations

import enum

import pytest

from refute.discover.bounding.bounds_text import bounds_line, parse_bounds
from refute.discover.bounding.finitize import bounds_for
from refute.model.bounds import Array, DictOf, Objects, SetOf, Tuple, Values
from refute.model.errors import UsageError


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Node:
    left: Node | None
    n: int
    colour: Colour


class Tree:
    root: Node | None
    names: list[str] | None
    marks: set[int]
    table: dict[str, Node]
    pair: tuple[bool, int]

    def remove(self, n: int, names: list[str]) -> None: ...


TYPED = (
    "Node=2 n=0..2 colour=RED,BLUE names.length=0..1 names.items='a','b' marks.length=0,2 marks.items=0..3 "
    "table.length=1 table.keys='k' table.values=Node pair=(True,0),(False,1)"
)


def test_everything_can_be_typed_and_is_written_again() -> None:
    space = bounds_for(Tree, None, parse_bounds(TYPED))

    assert space.fields["Node.colour"] == Values((Colour.RED, Colour.BLUE))
    assert space.fields["Tree.marks"] == SetOf(Values((0, 1, 2, 3)), (0, 2))
    assert space.fields["Tree.table"] == DictOf(Values(("k",)), Objects("Node"), (1,))
    assert space.fields["Tree.pair"] == Values(((True, 0), (False, 1)))
    line = bounds_line(space)
    assert line == (
        "Node=2 names.length=0,1 names.items='a','b' marks.length=0,2 marks.items=0..3 table.length=1 table.keys='k' "
        "table.values=Node pair=(True, 0),(False, 1) n=0..2 colour=Colour.RED,Colour.BLUE"
    )
    assert bounds_for(Tree, None, parse_bounds(line)) == space


def test_what_cannot_be_typed_is_told_in_words() -> None:
    given = {"pair": Tuple((Values((0,)), Values((1, 2)))), "names": [["a"]], "marks": [set()]}
    nested = Array((1,), Array((0, 1), Values((0,))))
    space = bounds_for(Tree, 1, {**given, "table": nested, "Node.left": None})

    line = bounds_line(space, {"remove.n": Objects("Node")})
    assert "pair=({0}, {1, 2})" in line
    assert "table=list of length {1} with items list of length {0, 1} with items {0}" in line
    assert line.endswith(" Node.n=0,1 colour=Colour.RED,Colour.BLUE remove.n=Node")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("names=refute.array(3,[0])", "names=refute.array"),
        ("names.items=…", "in place of … in names.items"),
        ("Node:3", "Node:3 is neither"),
    ],
)
def test_what_is_not_meant_to_be_typed_is_told(text: str, what: str) -> None:
    with pytest.raises(UsageError, match=what) as refused:
        parse_bounds(text)

    assert refused.value.slug == "bad-bounds"


class Counted:
    """Has bookkeeping of its specification among its fields."""

    aux_last = ""

    def __init__(self, n: int) -> None:
        self.n = n
        self.aux_last = "begun"
        self.aux_seen: list[int] = []
        self._aux_rest = n


def test_bookkeeping_holds_what_a_new_object_has() -> None:
    space = bounds_for(Counted, 2, {})

    assert space.fields["Counted.aux_last"] == Values(("begun",))
    assert space.fields["Counted.aux_seen"] == Values(([],))
    assert space.fields["Counted._aux_rest"] == space.fields["Counted.n"] == Values((0, 1, 2))
    assert bounds_for(Counted, 2, {"aux_last": ["x"]}).fields["Counted.aux_last"] == Values(("x",))


class Bag:
    names: dict[str, int]
    marks: set[str]
    rest: list[str]


def test_the_skeleton_is_what_can_be_typed() -> None:
    with pytest.raises(UsageError) as refused:
        bounds_for(Bag, None, {})

    typed = refused.value.message.partition('--bounds "')[2].rstrip('"')
    assert typed == (
        "names.length=0..3 names.keys=… names.values=… marks.length=0..3 marks.items=… rest.length=0..3 rest.items=…"
    )
    assert "names=refute.mapping(3, [...], [...])," in refused.value.message
    assert "marks=refute.array(3, [...], set)," in refused.value.message
    space = bounds_for(Bag, None, parse_bounds(typed.replace("…", "0,1")))
    assert space.fields["Bag.names"] == DictOf(Values((0, 1)), Values((0, 1)), (0, 1, 2, 3))
