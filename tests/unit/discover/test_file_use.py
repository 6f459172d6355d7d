import pytest

from refute.discover.file_use import may_touch_files


@pytest.mark.parametrize(
    ("text", "touches"),
    [
        ("import os\n", True),
        ("import sys, shutil\n", True),
        ("def f():\n    from pathlib import Path\n", True),
        ("def f(name):\n    return open(name).read()\n", True),
        ("import osmium\nfrom audio import play\n", False),
        ("import math  # not os\n", False),
        ("", False),
    ],
)
def test_the_text_tells(tmp_path, text, touches):
    (tmp_path / "one_module.py").write_text(text)

    assert may_touch_files("one_module", [str(tmp_path)]) is touches


def test_of_a_package_every_module_counts_and_of_a_module_only_itself(tmp_path):
    package = tmp_path / "shelf"
    package.mkdir()
    (package / "__init__.py").write_text("from shelf.books import Book\n")
    (package / "books.py").write_text("class Book: ...\n")
    assert not may_touch_files("shelf", [str(tmp_path)])

    (package / "attic.py").write_text("import shutil\n")
    assert may_touch_files("shelf", [str(tmp_path)])
    assert may_touch_files("shelf.attic", [str(tmp_path)])
    assert not may_touch_files("shelf.books", [str(tmp_path)])


def test_what_cannot_be_found_may_do_anything(tmp_path):
    assert may_touch_files("nowhere.to.be.found", [str(tmp_path)])


@pytest.mark.parametrize(("count", "touches"), [(300, False), (301, True)])
def test_a_package_that_is_too_large_to_be_read_may_do_anything(tmp_path, count, touches):
    (tmp_path / "wide").mkdir()
    for name in ("__init__", *(f"part{number}" for number in range(count - 1))):
        (tmp_path / "wide" / f"{name}.py").write_text("")

    assert may_touch_files("wide", [str(tmp_path)]) is touches


def test_an_installed_module_is_found_without_a_path():
    assert may_touch_files("tempfile", [])
    assert not may_touch_files("bisect", [])
