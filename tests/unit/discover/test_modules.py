"""A target is found without importing it, loaded in the worker, and only its own public names count."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from refute.discover.modules import load, locate
from refute.model.errors import UsageError
from refute.model.subject import Located

Write = Callable[[str, str], Path]


def refusal(target: str, cwd: Path) -> UsageError:
    with pytest.raises(UsageError) as caught:
        locate(target, cwd)
    return caught.value


# ---- locate


def test_a_module_is_searched_from_the_working_folder_first(tmp_path: Path, write: Write) -> None:
    write("shop.py", "raise SystemExit")

    assert locate("shop", tmp_path) == Located((str(tmp_path),), ("shop",))
    assert "shop" not in sys.modules


def test_class_and_method_follow_the_colon(tmp_path: Path) -> None:
    assert locate("json.decoder:JSONDecoder.decode", tmp_path) == Located(
        (str(tmp_path),), ("json.decoder",), "JSONDecoder.decode"
    )


def test_modules_that_are_no_files_are_found(tmp_path: Path) -> None:
    for name in ("sys", "builtins", "os.path", "math", "collections.abc"):
        assert locate(name, tmp_path).module == name


def test_a_file_in_a_package_gets_its_dotted_name(tmp_path: Path, write: Write) -> None:
    write("src/shop/__init__.py", "")
    write("src/shop/parts/__init__.py", "")
    write("src/shop/parts/cart.py", "")
    root = (str(tmp_path / "src"),)

    assert locate("src/shop/parts/cart.py", tmp_path) == Located(root, ("shop.parts.cart",))
    assert locate("src/shop/parts/cart.py:Cart", tmp_path).qualname == "Cart"
    assert locate("src/shop/parts", tmp_path) == Located(root, ("shop.parts",))
    assert locate("src/shop/__init__.py", tmp_path) == Located(root, ("shop",))
    assert locate(str(tmp_path / "src" / "shop"), "/") == Located(root, ("shop",))


def test_a_plain_file_is_a_module_in_its_folder(tmp_path: Path, write: Write) -> None:
    write("lib/cart.py", "")

    assert locate("lib/cart.py", tmp_path) == Located((str(tmp_path / "lib"),), ("cart",))


def test_a_folder_without_init_means_all_modules_in_it(tmp_path: Path, write: Write) -> None:
    for name in ("lib/a.py", "lib/b/__init__.py", "lib/b/c.py", "lib/d/e.py", "lib/test_a.py"):
        write(name, "")

    assert locate("lib", tmp_path) == Located((str(tmp_path / "lib"),), ("a", "b", "d.e"))


def test_a_project_folder_means_what_is_in_src(tmp_path: Path, write: Write) -> None:
    write("project/src/shop/__init__.py", "")
    write("project/tests/test_shop.py", "")

    expected = Located((str(tmp_path / "project" / "src"),), ("shop",))
    assert locate("project", tmp_path) == expected
    assert locate("project/src", tmp_path) == expected
    assert locate(".", tmp_path / "project") == expected


def test_a_real_module_comes_before_a_folder_of_its_name(tmp_path: Path) -> None:
    (tmp_path / "json").mkdir()

    assert locate("json", tmp_path) == Located((str(tmp_path),), ("json",))


def test_links_that_lead_in_circles_do_no_harm(tmp_path: Path, write: Write) -> None:
    write("lib/a.py", "")
    (tmp_path / "lib" / "again").symlink_to(tmp_path / "lib")

    assert locate("lib", tmp_path).modules == ("a",)


def test_unknown_modules_are_refused_with_near_names(tmp_path: Path, write: Write) -> None:
    write("shop/__init__.py", "")
    write("shop/cart.py", "")

    assert "Did you mean shop?" in refusal("shpo", tmp_path).message
    assert "Did you mean shop.cart?" in refusal("shop.crat", tmp_path).message
    assert "write shop.cart:Cart" in refusal("shop.cart.Cart", tmp_path).message
    assert refusal("shop.nothing_alike", tmp_path).slug == "no-such-module"
    assert "collections" in refusal("colections", tmp_path).message


def test_a_package_in_src_that_is_not_installed_is_known_to_messages(
    tmp_path: Path, write: Write
) -> None:
    write("src/shop/__init__.py", "")
    write("src/shop/cart.py", "")

    assert "Did you mean shop?" in refusal("shpo", tmp_path).message
    assert "Did you mean shop.cart?" in refusal("shop.crat", tmp_path).message
    assert "write shop.cart:Cart" in refusal("shop.cart.Cart", tmp_path).message


def test_unknown_paths_are_refused_with_near_names(tmp_path: Path, write: Write) -> None:
    write("lib/cart.py", "")

    assert refusal("lib/crat.py", tmp_path).slug == "no-such-path"
    assert "Did you mean cart.py?" in refusal("lib/crat.py", tmp_path).message


@pytest.mark.parametrize("target", ["", "  ", ":x", "shop:", "shop:a b", "a b", "shop:1", "a..b"])
def test_what_is_no_name_is_refused(target: str, tmp_path: Path, write: Write) -> None:
    write("shop.py", "")

    assert refusal(target, tmp_path).slug in ("bad-target", "no-such-module")


def test_files_that_cannot_be_imported_are_refused(tmp_path: Path, write: Write) -> None:
    write("my-script.py", "")
    write("notes.txt", "")
    (tmp_path / "empty").mkdir()

    assert refusal("my-script.py", tmp_path).slug == "bad-target"
    assert refusal("./notes.txt", tmp_path).slug == "bad-target"
    assert refusal("./empty", tmp_path).slug == "no-such-module"


# ---- load


@pytest.mark.usefixtures("fresh_imports")
def test_a_package_brings_its_modules_but_not_its_tests(tmp_path: Path, write: Write) -> None:
    write("shop/__init__.py", "")
    write("shop/cart.py", "")
    write("shop/_inner.py", "raise ValueError('not imported')")
    write("shop/__main__.py", "raise SystemExit(3)")
    write("shop/tests/__init__.py", "raise ValueError('not imported')")
    write("shop/parts/__init__.py", "")
    write("shop/parts/wheel.py", "")

    loaded = load(locate("shop", tmp_path))

    names = [module.__name__ for module in loaded.modules]
    assert names == ["shop", "shop.cart", "shop.parts", "shop.parts.wheel"]
    assert loaded.skipped == {}


@pytest.mark.usefixtures("fresh_imports")
def test_what_cannot_be_imported_below_a_package_is_skipped(tmp_path: Path, write: Write) -> None:
    write("shop/__init__.py", "")
    write("shop/bad.py", "import nothing_of_that_name")
    write("shop/exits.py", "raise SystemExit(3)")

    loaded = load(locate("shop", tmp_path))

    assert [module.__name__ for module in loaded.modules] == ["shop"]
    assert "ModuleNotFoundError" in loaded.skipped["shop.bad"]
    assert "SystemExit: 3" in loaded.skipped["shop.exits"]


# ---- what is public


def test_a_module_in_src_is_found_by_name(tmp_path):
    (tmp_path / "src" / "pkg").mkdir(parents=True)
    (tmp_path / "src" / "pkg" / "__init__.py").write_text("")
    (tmp_path / "src" / "pkg" / "mod.py").write_text("")

    assert locate("pkg.mod:f", tmp_path) == Located((str(tmp_path / "src"),), ("pkg.mod",), "f")
    with pytest.raises(UsageError, match=r"no module nowhere"):
        locate("nowhere.mod", tmp_path)


def test_a_module_of_the_same_name_in_an_earlier_folder_is_not_taken_for_the_target(
    tmp_path: Path, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("first/shelf.py", "HERE = 'first'")
    write("second/shelf.py", "HERE = 'second'")
    monkeypatch.setattr(sys, "path", [str(tmp_path / n) for n in ("first", "second")] + sys.path)

    [module] = load(locate("shelf", tmp_path / "second")).modules

    assert module.HERE == "second"
