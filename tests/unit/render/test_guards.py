"""What stands around a body lets it do what it did."""

from __future__ import annotations

from typing import Any

import pytest

from refute.model.sequence import Literal, Raise, Require, Return, Sequence
from refute.model.typeform import INT
from refute.render.guards import empty_lists, not_within_itself, noting


def test_what_is_kept_is_raised_once_more():
    lines = noting(Sequence((*Sequence().extend(Require("0")).steps,)), ["assert 0"], {}, "r")
    kept: list[Exception] = []
    try:
        exec("\n".join(lines), {"r": kept})
    except AssertionError as raised:
        assert kept == [raised]
    else:
        raise RuntimeError("nothing was raised")


def test_what_is_raised_on_purpose_is_not_kept():
    body = Sequence().extend(Require("1")).extend(Raise("ValueError()"))
    lines = noting(body, ["assert 1", "raise ValueError"], {0: (0, 1), 1: (1, 2)}, "r")

    assert lines[-1] == "raise ValueError"
    assert lines[:2] == ["try:", "    assert 1"]


def test_what_is_thrown_in_at_a_yield_is_not_kept():
    body = Sequence().extend(Literal("2", INT)).extend(Return(), [0])
    lines = noting(body, ["yield 2"], {1: (0, 1)}, "kept")
    names: dict[str, Any] = {"kept": []}
    exec("\n".join(["def f():", *(f"    {line}" for line in lines)]), names)
    running = names["f"]()

    assert next(running) == 2
    with pytest.raises(KeyError):
        running.throw(KeyError())
    assert names["kept"] == []


def test_a_function_within_itself_gives_something_else():
    lines = not_within_itself("7", "running", ["return [f()]"])
    text = "\n".join(["def f():", *(f"    {line}" for line in lines)])
    names: dict[str, object] = {"running": []}
    exec(text, names)

    assert names["f"]() == [7]  # type: ignore[operator]
    assert names["running"] == []
    assert empty_lists({0: "running"}) == ["running = []", ""]
    assert empty_lists({}) == []
