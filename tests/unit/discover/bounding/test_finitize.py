"""Which fields a class has, read from all that says so."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import OrderedDict, deque
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import pytest

from refute.discover.bounding.bounds_text import bounds_line, parse_bounds
from refute.discover.bounding.finitize import bounds_for
from refute.model.bounds import AnyOf, Array, DictOf, Objects, Values
from refute.model.errors import UsageError


class Shelf:
    items: list[int]
    more: tuple[int, ...] | None

    def __init__(self) -> None:
        self.rest = []


def test_lengths_and_items_of_a_list_are_enough() -> None:
    given = {f"{name}.{part}": range(2) for name in ("items", "more", "rest") for part in ("length", "items")}  # fmt: skip
    space = bounds_for(Shelf, None, given)

    some = Array((0, 1), Values((0, 1)), list)
    assert space.fields["Shelf.items"] == space.fields["Shelf.rest"] == some
    assert space.fields["Shelf.more"] == AnyOf((Values((None,)), Array((0, 1), Values((0, 1)), tuple)))  # fmt: skip


def test_a_list_is_asked_for_by_its_length_and_items() -> None:
    with pytest.raises(UsageError, match=r"items=refute.array\(3, \[...\]\)") as refused:
        bounds_for(Shelf, None, {})

    assert refused.value.slug == "bounds-incomplete"


def test_a_number_is_no_list() -> None:
    with pytest.raises(UsageError, match=r"Shelf.items is a list\[int\], and 0 is none") as refused:
        bounds_for(Shelf, None, {"items": range(3)})

    assert refused.value.slug == "bad-bounds"
    given = {"items": [[], [0]], "more": [None, (1,)], "rest": [[]]}
    assert bounds_for(Shelf, None, given).fields["Shelf.items"] == Values(([], [0]))


QUOTED = """
from typing import Optional

class Quoted:
    left: Optional["Quoted"]
    rest: list["Quoted | None"]
    gone: Optional["Nowhere"]
"""


def test_classes_that_are_quoted_inside_an_annotation_are_found() -> None:
    names: dict[str, Any] = {"__name__": "quoted"}
    exec(QUOTED, names)
    space = bounds_for(names["Quoted"], 2, {"gone": None})

    some = AnyOf((Values((None,)), Objects("Quoted")))
    assert space.fields["Quoted.left"] == some
    assert space.fields["Quoted.rest"] == Array((0, 1, 2), some)
    assert space.fields["Quoted.gone"] == Values((None,))
    # What is fixed at its default is stated: nothing else was tried.
    assert bounds_line(space) == "rest.length=0..2 rest.items=None,Quoted gone=None"


class Leaf:
    def __init__(self) -> None:
        self.table = {}
        self.marks = set()
        self.when = OrderedDict()
        self.top = None


class Stem:
    def __init__(self) -> None:
        self.leaf = Leaf()
        self.rest = [0]


def test_what_init_makes_says_what_a_field_holds() -> None:
    with pytest.raises(UsageError) as refused:
        bounds_for(Stem, None, {})

    typed = refused.value.message.partition('--bounds "')[2].rstrip('"')
    assert typed.startswith(
        "rest.length=0..3 rest.items=… Leaf=3 table.length=0..3 table.keys=… table.values=… "
    )
    assert typed.endswith(
        "marks.length=0..3 marks.items=… when.length=0..3 when.keys=… when.values=… top=…"
    )


class Bare:
    def __init__(self) -> None:
        self.root = None


def test_a_class_that_no_annotation_speaks_of_may_be_named() -> None:
    others = (
        "table.length=0 table.keys=0 table.values=0 marks.length=0 marks.items=0 when=None top=None"
    )
    space = bounds_for(Bare, None, parse_bounds(f"Leaf=2 root=None,Leaf {others}"))

    assert space.objects == {"Bare": 1, "Leaf": 2}
    assert space.fields["Bare.root"] == AnyOf((Values((None,)), Objects("Leaf")))


class Branch:
    twigs: dict[str, "Branch"]  # noqa: UP037
    names: list[str]


def test_what_the_annotation_says_need_not_be_given() -> None:
    space = bounds_for(Branch, 2, parse_bounds("twigs.keys='a' names.items='x'"))

    assert space.fields["Branch.twigs"] == DictOf(Values(("a",)), Objects("Branch"), (0, 1, 2))
    assert space.fields["Branch.names"] == Array((0, 1, 2), Values(("x",)))


class Shape(ABC):
    @abstractmethod
    def area(self) -> int: ...


class Square(Shape):
    n: bool


class Circle(Shape):
    r: bool


Square.area = Circle.area = lambda self: 1  # type: ignore[method-assign,assignment]
Square.__abstractmethods__ = Circle.__abstractmethods__ = frozenset()  # type: ignore[attr-defined]


class Drawing:
    shapes: list[Shape]
    first: Shape | None


@pytest.mark.parametrize("given", [{}, {"Square": 2}])
def test_an_abstract_class_has_the_objects_of_its_subclasses(given: dict[str, int]) -> None:
    space = bounds_for(Drawing, 1, given)
    some = (Objects("Square"), Objects("Circle"))

    assert space.objects == {"Drawing": 1, "Square": given.get("Square", 1), "Circle": 1}
    assert space.fields["Drawing.shapes"] == Array((0, 1), AnyOf(some))
    assert space.fields["Drawing.first"] == AnyOf((Values((None,)), *some))


T = TypeVar("T")
S = TypeVar("S", bool, None)
B = TypeVar("B", bound=bool)


class Cell(Generic[T]):
    value: T
    next: Cell[T] | None


class Row(Generic[S, B]):
    left: S
    right: list[B]


class Ring:
    head: Cell[bool] | None
    row: Row


class Rings:
    one: Cell[bool]
    other: Cell[None]


def test_a_generic_class_has_fields_of_what_it_is_a_class_of() -> None:
    space = bounds_for(Ring, 1, {})

    assert space.fields["Ring.head"] == AnyOf((Values((None,)), Objects("Cell")))
    assert space.fields["Cell.value"] == Values((False, True))
    assert space.fields["Cell.next"] == space.fields["Ring.head"]
    assert bounds_for(Rings, 1, {}).fields["Cell.value"] == Values((None, False, True))


def test_a_type_variable_that_nobody_fixes_is_what_it_is_restricted_to() -> None:
    space = bounds_for(Row, 1, {})

    assert space.fields["Row.left"] == Values((False, True, None))
    assert space.fields["Row.right"] == Array((0, 1), Values((False, True)))
    with pytest.raises(UsageError, match=r"values of Cell.value: ~T"):
        bounds_for(Cell, 1, {})


class Lines:
    waiting: deque[bool]
    latest: OrderedDict[bool, bool] | None

    def __init__(self) -> None:
        self.seen = deque()
        self.limited = deque(maxlen=1)


def test_a_deque_and_an_ordered_dict_are_of_their_own_class() -> None:
    space = bounds_for(
        Lines, 1, {"seen.items": [0], "seen.length": 1, "limited": [deque(maxlen=1)]}
    )
    both = Values((False, True))

    assert space.fields["Lines.waiting"] == Array((0, 1), both, deque)
    assert space.fields["Lines.seen"] == Array((1,), Values((0,)), deque)
    assert space.fields["Lines.latest"] == AnyOf(
        (Values((None,)), DictOf(both, both, (0, 1), OrderedDict))
    )


@dataclass
class Belts:
    made: deque[bool] = field(default_factory=lambda: deque(maxlen=2))
    given: deque[bool] = field(default_factory=deque)

    def clear(self) -> None:
        self.later: deque[bool] = deque([True], 3)


@pytest.mark.parametrize("parts", [{}, {"made.length": [0, 1], "made.items": [True]}])
def test_a_deque_with_a_maxlen_is_not_built_without_it(parts) -> None:
    with pytest.raises(UsageError, match=r"values of Belts\.made: deque with a maxlen"):
        bounds_for(Belts, 1, parts)
    limited = [deque([True], 2)]

    space = bounds_for(Belts, 1, {"made": limited})
    assert space.fields["Belts.made"] == Values(tuple(limited))
    assert isinstance(space.fields["Belts.given"], Array)
