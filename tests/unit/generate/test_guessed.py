"""Guesses are tried as often as they are sure, and less where they are seen to be wrong."""

from __future__ import annotations

from refute.generate.guessed import GuessedForms


def test_a_guess_is_picked_by_its_confidence_and_none_for_the_rest() -> None:
    guessed = GuessedForms(["int", "str"], [0.5, 0.25])

    assert [guessed.pick(draw, 0) for draw in (0.0, 0.49, 0.5, 0.74, 0.75)] == [
        "int",
        "int",
        "str",
        "str",
        None,
    ]


def test_what_raises_about_types_is_picked_less_but_never_not_at_all() -> None:
    guessed = GuessedForms(["int"], [0.8])
    for _ in range(1000):
        guessed.last = 0
        guessed.note(is_good=False)

    assert guessed.pick(0.1, 0) is None
    assert guessed.pick(0.0001, 0) == "int"


def test_what_returns_now_and_then_is_trusted_more() -> None:
    wrong, right = GuessedForms(["int"], [0.8]), GuessedForms(["int"], [0.8])
    for number in range(40):
        for one in (wrong, right):
            one.last = 0
            one.note(is_good=one is right and number % 2 == 0)

    assert wrong.pick(0.3, 0) is None
    assert right.pick(0.3, 0) == "int"


def test_what_was_wrong_at_first_is_picked_again_once_calls_return() -> None:
    guessed = GuessedForms(["int"], [0.8])
    for number in range(1000):
        guessed.last = 0
        guessed.note(is_good=number >= 16)

    assert guessed.pick(0.78, 0) == "int"


def test_deep_inside_of_arguments_guesses_are_tried_less() -> None:
    guessed = GuessedForms(["int"], [0.8])

    assert [guessed.pick(0.3, depth) for depth in range(3)] == ["int", "int", None]


def test_nothing_is_learned_of_a_guess_that_was_not_picked() -> None:
    guessed = GuessedForms(["int"], [0.8])
    guessed.note(is_good=False)

    assert guessed.pick(0.79, 0) == "int"
