"""What can be typed: verbs and their arguments."""

from __future__ import annotations

import pytest

from refute.command.command_line import VERBS, parser
from refute.model.errors import UsageError


def test_every_verb_has_a_function_of_its_name():
    for name, verb in VERBS.items():
        module = __import__(verb.module, fromlist=[name])

        assert callable(getattr(module, name))


def test_only_the_verb_that_was_typed_is_filled_in():
    filled = {name: len(parser("replay").of_verb(name)._actions) > 1 for name in VERBS}

    assert filled == {name: name == "replay" for name in VERBS}


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (["find", "shop", "--sequnces", "3"], "Did you mean --sequences? (refute find --help)"),
        (["replay", "--no-such-thing-at-all"], "arguments: --no-such-thing-at-all (refute replay"),
        (["suite", "shop"], "the following arguments are required: -o/--output"),
        (["structures", "shop:Node", "--draw", "gif"], "invalid choice: 'gif'"),
    ],
)
def test_what_cannot_be_read_is_told_in_one_line(typed: list[str], said: str) -> None:
    with pytest.raises(UsageError) as refused:
        verb = parser(typed[0]).of_verb(typed[0])
        verb.parse_args(typed[1:])

    assert said in refused.value.message and "\n" not in refused.value.message
    assert refused.value.slug == "usage"


def test_a_word_that_is_no_verb_has_the_parser_of_the_whole() -> None:
    whole = parser("find")

    assert whole.of_verb("shop") is whole


def test_a_page_without_a_name_differs_from_no_page() -> None:
    asked = [parser("show").parse_args(["show", "1a", *more]).html for more in ([], ["--html"])]

    assert asked == [None, ""]
