"""Who is given up when a worker cannot go on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from refute.model.messages import Stumbled
from refute.model.sequence import Call, Sequence, Step
from refute.model.typeform import ANY
from refute.supervise import suspects as suspects_module
from refute.supervise.suspects import Suspects, is_explained

RAISED = Stumbled('Traceback:\n  File "/odd.py", line 3, in odd\nValueError: no.', is_theirs=True)


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
    assert not suspects.note(Sequence(), RAISED)
    assert suspects.told() == {}


def test_nobody_is_suspected_of_a_defect_of_ours():
    suspects = Suspects()

    assert not suspects.note(calls("odd:f"), Stumbled("KeyError", is_theirs=False))
    assert suspects.told() == {}


# ---- Python replaced ---------------------------------------------------------------------------------------------

PATCHED = Stumbled("TypeError: not callable", is_theirs=True, patched="json.dumps")


def test_of_a_patch_only_who_made_it_is_suspected_and_not_who_came_later():
    suspects = Suspects()

    assert suspects.note(calls("odd:f"), PATCHED)  # perhaps long after the patch
    assert suspects.given_up() == () and suspects.patched == "json.dumps"
    assert suspects.note(calls("odd:f", "odd:g", "odd:h"), replace(PATCHED, by="odd:g"))
    assert suspects.given_up() == ("odd:g",)
    assert "json.dumps was replaced. It was not called again" in suspects.told()["odd:g"]


def test_a_patch_that_happens_once_is_told_without_a_name():
    suspects = Suspects()
    suspects.note(calls("odd:f"), PATCHED)

    assert [*suspects.told()] == [""]
    assert suspects.told()[""].startswith(
        "a call replaced json.dumps, and a worker could not go on"
    )


# ---- whose exception it is ---------------------------------------------------------------------------------------


def raised_by(program: str, file: str, module: str = "odd") -> BaseException:
    """Return what code in a file raises."""
    with pytest.raises(BaseException) as raised:
        exec(compile(program, file, "exec"), {"__name__": module})
    return raised.value.with_traceback(raised.value.__traceback__.tb_next)


OURS = str(Path(suspects_module.__file__).with_name("ours.py"))


@pytest.mark.parametrize(
    ("program", "file", "module", "explained"),
    [
        ("{}[0]", OURS, "refute.ours", False),
        ("{}[0]", "<string>", "refute.model.finding", False),  # a method of a dataclass of ours
        ("{}[0]", "/home/me/odd.py", "odd", True),
        ("{}[0]", "<string>", "odd", True),
        ("import json; json.loads('{')", OURS, "refute.ours", False),
        ("raise RecursionError", OURS, "refute.ours", True),
        ("raise MemoryError", OURS, "refute.ours", True),
        ("raise OSError(9, 'Bad file descriptor')", OURS, "refute.ours", True),
        ("raise OSError(2, 'No such file')", OURS, "refute.ours", False),
    ],
)
def test_an_exception_is_explained_by_code_that_ran_or_by_what_it_can_use_up(
    program, file, module, explained
):
    assert is_explained(raised_by(program, file, module)) is explained
