"""Exceptions as they were raised, without refute's own frames."""

from __future__ import annotations

import pytest

from refute.look.tracebacks import one_line, text_of, traceback_frames


class Rude(Exception):
    def __str__(self) -> str:
        raise ValueError


def test_a_message_is_short_or_missing() -> None:
    assert one_line(ValueError("a\n b")) == "a b"
    assert one_line(Rude()) == "…"


def test_frames_of_refute_are_left_out_wherever_they_stand() -> None:
    names: dict[str, object] = {}
    exec(compile("def fail(): raise KeyError", "/own/a.py", "exec"), names)
    exec(compile("def call(): fail()", "<refute>", "exec"), names)
    exec(compile("def start(): call()", "/house/b.py", "exec"), names)
    with pytest.raises(KeyError) as raised:
        names["start"]()  # type: ignore[operator]

    shown = traceback_frames(raised.value, inside="/house/")
    assert [one.tb_frame.f_code.co_filename for one in shown] == [__file__, "/own/a.py"]


def test_what_was_never_raised_has_no_frames() -> None:
    assert traceback_frames(KeyError()) == []


def test_a_message_is_judged_as_it_is_but_cut() -> None:
    assert text_of(ValueError("a\n b")) == "a\n b"
    assert len(text_of(ValueError("x" * 1000))) == 500
    assert text_of(Rude()) == "<message that raises>"
