"""The relations of a module, from its text: `related`; and what became of its values, `Live`."""

from __future__ import annotations

import importlib
import itertools
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from refute.discover.discovery import discover
from refute.discover.modules import locate
from refute.judge.relations.offers import Offer, offers_of
from refute.judge.relations.related import relations_of
from refute.model.subject import Subject

_numbers = itertools.count()


class Module:
    """A module under test: what it offers and how its operations are related."""

    def __init__(self, subject: Subject, name: str) -> None:
        self.subject, self.name = subject, name

    def offer(self, name: str) -> Offer:
        (found,) = [one for one in offers_of(self.subject) if one.shown == name]
        return found

    def relations(self, rule: str) -> list[tuple[str, ...]]:
        """Return the operations of all relations of a family, as the module names them."""
        found = [one for one in relations_of(self.subject) if one.family.rule == rule]
        return [tuple(target.rpartition(":")[2] for target in one.operations) for one in found]

    def relation(self, rule: str):
        (found,) = [one for one in relations_of(self.subject) if one.family.rule == rule]
        return found


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Module]:
    def make(text: str) -> Module:
        name = f"related_{next(_numbers)}"
        (tmp_path / f"{name}.py").write_text(textwrap.dedent(text))
        monkeypatch.syspath_prepend(tmp_path)
        importlib.invalidate_caches()
        subject = discover([locate(name, tmp_path)])
        monkeypatch.setitem(sys.modules, name, sys.modules[name])
        return Module(subject, name)

    return make
