"""Code as it was before it was compiled anew."""

from __future__ import annotations

from refute.look.written_code import as_written, forget_written, note_written

ONE, OTHER = (compile(text, "here.py", "eval") for text in ("1", "1 or 2"))


def test_code_that_was_never_replaced_is_as_written():
    assert as_written(ONE) is ONE


def test_the_code_before_is_remembered_until_it_is_forgotten():
    note_written(OTHER, ONE)

    assert as_written(OTHER) is ONE

    forget_written(OTHER)

    assert as_written(OTHER) is OTHER
