"""Texts are made of what the source names and of what was accepted, another one each time."""

from __future__ import annotations

from random import Random

import pytest

from refute.generate.made_texts import _LONGEST, MadeTexts
from refute.model.sequence import Literal
from refute.model.typeform import STR


def text(value: str) -> Literal:
    return Literal(repr(value), STR)


def made(texts: MadeTexts, count: int = 2000) -> set[str]:
    draw = Random(0).random
    return {texts.make(draw) for _ in range(count)}


def test_nothing_is_made_of_nothing() -> None:
    assert not MadeTexts([])
    assert not MadeTexts([text(""), Literal("5", STR), Literal("os.sep", STR)])


def test_words_are_joined_with_each_other_and_with_usual_characters() -> None:
    found = made(MadeTexts([text("ref-"), text("+")]))

    assert {"ref-+", "ref-a+", "ref-ref-"} <= found
    assert len(found) > 200


@pytest.mark.parametrize(
    "other",
    [
        "1.",  # left out
        "1..0",  # doubled
        "01.0",  # the same number
        ".10",  # swapped
        "1.0.0",  # spliced with itself
        "1-.0",  # put in
        "1-0",  # replaced
        "2.0",
    ],
)
def test_an_example_is_changed_in_its_pieces(other: str) -> None:
    texts = MadeTexts([])
    texts.learn(text("1.0"))

    assert other in made(texts, 40_000)


def test_letters_are_written_in_the_other_case() -> None:
    texts = MadeTexts([])
    texts.learn(text("a=1"))

    assert "A=1" in made(texts)


def test_texts_stay_short_and_the_latest_examples_count() -> None:
    texts = MadeTexts([text("x" * 50)])
    texts.learn(text("y" * (_LONGEST + 1)))
    for number in range(1000):
        texts.learn(text(f"old{number}"))
    texts.learn(text("late"))
    found = made(texts)

    assert max(map(len, found)) <= _LONGEST
    assert not any("y" in one for one in found)
    assert any("late" in one for one in found)


def test_a_word_that_comes_twice_is_taken_no_more_often() -> None:
    once, often = MadeTexts([text("+"), text("-")]), MadeTexts([text("+"), *[text("-")] * 9])

    assert made(once) == made(often)
