"""Who is given up when a worker cannot go on."""

from __future__ import annotations

from refute.model.sequence import Call, Sequence, Step
from refute.model.typeform import ANY
from refute.supervise.suspects import Suspects

RAISED = 'Traceback:\n  File "/odd.py", line 3, in odd\nValueError: no.'


def calls(*targets: str) -> Sequence:
    return Sequence(tuple(Step(Call(target, (), ANY), ()) for target in targets))


def test_an_operation_called_alone_is_given_up_at_once_and_told_with_the_place():
    suspects = Suspects()

    assert suspects.note(calls("odd:f"), RAISED)
    assert suspects.given_up() == ("odd:f",)
    assert "ValueError: no (/odd.py:3). It was not called again" in suspects.told()["odd:f"]


def test_of_several_none_is_given_up_at_once_and_all_are_told():
    suspects = Suspects()
    suspects.note(calls("odd:f", "odd:g"), RAISED)

    assert suspects.given_up() == ()
    assert suspects.told().keys() == {"odd:f", "odd:g"}


def test_one_that_is_there_each_time_is_given_up():
    suspects = Suspects()
    suspects.note(calls("odd:f", "odd:g"), RAISED)
    suspects.note(calls("odd:f", "odd:h"), RAISED)

    assert suspects.given_up() == ("odd:f",)


def test_what_happens_again_without_one_gives_it_one_more_chance():
    suspects = Suspects()
    suspects.note(calls("odd:f"), RAISED)
    suspects.note(calls("odd:g"), RAISED)

    assert suspects.given_up() == ("odd:g",)
    suspects.note(calls("odd:f"), RAISED)
    suspects.note(calls("odd:g"), RAISED)
    assert suspects.given_up() == ("odd:f", "odd:g")


def test_nobody_is_suspected_where_nothing_was_called():
    suspects = Suspects()

    assert not suspects.note(None, RAISED)
    assert not suspects.note(Sequence(), "")
    assert suspects.told() == {}
