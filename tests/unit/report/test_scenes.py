"""Scenes: what a statement did, and how objects differ from the scene before."""

from __future__ import annotations

import io

from refute.model.execution import Frame, Raised, Returned, Stopped
from refute.model.story import CalledBack, Explained, Node, Story, Telling
from refute.model.typeform import INT, NONE, TypeForm
from refute.report.scenes import Row, _said, clause_lines, frame_lines, scene_lines, scenes
from refute.report.text import Style

CART = TypeForm("shop:Cart")
EMPTY = Node("list", "list", ())
ONE = Node("list", "list", (("0", "7"),))
PLAIN = Style(io.StringIO())

STORY = Story(
    (
        Telling(Returned(CART, "Cart(items=[])"), 0, {0: Node("Cart", "object", (("items", 1),)), 1: EMPTY}),
        Telling(Returned(INT, "7"), "7"),
        Telling(Returned(NONE, "None"), "None", {1: ONE}),
        Telling(Returned(CART, "Cart(items=[7])"), 2, {2: Node("Cart", "object", (("items", 1),))}),
        Telling(Raised("IndexError", "pop\x1b from\nnothing"), "", {1: EMPTY}),
    ),
    (Frame("/x/shop.py", 3, "Cart.pop"),),
    "IndexError",
)  # fmt: skip
STATEMENTS = {
    0: ["cart = Cart()"],
    2: ["cart.add(7)"],
    3: ["copy = cart.copy()"],
    4: ["copy.pop()"],
}
NAMES = {0: "cart", 3: "copy"}
USED = {2: [0], 3: [0], 4: [3]}
SCENES = scenes(STORY, STATEMENTS, NAMES, USED)


def test_a_change_is_told_with_what_was_before() -> None:
    assert SCENES[0].objects == [[Row(" ", "cart.items", "[]")]]
    assert SCENES[1].outcome == "→ None"
    assert SCENES[1].objects == [[Row("~", "cart.items", "[7]", "[]")]]


def test_what_is_shared_is_told_at_the_second_place() -> None:
    assert SCENES[2].objects == [
        [Row(" ", "cart.items", "[7]")],
        [Row(" ", "copy.items", "is cart.items")],
    ]


def test_what_an_exception_left_behind_is_told_of_every_object() -> None:
    assert SCENES[3].failed
    assert SCENES[3].outcome == "raises IndexError: pop from nothing"
    assert [row.path for rows in SCENES[3].objects for row in rows] == ["copy.items", "cart.items"]


def test_a_value_that_was_there_before_goes_by_its_name() -> None:
    told = (*STORY.steps[:1], Telling(Returned(CART, "Cart(items=[])"), 0))
    again = scenes(Story(told), {0: ["cart = Cart()"], 1: ["cart.add()"]}, NAMES, {1: [0]})

    assert again[1].outcome == "→ cart itself"


def test_a_step_inside_a_statement_that_raises_ends_it() -> None:
    told = (Telling(Stopped("no answer after 5 s"), ""),)
    (only,) = scenes(Story(told), {1: ["f(g())"]}, {}, {})

    assert (only.outcome, only.failed) == ("stopped: no answer after 5 s", True)


def test_rows_come_and_go() -> None:
    first = Node("Box", "object", (("a", "1"), ("b", "2")))
    then = Node("Box", "object", (("b", "2"), ("c", "3")))
    told = (
        Telling(Returned(CART, ""), 0, {0: first}),
        Telling(Returned(NONE, "None"), "None", {0: then}),
    )
    shown = scenes(Story(told), {0: ["box = Box()"], 1: ["box.turn()"]}, {0: "box"}, {1: [0]})

    assert shown[1].objects == [
        [Row(" ", "box.b", "2"), Row("+", "box.c", "3"), Row("-", "box.a", "", "1")]
    ]


def test_a_large_object_is_shown_by_what_changed() -> None:
    fields = tuple((f"f{n}", "0") for n in range(30))
    told = (
        Telling(Returned(CART, ""), 0, {0: Node("Box", "object", fields)}),
        Telling(Returned(NONE, "None"), "None", {0: Node("Box", "object", (*fields[1:], ("f0", "1")))}),
    )  # fmt: skip
    shown = scenes(Story(told), {0: ["box = Box()"], 1: ["box.turn()"]}, {0: "box"}, {1: [0]})

    assert shown[1].objects == [[Row("~", "box.f0", "1", "0"), Row(" ", "…", "29 more as before")]]


def test_lines_for_the_terminal() -> None:
    lines = scene_lines(2, SCENES[1], PLAIN)

    assert lines == [
        "  2  cart.add(7)",
        "       → None",
        "     ~ cart.items  []  →  [7]",
    ]


def test_colour_where_it_is_wanted(monkeypatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)

    assert "\x1b[33m" in scene_lines(2, SCENES[1], Style(io.StringIO()))[-1]


def test_a_clause_with_its_values() -> None:
    clause = Explained("/x/shop.py:9", "return a == b", (("a", "1"), ("a == b", "False")))

    assert clause_lines(clause, PLAIN, "/x") == [
        "does not hold  shop.py:9",
        "    return a == b",
        "      a       1",
        "      a == b  False",
    ]
    assert frame_lines(STORY.frames, "IndexError", PLAIN, "/x") == [
        "IndexError comes from",
        "    shop.py:3  in Cart.pop",
    ]


# ---- the page ----------------------------------------------------------------------------------------------------


def test_a_message_of_several_lines_is_shown_with_the_values_in_it() -> None:
    message = (
        "File shop.py, line 3 in f:\nself.low <= self.high:\nself.low was 2\n\nself.high was 1"
    )

    assert _said(Raised("ViolationError", message), "").splitlines() == [
        "raises ViolationError: self.low <= self.high:",
        "         self.low was 2",
        "         self.high was 1",
    ]
    assert _said(Raised("KeyError", "'a'"), "") == "raises KeyError: 'a'"
    assert _said(Raised("KeyError", " " * 80), "") == "raises KeyError: "


def test_what_is_called_back_stands_below_the_call_that_led_there() -> None:
    inside = (
        CalledBack((0, 0, 1), 1, Returned(NONE, "None")),
        CalledBack((0, 0, 1, 0, 2), 2, Raised("KeyError", "1")),
        CalledBack((), 1, Returned(NONE, "None")),  # written nowhere
    )
    told = (
        Telling(Returned(TypeForm("function"), "slot"), "slot"),
        Telling(Returned(INT, "7"), "7", {}, inside),
    )
    written = {0: ["def slot(x):", "    cart.add(1)"], 1: ["run(slot)"]}
    bodies = {(0, 0, 1): ["cart.add(", "    1", ")"], (0, 0, 1, 0, 2): ["x.pop()"]}

    first, second = scenes(Story(told), written, {}, {}, bodies)

    assert scene_lines(1, first, PLAIN) == ["  1  def slot(x):", "         cart.add(1)"]
    assert scene_lines(2, second, PLAIN) == [
        "  2  run(slot)",
        "         cart.add( 1 )    → None",
        "             x.pop()    raises KeyError: 1",
        "       → 7    (int)",
    ]
