"""What test files and the tests in them are called."""

from __future__ import annotations

import re

import pytest
from stack_subject import (
    EMPTY,
    RAISES,
    SUITE,
    TOP_OF_NOTHING,
    finding,
    push,
)

from refute.model.recording import Observation, RecordedTest
from refute.model.sequence import Literal
from refute.model.typeform import ANY
from refute.render.findings_module import findings_file
from refute.render.suite_module import suite_file
from refute.render.test_names import findings_name, module_of, recorded_module, suite_name

pytestmark = pytest.mark.usefixtures("subject")


def test_names_are_made_unique_by_number_at_last():
    def named(argument: str) -> RecordedTest:
        made = EMPTY.extend(Literal(argument, ANY)).extend(push, (0, 1))
        return RecordedTest(made, (Observation(0, "len({0})", "1"),))

    text = suite_file(
        "stacks", [named(each) for each in ("0.5", "1", "2", "2.5", "3.5")], version="1", seed=0
    )

    assert sorted(re.findall(r"def (\w+)", text)) == [
        "test_push",
        "test_push_with_1",
        "test_push_with_2",
        "test_stack_push",
        "test_stack_push_2",
    ]


@pytest.mark.parametrize(
    ("expected", "name"),
    [
        ("-1", "test_top_returns_minus_1"),
        ("''", "test_top_returns_empty_string"),
        ("'Ab'", "test_top_returns_ab"),
        ("'a b'", "test_top"),
        ("1.5", "test_top"),
    ],
)
def test_short_results_are_part_of_the_name(expected: str, name: str):
    test = RecordedTest(TOP_OF_NOTHING, (Observation(1, "{0}", expected),))

    assert f"def {name}():" in suite_file("stacks", [test], version="1", seed=0)


def test_a_law_is_about_the_class():
    claim = {
        "subjects": (0,),
        "assertion": "assert {0}",
        "test_name": "is_not_less_than_its_equals",
    }
    law = finding(EMPTY, "lt-eq", "stacks:Stack.__lt__", **claim)
    new_law = finding(EMPTY, "my-law", "stacks:Stack", subjects=(0,), assertion="assert {0}")
    text = findings_file("stacks", [law, new_law], version="1")

    assert "def test_stack_is_not_less_than_its_equals():" in text
    assert "def test_stack_my_law():" in text


def test_where_things_belong():
    assert findings_name("shop.cart") == "test_shop_cart_findings.py"
    assert suite_name("shop.cart") == "test_shop_cart.py"
    assert module_of(RAISES) == "stacks"
    assert recorded_module(SUITE[0]) == "stacks"
