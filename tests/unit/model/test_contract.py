"""Conditions say what they are."""

from __future__ import annotations

from refute.model.contract import _lambdas, written


def positive(x: int) -> bool:
    return x > 0


PAIR = (lambda x: x > 1, lambda x: x > 2)
TWINS = (lambda x: x, lambda x: x)


def test_a_condition_is_shown_as_it_is_written() -> None:
    assert written(positive) == "positive"
    assert written(lambda x: x > 3) == "x > 3"
    assert [written(one) for one in PAIR] == ["x > 1", "x > 2"]
    assert written(TWINS[1]) == "x"


def test_what_has_no_source_has_no_text() -> None:
    assert written(eval("lambda x: x")) == ""
    assert written(object()) == ""
    assert _lambdas("") == []


def test_a_condition_over_several_lines_is_found() -> None:
    condition = max(
        lambda x: (
            x > 5
        ),
        lambda x: x,
        key=lambda one: one.__code__.co_consts,
    )  # fmt: skip

    assert written(condition) in ("x > 5", "")
