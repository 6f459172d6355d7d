"""The syntax behind each dunder method."""

from __future__ import annotations

from refute.model.syntax import MOST_ITEMS, OPERATORS, STATEMENTS


def test_every_operator_is_python_when_it_is_filled_in():
    for name, template in OPERATORS.items():
        filled = template.format("a", "b", "c")

        compile(filled, name, "exec" if name in STATEMENTS else "eval")
        assert name.startswith("__") and name.endswith("__")
    assert str(MOST_ITEMS) in OPERATORS["__iter__"]


def test_the_reflected_operator_has_its_operands_exchanged():
    assert OPERATORS["__rsub__"].format("a", "b") == "b - a"
    assert OPERATORS["__contains__"].format("a", "b") == "b in a"


def test_what_has_no_syntax_that_lasts_is_no_operator():
    assert not {"__init__", "__getattr__"} & OPERATORS.keys()
