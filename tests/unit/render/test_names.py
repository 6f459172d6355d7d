"""Names are short, shadow nothing and mislead nobody."""

from __future__ import annotations

import pytest
from cart_sequences import (
    lines,
    sequence,
)

from refute.model.sequence import (
    Call,
)
from refute.model.typeform import ANY, TypeForm
from refute.render.source import render


def test_a_name_that_a_standard_module_has_too_is_used_bare_unless_tests_use_the_module():
    calls = [Call(f"m:{name}", (), ANY) for name in ("tokenize", "copy")]
    steps = sequence(*((call, ()) for call in calls))

    assert lines(steps) == ["tokenize()", "m.copy()"]


def test_variables_shadow_nothing():
    deque = Call("coll:deque", (), TypeForm("coll:deque"), how="new")
    setlike = Call("coll:Set", (), TypeForm("coll:Set"), how="new")
    match = Call("coll:Match", (), TypeForm("coll:Match"), how="new")
    rendered = render(sequence(deque, deque, setlike, match), keep=range(4))

    assert rendered.lines == [
        "deque_2 = deque()",
        "deque_3 = deque()",
        "set_ = Set()",
        "match_ = Match()",
    ]


def test_two_classes_of_one_name_are_told_apart():
    one, two = (Call(f"{m}:Cart", (), TypeForm(f"{m}:Cart"), how="new") for m in ("a.x", "b.y"))
    rendered = render(sequence(one, two))

    assert rendered.imports == ["import b.y", "from a.x import Cart"]
    assert rendered.lines == ["Cart()", "b.y.Cart()"]


@pytest.mark.parametrize("name", ["list", "TestCase", "test_it", "math"])
def test_names_that_would_mislead_are_not_imported(name: str):
    rendered = render(sequence(Call(f"shop:{name}", (), ANY)))

    assert rendered.imports == ["import shop"]
    assert rendered.lines == [f"shop.{name}()"]


def test_a_module_that_has_the_name_of_its_function():
    steps = sequence(Call("slug:slug", (), ANY), Call("slug:list", (), ANY))
    rendered = render(steps)

    assert rendered.imports == ["import slug as slug_module", "from slug import slug"]
    assert rendered.lines == ["slug()", "slug_module.list()"]
