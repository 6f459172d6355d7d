"""What is read fits its annotations, and what does not is refused with where and why."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

import pytest

from refute.model import wire
from refute.model.execution import RecordedOutcome, Returned
from refute.model.sequence import Sequence
from refute.model.typeform import TypeForm
from refute.model.wire import Malformed


class Colour(Enum):
    RED = "red"


@dataclass(frozen=True)
class Part:
    name: str
    size: int | None = None


@dataclass(frozen=True)
class Other:
    weight: float


@dataclass(frozen=True)
class Whole:
    count: int
    share: float
    right: bool
    colour: Colour
    parts: tuple[Part, ...]
    pair: tuple[str, int]
    pairs: tuple[tuple[Part, int], ...]
    names: frozenset[str]
    kinds: frozenset[Colour]
    numbered: Mapping[int, Part]
    counted: dict[str, int]
    either: str | int
    one: Part | Other | None
    some: tuple[Part, ...] | str
    anything: object
    sequence: Sequence
    outcome: RecordedOutcome


WHOLE = Whole(
    count=1,
    share=0.5,
    right=True,
    colour=Colour.RED,
    parts=(Part("a", 1), Part("b")),
    pair=("x", 1),
    pairs=((Part("c"), 2),),
    names=frozenset({"b", "a"}),
    kinds=frozenset({Colour.RED}),
    numbered={1: Part("d")},
    counted={"e": 2},
    either=3,
    one=Other(1),
    some=(Part("f"),),
    anything={"any": ["thing", None]},
    sequence=Sequence(()),
    outcome=Returned(TypeForm("int"), "1"),
)
GOOD = json.loads(wire.to_line(WHOLE))


def test_everything_comes_back():
    assert wire.from_line(Whole, wire.to_line(WHOLE)) == WHOLE
    assert GOOD["names"] == ["a", "b"]  # in an order of its own, so that two lines are alike


@pytest.mark.parametrize("value", ["text", ()])
def test_plain_values_stand_as_they_are_beside_others(value):
    data = {**GOOD, "some": value if isinstance(value, str) else list(value), "one": None}
    read = wire.from_json(Whole, data)

    assert (read.some, read.one) == (value, None)
    assert wire.to_json(read)["some"] in (value, list(value))


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("count", "1", "Whole.count: expected int, not '1'"),
        ("count", True, "expected int, not True"),
        ("count", 1.5, "expected int, not 1.5"),
        ("share", "half", "expected float"),
        ("share", False, "expected float, not False"),
        ("right", 1, "expected bool, not 1"),
        ("right", None, "expected bool, not None"),
        ("colour", "blue", "'blue' is not a valid Colour"),
        ("colour", [], "is not a valid Colour"),
        ("parts", {}, "expected a list, not {}"),
        ("parts", [{"name": 1, "size": 2}], "Whole.parts: Part.name: expected str, not 1"),
        ("parts", [{"name": "a"}], "Part lacks, or does not have: size"),
        ("parts", [{"name": "a", "size": 1, "more": 1}], "Part lacks, or does not have: more"),
        ("parts", ["a"], "expected an object, a Part, not 'a'"),
        (
            "parts",
            [{"name": "a", "size": "b"}],
            "expected int, not 'b'; expected NoneType, not 'b'",
        ),
        ("pair", ["x"], "expected a list of 2"),
        ("pair", ["x", "y"], "expected int, not 'y'"),
        ("pairs", [[{"name": "a", "size": 1}, "b"]], "expected int, not 'b'"),
        ("names", [1], "expected str, not 1"),
        ("kinds", ["blue"], "is not a valid Colour"),
        ("numbered", {"x": {"name": "a", "size": None}}, "ValueError: invalid literal for int"),
        ("numbered", {"1": 2}, "expected an object, a Part, not 2"),
        ("counted", [], "expected an object, not []"),
        ("counted", {"a": "b"}, "expected int, not 'b'"),
        ("either", 1.5, "expected str, not 1.5; expected int, not 1.5"),
        ("either", [], "expected str"),
        ("one", {"is": "Part", "name": "a"}, "Part lacks, or does not have: size"),
        ("one", {"name": "a"}, "expected one of Part, Other, not None"),
        ("one", {"is": []}, "expected one of Part, Other, not []"),
        ("one", {"is": "Whole"}, "expected one of Part, Other, not 'Whole'"),
        ("one", 7, "expected an object, not 7"),
        ("some", 7, "expected str, not 7; expected a list, not 7"),
        ("sequence", {}, "a sequence is a list of steps"),
        ("sequence", [{"arguments": [], "do": []}], "unknown operation"),
        ("outcome", {}, "KeyError"),
        ("outcome", 1, "TypeError"),
    ],
)
def test_what_does_not_fit_is_refused_with_where_and_why(field, value, reason):
    with pytest.raises(Malformed) as refused:
        wire.from_json(Whole, {**GOOD, field: value})

    assert reason in str(refused.value)
    assert f"Whole.{field}: " in str(refused.value)


@pytest.mark.parametrize("line", [b"", b"{", b"\xff", b"[" * 200_000, b"1" * 5_000, b"nul"])
def test_what_is_no_json_is_refused(line):
    with pytest.raises(Malformed):
        wire.from_line(Whole, line)


def test_a_long_value_is_cut_in_the_reason():
    with pytest.raises(Malformed) as refused:
        wire.from_json(Whole, {**GOOD, "count": "x" * 10_000})

    assert len(str(refused.value)) < 100


def test_an_annotation_without_a_form_is_our_mistake():
    @dataclass
    class Odd:
        value: bytes

    with pytest.raises(TypeError, match="has no form in JSON"):
        wire.to_json(Odd(b""))
