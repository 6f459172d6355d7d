"""A package as its modules."""

from __future__ import annotations

from pathlib import Path

from refute.discover.modules import locate
from refute.discover.packages import LARGE, is_large, narrowed, parts_of
from refute.model.subject import Located


def package(folder: Path, modules: int) -> Located:
    for name in ("pkg", "pkg/sub", "pkg/tests"):
        (folder / name).mkdir()
        (folder / name / "__init__.py").write_text("raise ImportError('never imported here')\n")
    for name in ("sub/deep", "_private", "test_it", *(f"m{n:03}" for n in range(modules))):
        (folder / "pkg" / f"{name}.py").write_text("")
    return locate("pkg", folder)


def test_a_package_is_taken_apart_without_importing_anything(tmp_path):
    located = package(tmp_path, 1)

    assert [one.module for one in parts_of(located)] == [
        *("pkg", "pkg.m000", "pkg.sub", "pkg.sub.deep"),
    ]
    assert {one.package for one in parts_of(located)} == {"pkg"}


def test_what_names_a_class_is_one_part(tmp_path):
    package(tmp_path, 1)
    located = locate("pkg.m000:Cart", tmp_path)

    assert parts_of(located) == [located]


def test_only_a_large_package_is_narrowed_to_the_modules_that_are_needed(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    small, large = package(tmp_path / "a", 2), package(tmp_path / "b", LARGE)

    assert not is_large([small])
    assert is_large([large])
    assert narrowed([small], {"pkg.m001"}) == [small]
    assert narrowed([large], {"pkg.m001"}) == [
        Located(large.path_entries, ("pkg.m001",), package="pkg")
    ]
    assert narrowed([large], {"elsewhere"}) == [large]
