"""A repr that reads like a constructor call and is none, and those that promise nothing."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field
from typing import Any

from lawbreaking import breaks, keeps

NAN = float("nan")


@dataclass
class Point:
    x: Any
    y: Any = 0


class Swapped(Point):
    def __repr__(self) -> str:
        return (
            f"Swapped({self.y!r}, x={self.x!r})"
            if self.y == "kw"
            else f"Swapped({self.y!r}, {self.x!r})"
        )


class Outer:
    class Inner(Swapped):
        def __repr__(self) -> str:
            return f"Outer.Inner({self.y!r}, {self.x!r})"


class Says(Point):
    """Whose repr is what it was told."""

    def __repr__(self) -> str:
        return str(self.x)


class Counts(Point):
    """Shows how many there were."""

    made = 0

    def __init__(self, x: Any) -> None:
        super().__init__(x)
        Counts.made += 1
        self.number = Counts.made

    def __repr__(self) -> str:
        return f"Counts({self.number})"


@dataclass
class Secret:
    name: str
    password: str = field(default="", repr=False)


class Alias(Point):
    def __repr__(self) -> str:
        return f"Alias({self.x!r})"


Real = Alias


def test_swapped_arguments() -> None:
    breach = breaks("eval-repr", Swapped(1, 2))

    assert breach.assertion == "assert eval(repr({0}), dict(Swapped=type({0}))) == {0}"


def test_with_other_classes_in_it() -> None:
    breaks("eval-repr", Swapped(Point(1), datetime.date(2020, 1, 1)))
    breaks("eval-repr", Swapped([-1, {2: (3j + 1,)}], {4, "a"}))
    breaks("eval-repr", Swapped(frozenset([1]), 2))


def test_a_nested_class() -> None:
    assert "__import__" in breaks("eval-repr", Outer.Inner(1, 2)).assertion


def test_a_number_that_is_not_what_the_constructor_takes() -> None:
    breaks("eval-repr", Counts(7))


def test_silent() -> None:
    class Local(Point):
        def __repr__(self) -> str:
            return f"Local({self.y!r}, {self.x!r})"

    values = [
        *(Point(1, 2), Swapped(1, 1), Secret("a", "b"), Alias(1), Local(1, 2), object(), 1),
        *(Swapped(NAN, 1), Swapped((1, ...), 2), Swapped("a...z", 2), Swapped(b"a...z", 2)),
        *(Swapped(Outer(), 1), Swapped(len, 1), Swapped("x" * 3000, 1), Swapped(1, "kw")),
        *(Says("<Says>"), Says("Says("), Says("Says(1)(2)"), Says("Says(1) + 2"), Says("Says(x)")),
        *(
            Says("Says(1, 2, 3)"),
            Says("Says(print(1))"),
            Says("Says([].copy())"),
            Says("Says(*[1])"),
        ),
        *(Says("Says(lambda: 0)"), Says("Says((lambda: 0)())"), Says("Says(nowhere.Class())")),
    ]

    for value in values:
        assert keeps("eval-repr", value), value


def test_nan_computed_from_plain_numbers() -> None:
    value = Swapped(1, 2)
    value.z = NAN  # type: ignore[attr-defined]

    assert keeps("eval-repr", value)


def test_a_class_of_no_module() -> None:
    Nowhere = type(
        "Nowhere", (Swapped,), {"__module__": "nowhere", "__repr__": lambda s: "Nowhere(1)"}
    )

    assert keeps("eval-repr", Nowhere(1, 2))


def test_a_name_that_now_means_another_class() -> None:
    moved = Real("a")
    type(moved).__name__ = "Point"
    try:
        type(moved).__repr__ = lambda self: "Point(1)"  # type: ignore[method-assign, assignment]
        assert keeps("eval-repr", moved)
    finally:
        type(moved).__name__ = "Alias"


class Amount(Point):
    """Shows all that it takes but one."""

    def __repr__(self) -> str:
        return f"Amount({self.x!r})"


class Parcel(Point):
    """Shows one of three."""

    def __init__(self, x: Any, y: Any = 0, weight: int = 1) -> None:
        super().__init__(x, (y, weight))

    def __repr__(self) -> str:
        return f"Parcel({self.x!r})"


class Sum(Point):
    """Takes any number, and shows the first."""

    def __init__(self, x: Any, *others: Any) -> None:
        super().__init__(x, others)

    def __repr__(self) -> str:
        return f"Sum({self.x!r})"


class Rounded(Point):
    def __repr__(self) -> str:
        return f"Rounded({self.x:.1f}, y={self.y!r})"


def test_one_argument_is_forgotten() -> None:
    breaks("eval-repr", Amount(1, "EUR"))

    assert keeps("eval-repr", Amount(1))  # the default need not be shown


def test_what_shows_only_a_part_of_itself_is_free_to() -> None:
    assert keeps("eval-repr", Parcel(1, 2, 3))
    assert keeps("eval-repr", Sum(1, 2))
    assert keeps("eval-repr", Rounded(1.25, 2))


class Label:
    def __init__(self, text: Any, number: int = 0) -> None:
        self.text = text
        self.number = number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Label) and self.text == other.text

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Label('{self.text}')"


class Shouting(Label):
    def __repr__(self) -> str:
        return f"Shouting({self.text}!)"


def test_quotes_put_around_a_text_by_hand() -> None:
    breaks("eval-repr", Label("it's"))
    breaks("eval-repr", Label("a\nb"))

    assert keeps("eval-repr", Label("its"))
    assert keeps("eval-repr", Shouting("it's"))
