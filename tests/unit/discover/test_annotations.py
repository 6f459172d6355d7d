"""Annotations become forms; what cannot be understood tells nothing and breaks nothing."""

from __future__ import annotations

import collections
import collections.abc as c
import datetime
import decimal
import enum
import fractions
import pathlib
import re
import sys
import typing as t
from dataclasses import InitVar

import pytest

from refute.discover.annotations import Annotations
from refute.model.typeform import ANY, BYTES, INT, NEVER, NONE, STR, TypeForm, literal, union

HERE = __name__


class Color(enum.Enum):
    RED = 1


class Pair(t.NamedTuple):
    left: int
    right: int


class Movie(t.TypedDict):
    name: str


class Speaks(t.Protocol):
    def speak(self) -> str: ...


class Box:
    class Lid: ...

    def list(self) -> None: ...


Number = t.TypeVar("Number", int, float)
Text = t.TypeVar("Text", bound=str)
Free = t.TypeVar("Free")
P = t.ParamSpec("P")
UserId = t.NewType("UserId", int)
Json = t.Union[None, int, "list[Json]"]


def form(name: str, *args: TypeForm) -> TypeForm:
    return TypeForm(name, args)


CALLABLE = "collections.abc:Callable"
REST = TypeForm("...")


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [
        (int, INT),
        (None, NONE),
        (t.Any, ANY),
        (object, ANY),
        (list, form("list")),
        (t.List, form("list")),  # noqa: UP006
        (list[int], form("list", INT)),
        (t.List[int], form("list", INT)),  # noqa: UP006
        (dict[str, list[int]], form("dict", STR, form("list", INT))),
        (tuple[int, str], form("tuple", INT, STR)),
        (tuple[int, ...], form("tuple", INT, REST)),
        (tuple[()], form("tuple")),
        (frozenset[str], form("frozenset", STR)),
        (t.Optional[int], union(INT, NONE)),  # noqa: UP045
        (int | None, union(INT, NONE)),
        (t.Union[int, str, None], union(INT, STR, NONE)),  # noqa: UP007
        (t.Literal["a", 1, None], literal("'a'", "1", "None")),
        (t.Literal[Color.RED], literal(f"{HERE}.Color.RED")),
        (Color, form(f"{HERE}:Color")),
        (Pair, form(f"{HERE}:Pair")),
        (Movie, form(f"{HERE}:Movie")),
        (Speaks, form(f"{HERE}:Speaks")),
        (Box.Lid, form(f"{HERE}:Box.Lid")),
        (Number, union(INT, TypeForm("float"))),
        (Text, STR),
        (Free, ANY),
        (t.AnyStr, union(BYTES, STR)),
        (UserId, INT),
        (t.Annotated[int, "positive"], INT),
        (t.Final[int], INT),
        (t.ClassVar[int], INT),
        (InitVar[int], INT),
        (t.Never, NEVER),
        (t.NoReturn, NEVER),
        (t.LiteralString, STR),
        (t.TypeGuard[int], TypeForm("bool")),
        (t.Callable, form(CALLABLE)),
        (c.Callable, form(CALLABLE)),
        (c.Callable[[int, str], bool], form(CALLABLE, INT, STR, TypeForm("bool"))),
        (c.Callable[..., int], form(CALLABLE, REST, INT)),
        (c.Callable[P, int], form(CALLABLE, REST, INT)),
        (c.Callable[[], None], form(CALLABLE, NONE)),
        (type, form("type")),
        (type[int], form("type", INT)),
        (t.Type[int], form("type", INT)),  # noqa: UP006
        (t.Iterable[int], form("collections.abc:Iterable", INT)),
        (c.Mapping[str, int], form("collections.abc:Mapping", STR, INT)),
        (t.Hashable, form("collections.abc:Hashable")),
        (t.Sized, form("collections.abc:Sized")),
        (t.SupportsInt, form("typing:SupportsInt")),
        (t.IO[str], form("io:TextIOBase")),
        (t.TextIO, form("io:TextIOBase")),
        (t.BinaryIO, form("io:BufferedIOBase")),
        (t.IO, union(form("io:TextIOBase"), form("io:BufferedIOBase"))),
        (re.Pattern[str], form("re:Pattern", STR)),
        (re.Match, form("re:Match")),
        (datetime.date, form("datetime:date")),
        (decimal.Decimal, form("decimal:Decimal")),
        (fractions.Fraction, form("fractions:Fraction")),
        (collections.deque[int], form("collections:deque", INT)),
        (range, form("range")),
        (memoryview, form("memoryview")),
        ("int", INT),
        ("list['Color']", form("list", form(f"{HERE}:Color"))),
        (list["Color"], form("list", form(f"{HERE}:Color"))),  # type: ignore[name-defined]
        ("t.Optional[Movie]", union(form(f"{HERE}:Movie"), NONE)),
        ("list[Missing]", form("list", ANY)),
        ("Missing | None", ANY),
    ],
    ids=str,
)
def test_forms(annotation: object, expected: TypeForm) -> None:
    assert Annotations().form(annotation, None, form) == expected


@pytest.mark.parametrize(
    "annotation", ["Missing", "Missing.Part", "1 +", "a doc string", 5, [int], {"a": 1}, P.args]
)
def test_what_says_nothing(annotation: object) -> None:
    assert Annotations().form(annotation, None, form) is None


def test_the_classes_named_are_remembered() -> None:
    annotations = Annotations()
    annotations.form(dict[Color, list[Pair]])

    assert annotations.classes[f"{HERE}:Color"] is Color
    assert annotations.classes[f"{HERE}:Pair"] is Pair
    assert annotations.classes["dict"] is dict


def test_self_is_the_owner() -> None:
    assert Annotations().form(t.Self, Box) == form(f"{HERE}:Box")
    assert Annotations().form("t.Self", Box) == form(f"{HERE}:Box")


def test_nested_classes_are_in_reach_but_methods_do_not_hide_types() -> None:
    assert Annotations().form("Lid", Box) == form(f"{HERE}:Box.Lid")
    assert Annotations().form("list[int]", Box) == form("list", INT)


def test_recursive_aliases_end() -> None:
    found = Annotations().form(Json, None, form)

    assert found is not None and INT in found.args


def test_a_path_is_known_by_its_own_module() -> None:
    annotations = Annotations()
    found = annotations.form(pathlib.Path)

    assert found is not None and annotations.classes[found.name] is pathlib.Path


@pytest.mark.skipif(sys.version_info < (3, 12), reason="the syntax is new in 3.12")
def test_type_parameters_and_aliases_of_python_3_12() -> None:
    names: dict[str, t.Any] = {"__name__": HERE}
    exec(
        "type Tree[T] = int | list[Tree[T]]\n"
        "type Name = str\n"
        "def first[T: int](xs: list[T], name: 'Name', tree: Tree[int], t: 'T') -> T: ...\n",
        names,
    )
    first = names["first"]
    given = first.__annotations__

    assert Annotations().form(given["xs"], None, first) == form("list", INT)
    assert Annotations().form(given["name"], None, first) == STR
    assert Annotations().form(given["t"], None, first) == INT
    tree = Annotations().form(given["tree"], None, first)
    assert tree is not None and tree.args[0] == INT
