"""Modules are read as they are written, as far as their source can be had."""

from __future__ import annotations

import importlib
import sys
import types
from pathlib import Path

import pytest

from refute.look import module_source
from refute.look.module_source import parsed, with_imported


def module(path: Path, text: str) -> types.ModuleType:
    path.write_text(text)
    made = types.ModuleType(path.stem)
    made.__file__ = str(path)
    return made


def test_a_module_has_a_name_a_text_and_a_tree(tmp_path: Path) -> None:
    (found,) = parsed([module(tmp_path / "shop.py", "x = 1\n")])

    assert (found.name, found.text, len(found.tree.body)) == ("shop", "x = 1\n", 1)


def test_what_has_no_source_or_is_no_python_is_empty_or_left_out(tmp_path: Path) -> None:
    missing = types.ModuleType("missing")
    missing.__file__ = str(tmp_path / "missing.py")
    broken = module(tmp_path / "broken.py", "x =")

    assert [one.text for one in parsed([sys, missing, broken])] == ["", ""]


def test_of_a_big_package_only_so_much_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module_source, "_MOST_SOURCE", 10)
    modules = [module(tmp_path / f"m{n}.py", "x = 1\n") for n in range(3)]

    assert [one.name for one in parsed(modules)] == ["m0"]


def test_modules_come_with_those_of_their_package_that_something_in_them_is_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "shelved"
    folder.mkdir()
    for name, text in {
        "__init__": "import re\nfrom shelved.shelf import Shelf",
        "shelf": "from shelved.book import read\nclass Shelf: ...",
        "book": "from shelved.page import Page\ndef read(): ...",
        "page": "from shelved.word import word\nclass Page: ...",
        "word": "def word(): ...",
    }.items():
        (folder / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()
    package = importlib.import_module("shelved")

    found = [one.__name__ for one in with_imported([package])]
    for name in [one for one in sys.modules if one.startswith("shelved")]:
        monkeypatch.delitem(sys.modules, name)

    assert found == ["shelved", "shelved.shelf", "shelved.book"]
