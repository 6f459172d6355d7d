"""Objects built field by field stay whole, and others can take their place."""

from __future__ import annotations

from refute.model.built_steps import beginning_with, built_part, root_of
from refute.model.sequence import Allocate, Call, Display, Literal, Sequence, SetField
from refute.model.typeform import ANY, INT, NONE, TypeForm

TREE = TypeForm("trees:Tree")
NEW = Call("trees:Tree", (), TREE, how="new")
ADD = Call("trees:Tree.add", (TREE, INT), NONE, how="method")
FIND = Call("trees:Tree.find", (TREE, INT), NONE, how="method")
ZERO, ONE, NOTHING = Literal("0", INT), Literal("1", INT), Literal("None", NONE)

#   0: 0   1: Node   2: node.key = 0   3: Tree   4: tree.root = node   5: 1   6: tree.add(1)
BUILT = (
    Sequence()
    .extend(ZERO)
    .extend(Allocate("trees:Node"))
    .extend(SetField("key"), [1, 0])
    .extend(Allocate("trees:Tree"))
    .extend(SetField("root"), [3, 1])
    .extend(ONE)
    .extend(ADD, [3, 5])
)
EMPTY = Sequence().extend(NOTHING).extend(Allocate("trees:Tree")).extend(SetField("root"), [1, 0])
CALLED = Sequence().extend(NEW).extend(ZERO).extend(ADD, [0, 1])


def test_a_sequence_says_whether_an_object_in_it_is_built():
    assert BUILT.is_built()
    assert not CALLED.is_built()


def test_the_steps_that_build_are_a_part_of_their_own():
    assert built_part(BUILT) == Sequence(BUILT.steps[:5])
    assert built_part(EMPTY) == EMPTY
    assert built_part(CALLED) is None


def test_the_root_is_the_built_object_that_calls_use():
    assert root_of(BUILT) == 3
    assert root_of(CALLED) is None
    assert root_of(BUILT.extend(FIND, [3, 1])) is None  # a part of it, too
    whole = BUILT.extend(Display("list", (ANY,), ANY), [3])

    assert root_of(whole.extend(FIND, [7, 5])) is None
    assert root_of(Sequence(whole.steps[:6]).extend(Display("list", (ANY,), ANY), [3])) is None
    assert root_of(EMPTY.extend(Display("list", (ANY,), ANY), [1]).extend(FIND, [3, 0])) is None


def test_calls_take_the_place_of_a_built_object():
    assert beginning_with(BUILT, CALLED, 0) == CALLED.extend(ONE).extend(ADD, [0, 3])
    assert beginning_with(CALLED, BUILT, 3) is None


def test_a_smaller_object_takes_the_place_of_a_larger_one():
    assert beginning_with(BUILT, EMPTY, 1) == EMPTY.extend(ONE).extend(ADD, [1, 3])


def test_a_literal_that_a_call_uses_too_stays():
    shared = BUILT.extend(FIND, [3, 0])

    assert beginning_with(shared, CALLED, 0) == (
        CALLED.extend(ZERO).extend(ONE).extend(ADD, [0, 4]).extend(FIND, [0, 3])
    )


def test_lists_inside_a_built_object_go_with_it():
    held = (
        Sequence()
        .extend(ZERO)
        .extend(Display("list", (INT,), ANY), [0])
        .extend(Allocate("trees:Tree"))
        .extend(SetField("root"), [2, 1])
        .extend(ONE)
        .extend(ADD, [2, 4])
    )

    assert beginning_with(held, CALLED, 0) == CALLED.extend(ONE).extend(ADD, [0, 3])
