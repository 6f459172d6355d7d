"""Data flow on the blocks of one function: loops, repeated reads, live variables."""

from __future__ import annotations

import ast

from refute.generate.bounded.compiled.blocks import (
    Block,
    Branch,
    Give,
    Jump,
    LoweredFunction,
    Plain,
    Read,
    RecursiveCall,
    expression,
)
from refute.generate.bounded.compiled.flow import Flow, names_in, surely_defines


def plain(text: str) -> Plain:
    return Plain(ast.parse(text).body[0])


def flow(*blocks: Block) -> Flow:
    return Flow(LoweredFunction("main", ["x"], list(blocks)))


def read_a() -> Read:
    return Read("x__a", "x", "a")


def test_a_read_that_was_made_on_every_way_is_not_repeated():
    one = flow(
        Block(0, [read_a()], Branch(expression("x__a"), 1, 2)),
        Block(1, [read_a()], Give(expression("x__a"))),
        Block(2, [], Give(expression("x__a"))),
    )

    assert one.blocks[0].code == [read_a()]
    assert one.blocks[1].code == []


def test_a_read_is_repeated_where_its_object_may_be_another():
    one = flow(Block(0, [read_a(), plain("x = y"), read_a()], Give(expression("x__a"))))

    assert [type(step) for step in one.blocks[0].code] == [Read, Plain, Read]


def test_the_block_that_a_jump_goes_back_to_begins_a_loop():
    one = flow(
        Block(0, [], Jump(1)),
        Block(1, [], Branch(expression("x"), 1, 2)),
        Block(2, [], Give(expression("x"))),
        Block(3, [], Jump(0)),  # nobody goes there
    )

    assert one.headers == {1}
    assert one.reached == {0, 1, 2}


def test_only_variables_that_are_needed_later_are_live():
    one = flow(Block(0, [plain("a = x"), plain("b = 1")], Give(expression("a"))))

    assert one.live_before(0, 0) == ["x"]
    assert one.live_before(0, 1) == ["a"]


def test_false_from_a_recursive_call_passes_through_copies_but_not_through_not():
    call = RecursiveCall("t", "walk", ["x"])
    passed = flow(Block(0, [call, plain("u = t")], Give(expression("u"))))
    turned = flow(Block(0, [call, plain("u = not t")], Give(expression("u"))))

    assert passed.false_passes(0, 0)
    assert not turned.false_passes(0, 0)


def test_the_variables_of_a_comprehension_are_its_own():
    assert names_in(expression("[n + k for n in x]")) == ({"x", "k"}, set())


def test_a_statement_that_may_not_assign_surely_defines_nothing():
    assert surely_defines(plain("a = 1")) == {"a"}
    assert surely_defines(plain("for a in x: pass")) == set()
