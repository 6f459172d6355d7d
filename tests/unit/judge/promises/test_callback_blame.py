"""What a function of ours asks for is the code's to see to."""

from __future__ import annotations

import pytest

from refute.judge.exceptions.rules import RULE
from refute.judge.promises.callback_blame import demanded, given_something_else
from refute.model.sequence import Callback
from refute.model.typeform import INT, NONE
from refute.model.verdict import Blame

NAMES = ("self", "items", "x")


def test_whoever_calls_a_function_otherwise_than_it_may_is_to_blame() -> None:
    violation = given_something_else(Callback("on_done", ("n",), (INT,), NONE), "n > 0")

    assert (violation.rule, violation.blame) == ("callback-requires", Blame.CODE)
    assert violation.message == "on_done asks for n > 0"
    assert violation.signature == ("callback-requires", "on_done", "n > 0")
    assert violation.reason == RULE["callback-requires"].reason


@pytest.mark.parametrize(
    ("condition", "demand"),
    [
        ("x > 0", ((2,), "{0} > 0")),
        ("x in items and x", ((2, 1), "{0} in {1} and {0}")),
        ("len(items) > 3", ((1,), "len({0}) > 3")),
        ("self.x == x", ((2, 0), "{1}.x == {0}")),
        ("x in {1, 2}", ((2,), "{0} in {{1, 2}}")),
        ("x != '{'", ((2,), "{0} != '{{'")),
        ("f'{x}' in items", ((1, 2), "f'{{{1}}}' in {0}")),
    ],
)
def test_a_condition_on_parameters_can_be_asked_for(condition, demand) -> None:
    assert demanded(condition, NAMES) == demand


def test_what_is_asked_for_is_the_condition_again_once_it_is_filled() -> None:
    indices, source = demanded("f'{x}' in items or x in {1}", NAMES)

    assert source.format(*(NAMES[index] for index in indices)) == "f'{x}' in items or x in {1}"


@pytest.mark.parametrize(
    "condition",
    [
        "x > LIMIT",  # of the module
        "len('') == 0",  # of no parameter
        "x >",
        "all(x for x in items)",  # another x
        "(lambda x: x)(items)",
    ],
)
def test_what_speaks_of_something_else_cannot_be_asked_for(condition) -> None:
    assert demanded(condition, NAMES) is None
