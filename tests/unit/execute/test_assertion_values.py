"""The values of the expressions in a statement that fails, each evaluated once and in its place."""

from __future__ import annotations

import gc
import sys
import textwrap
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from refute.execute.assertion_values import asked, code_named, evaluate, watch_function

SOURCE = '''\
class Box:
    def __init__(self, *items):
        self.items = list(items)
        self.__secret = 3

    def invariant(self):
        """Return whether all is well."""
        if not self.items:
            return True
        assert self.items[0] >= 0, "negative"
        return all(a <= b for a, b in zip(self.items, self.items[1:]))

    def take(self):
        assert self.items.pop() == 1

    def secret(self):
        return self.__secret / 0

    def parent(self):
        return super().nothing

    def walk(self):
        for item in self.items:
            if 6 / item > 2:
                pass


def outer(n):
    def inner():
        return 1 // n

    return inner


half = lambda x: x / 0
'''


@pytest.fixture
def box(tmp_path: Path) -> Any:
    path = tmp_path / "box.py"
    path.write_text(SOURCE)
    module: Any = types.ModuleType("box")
    exec(compile(SOURCE, str(path), "exec"), module.__dict__)
    sys.modules["box"] = module
    yield module
    del sys.modules["box"]


def values_of(
    function: Any, line: int | None, call: Callable[[], object]
) -> tuple[str, dict[str, str]]:
    notes = watch_function(function.__code__, line)
    assert notes is not None
    try:
        call()
    except Exception as raised:
        assert not isinstance(raised, NameError), raised
    clause = notes.clause()
    assert clause is not None
    return clause.source, dict(clause.values)


def test_of_what_a_predicate_returns_or_asserts_the_last_is_told(box: Any) -> None:
    source, values = values_of(box.Box.invariant, None, box.Box(2, 1).invariant)

    assert source == "return all((a <= b for a, b in zip(self.items, self.items[1:])))"
    assert values["a <= b"] == "False" and (values["a"], values["b"]) == ("2", "1")
    assert values["self.items[1:]"] == "[1]"


def test_an_assert_in_a_predicate(box: Any) -> None:
    source, values = values_of(box.Box.invariant, None, box.Box(-1).invariant)

    assert source == "assert self.items[0] >= 0, 'negative'"
    assert values["self.items[0]"] == "-1" and values["self.items[0] >= 0"] == "False"


def test_what_has_an_effect_has_it_once(box: Any) -> None:
    one = box.Box(1, 2)
    _, values = values_of(box.Box.take, 14, one.take)

    assert values["self.items.pop()"] == "2"
    assert one.items == [1]


def test_private_names_and_super_keep_their_meaning(box: Any) -> None:
    assert values_of(box.Box.secret, 17, box.Box().secret)[1]["self.__secret"] == "3"
    assert "super()" not in values_of(box.Box.parent, 20, box.Box().parent)[1]


def test_of_a_compound_statement_the_head_is_told_as_it_was_last(box: Any) -> None:
    source, values = values_of(box.Box.walk, 24, box.Box(3, 0, 1).walk)

    assert source.startswith("if 6 / item > 2:") and values["item"] == "0"


def test_a_function_in_a_function_is_found_while_it_lives(box: Any) -> None:
    inner = box.outer(0)
    _, values = values_of(inner, 30, inner)

    assert values["n"] == "0"
    assert code_named(inner.__code__.co_filename, "outer.<locals>.inner") is inner.__code__


def test_functions_of_modules_imported_before_the_worker_was_forked_are_found():
    gc.freeze()  # as the process does that workers are forked from
    try:
        assert code_named(textwrap.__file__, "dedent") is textwrap.dedent.__code__
    finally:
        gc.unfreeze()


@pytest.mark.parametrize("name", ["half"])
def test_what_cannot_be_compiled_anew_is_left_alone(box: Any, name: str) -> None:
    assert watch_function(getattr(box, name).__code__, None) is None


def test_without_source_there_is_nothing_to_tell() -> None:
    scope: dict[str, Any] = {}
    exec("def f():\n    return 1", scope)

    assert watch_function(scope["f"].__code__, None) is None


def test_a_line_is_evaluated_with_its_values() -> None:
    clause = evaluate("assert a + b == c", {"a": 1, "b": 2, "c": 4})

    assert clause.source == "assert a + b == c"
    assert clause.values == (
        ("a", "1"), ("b", "2"), ("a + b", "3"), ("c", "4"), ("a + b == c", "False"),
    )  # fmt: skip


def test_a_line_that_raises_says_so() -> None:
    assert evaluate("repr(a / 0)", {"a": 1}).values[-1] == (
        "repr(a / 0)",
        "raises ZeroDivisionError",
    )


def test_two_functions_can_be_watched_at_a_time(box: Any) -> None:
    one = box.Box(2, 1)
    notes = watch_function(box.Box.invariant.__code__, None)
    line = evaluate("assert one.invariant()", {"one": one})

    assert notes is not None and notes.clause() is not None
    assert line.values[-1] == ("one.invariant()", "False")


class Keeps:
    def __init__(self) -> None:
        self.__hidden = 2

    def conditions(self, most: int) -> list[Callable[..., bool]]:
        return [lambda one, n=5: one.__hidden > most, lambda *, a, b=(1): a[0] > b]


def test_a_condition_without_a_name_is_asked_with_what_it_knows() -> None:
    keeps = Keeps()
    first, second = keeps.conditions(7)
    told = asked(first, keeps)

    assert told is not None and told.source == "one.__hidden > most"
    assert dict(told.values) == {
        "one": "Keeps(_Keeps__hidden=2)",
        "one.__hidden": "2",
        "most": "7",
        "one.__hidden > most": "False",
    }
    again = asked(second, a=[0])
    assert again is not None and dict(again.values)["b"] == "1"


def test_a_condition_with_a_name_is_asked_too(box: Any) -> None:
    told = asked(box.Box.invariant, box.Box(2, 1))

    assert told is not None and dict(told.values)["a <= b"] == "False"


def test_a_condition_that_raises_tells_what_it_came_to() -> None:
    told = asked(lambda x: x.real / 0 > 1, 3)

    assert told is not None and dict(told.values) == {"x": "3", "x.real": "3"}


def test_what_has_no_source_cannot_be_asked() -> None:
    assert asked(len, []) is None
    assert asked(eval("lambda x: x"), 1) is None
