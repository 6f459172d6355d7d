"""Functions and classes that were replaced are noticed, and whoever did it is named."""

from __future__ import annotations

import json
import sys
import textwrap

import pytest

from refute.execute.python_snapshot import PatchCheck, Patched, PythonSnapshot


def test_what_is_as_it_was_is_not_patched():
    assert PythonSnapshot().patched() == ""


@pytest.mark.parametrize(
    ("place", "name", "told"),
    [
        (json, "dumps", "json.dumps"),
        (textwrap.TextWrapper, "wrap", "textwrap.TextWrapper.wrap"),
        (sys, "modules", "sys.modules"),
    ],
)
def test_what_was_replaced_is_named(monkeypatch, place, name, told):
    snapshot, rest = PythonSnapshot(), PythonSnapshot(but={"json", "textwrap"})
    monkeypatch.setattr(place, name, {})
    patched, others = snapshot.patched(), rest.patched()
    monkeypatch.undo()

    assert patched == told
    assert others == ("sys.modules" if place is sys else "")


def test_the_operation_that_did_it_is_named(monkeypatch):
    check = PatchCheck()
    check.before(0, "odd:f", [])
    check.after("odd:f", 1, None)
    monkeypatch.setattr(json, "dumps", None)
    with pytest.raises(Patched) as raised:
        check.after("odd:g", 1, None)

    assert (str(raised.value), raised.value.by) == ("json.dumps", "odd:g")
