"""`refute plan` says which types are guessed, why, and what makes such values."""

from __future__ import annotations

from refute.command.inferred import guesses_json, inferred_lines
from refute.generate.parameter_graph import Graph
from refute.generate.presets import Presets
from refute.model.subject import Guess, Input, Routine, Subject
from refute.model.typeform import ANY, INT, STR, TypeForm

TREE = TypeForm("shop:Tree")
GUESSES = (
    Guess(TREE, 0.6, "name: tree"),
    Guess(INT, 0.2, "use: x + 1"),
    Guess(STR, 0.1, "name: x"),
)


def graph(*makers: Routine) -> Graph:
    tested = Routine("shop:grow", "function", (Input("tree", ANY, guesses=GUESSES),), ANY)
    subject = Subject(("shop",), (tested,), {}, helpers=makers)
    return Graph(subject, Presets(subject), lambda name, other: name == other)


def test_the_likely_guesses_are_shown_with_reason_and_maker() -> None:
    lines = inferred_lines(graph(Routine("shop:Tree", "new", (), TREE)), verbose=False)

    assert lines[-1] == "  grow, tree: Tree 60 % (name: tree; made by Tree); int 20 % (use: x + 1)"


def test_a_class_that_nothing_makes_says_so_and_verbose_shows_all() -> None:
    lines = inferred_lines(graph(), verbose=True)

    assert "Tree 60 % (name: tree; nothing makes one)" in lines[-1]
    assert lines[-1].endswith("str 10 % (name: x)")


def test_nothing_is_said_where_nothing_is_guessed() -> None:
    tested = Routine("shop:grow", "function", (Input("n", INT, annotated=True),), ANY)
    subject = Subject(("shop",), (tested,), {})

    assert inferred_lines(Graph(subject, Presets(subject), lambda *_: False), verbose=True) == []


def test_guesses_are_plain_data_in_json() -> None:
    assert guesses_json(Input("tree", ANY, guesses=GUESSES[:1])) == [
        {"type": "Tree", "confidence": 0.6, "reason": "name: tree"}
    ]
