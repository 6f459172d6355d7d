"""Functions of ours take what they say, and it is known who calls them."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

from refute.execute.function_shapes import FunctionShapes, condition, placed
from refute.model.sequence import Callback
from refute.model.typeform import ANY
from refute.model.verdict import Blame, Violation


def test_a_function_has_the_name_and_the_parameters_of_the_operation() -> None:
    shapes = FunctionShapes()
    made = shapes.of(Callback("on_push", ("self", "item"), (ANY, ANY), ANY))(list)

    assert made.__name__ == "on_push"
    assert list(inspect.signature(made).parameters) == ["self", "item"]
    assert made(1, item=2) == [1, 2]


def test_a_role_that_is_no_name_is_not_one() -> None:
    shapes = FunctionShapes()

    assert shapes.of(Callback("class", (), (), ANY))(list).__name__ == "callback"


def test_a_context_manager_may_have_any_name() -> None:
    shapes = FunctionShapes()
    manager = Callback("contextmanager", ("x",), (ANY,), ANY, then="with")

    with shapes.of(manager)(list)(1) as given:
        assert given == [1]


def test_a_shape_is_made_once() -> None:
    shapes = FunctionShapes()
    first, same, other = (
        shapes.of(Callback("f", names, (ANY,), ANY)) for names in (("x",), ("x",), ("y",))
    )

    assert first is same and first is not other


def test_a_condition_is_about_what_it_is_given() -> None:
    holds = condition("{0} < {1}", 2)

    assert holds(1, 2) and not holds(2, 1)


def test_the_place_of_a_call_is_the_innermost_that_is_not_ours() -> None:
    violation = placed(Violation("raises", 0, Blame.CODE, "", "", ()))

    assert violation.file is not None and Path(violation.file) == Path(__file__)
    assert violation.line is not None


def test_a_function_that_counts_tells_of_calls_that_python_refuses():
    told: list[TypeError] = []
    plain = Callback("done", ("x", "y"), (ANY, ANY), ANY)
    function = FunctionShapes().of(plain, counts=True)(lambda given: given, told.append)

    assert function(1, 2) == (1, 2) == function(1, y=2)
    assert str(inspect.signature(function)) == "(x, y)"
    with pytest.raises(TypeError, match="missing 1 required positional argument"):
        function(1)
    assert len(told) == 1
