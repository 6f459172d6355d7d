"""The rest of a package is read, and imported only where one of its classes is asked for."""

from __future__ import annotations

import ast
import importlib
import sys
import types
from collections.abc import Callable
from pathlib import Path

import pytest

from refute.discover.inference import neighbours
from refute.discover.inference.neighbours import live_class, stub_modules, with_neighbours
from refute.look.module_source import ParsedModule


@pytest.fixture
def package(tmp_path: Path, write: Callable[[str, str], Path], fresh_imports: None) -> Path:
    sys.path.insert(0, str(tmp_path))
    write("stall/__init__.py", "")
    write("stall/cart.py", "def f(tree): ...\n")
    write("stall/tree.py", "class Tree:\n    class Leaf: ...\nnothing = 3\n")
    write("stall/broken.py", "def (")
    write("stall/raises.py", "raise SystemExit(3)")
    write("stall/tests/test_cart.py", "")
    write("stall/cart.pyi", "def f(tree: int) -> None: ...\n")
    write("stall-stubs/tree.pyi", "class Tree: ...\n")
    importlib.import_module("stall.cart")
    return tmp_path


def test_modules_are_read_without_being_imported(package: Path) -> None:
    found = with_neighbours([ParsedModule("stall.cart", "", ast.parse(""))])

    assert [one.name for one in found] == ["stall.cart", "stall", "stall.raises", "stall.tree"]
    assert "stall.tree" not in sys.modules


def test_modules_whose_classes_an_imported_package_publishes_come_first(
    package: Path, write: Callable[[str, str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    write("stall/zoo.py", "class Zebra:\n    def run(self): ...\n")
    sys.modules["stall"].Zebra = importlib.import_module("stall.zoo").Zebra
    monkeypatch.setattr(neighbours, "_MOST_SOURCE", 60)
    found = with_neighbours([ParsedModule("stall.cart", "", ast.parse("import stall as st"))])

    assert [one.name for one in found] == ["stall.cart", "stall", "stall.zoo", "stall.raises"]


def test_a_class_is_imported_when_it_is_asked_for(package: Path) -> None:
    found = live_class("stall.tree:Tree.Leaf")

    assert found is not None and found.__qualname__ == "Tree.Leaf"


@pytest.mark.parametrize("key", ["stall.raises:A", "stall.tree:nothing", "stall.missing:A"])
def test_what_cannot_be_had_is_none(package: Path, key: str) -> None:
    assert live_class(key) is None


def test_what_is_written_in_c_has_stubs_where_typeshed_is_installed(
    package: Path, write: Callable[[str, str], Path]
) -> None:
    write("typeshed_client/__init__.py", "raise SystemExit(3)  # it is not imported")
    write("typeshed_client/typeshed/zlib.pyi", "def crc32(data: bytes) -> int: ...\n")
    write("typeshed_client/typeshed/json/decoder.pyi", "def scan(text: str) -> int: ...\n")
    write("typeshed_client/typeshed/stall/free.pyi", "def f() -> int: ...\n")
    importlib.invalidate_caches()
    found = stub_modules(["zlib", "json.decoder", "stall.free"])

    assert [(one.name, one.text) for one in found] == [
        ("zlib", "def crc32(data: bytes) -> int: ...\n"),
        ("json.decoder", "def scan(text: str) -> int: ...\n"),
    ]


def test_stubs_stand_beside_the_module_or_in_a_folder_of_their_own(package: Path) -> None:
    importlib.import_module("stall.tree")

    assert [one.name for one in stub_modules(["stall.cart", "stall.tree", "stall"])] == [
        "stall.cart",
        "stall.tree",
    ]


def test_a_module_that_answers_with_code_of_its_own_is_not_asked(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(name: str) -> None:
        raise OSError(name)

    lonely = types.ModuleType("lonely")
    lonely.__getattr__ = refuse  # type: ignore[method-assign]
    monkeypatch.setitem(sys.modules, "lonely", lonely)
    read = [ParsedModule("lonely", "", ast.parse(""))]

    assert with_neighbours(read) == read
