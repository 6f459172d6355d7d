"""The functions and classes that modules offer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from refute.discover.discovery import discover
from refute.discover.modules import load, locate
from refute.discover.public_members import members_of
from refute.model.subject import Subject

Write = Callable[[str, str], Path]


@pytest.mark.usefixtures("fresh_imports")
def test_imports_are_not_the_modules_own(tmp_path: Path, write: Write) -> None:
    write("shop.py", "from json import dumps\nimport os\ndef buy(): ...\ndef _no(): ...\n")

    members = members_of(load(locate("shop", tmp_path)).modules)

    assert [member.target for member in members] == ["shop:buy"]


@pytest.mark.usefixtures("fresh_imports")
def test_private_names_come_when_asked(tmp_path: Path, write: Write) -> None:
    write("shop.py", "__all__ = ['buy']\ndef buy(): ...\ndef _no(): ...\n")

    members = members_of(load(locate("shop", tmp_path)).modules, private=True)

    assert [member.target for member in members] == ["shop:buy", "shop:_no"]


@pytest.mark.usefixtures("fresh_imports")
def test_what_is_published_from_a_private_module_belongs(tmp_path: Path, write: Write) -> None:
    write("shop/__init__.py", "from shop._cart import Cart, Other\n__all__ = ['Cart']")
    write("shop/_cart.py", "class Cart: ...\nclass Other: ...\n")

    members = members_of(load(locate("shop", tmp_path)).modules)

    assert [member.target for member in members] == ["shop:Cart"]


@pytest.mark.usefixtures("fresh_imports")
def test_each_thing_has_its_shortest_public_name(tmp_path: Path, write: Write) -> None:
    write("shop/__init__.py", "from shop.cart import Cart\n")
    write("shop/cart.py", "class Cart: ...\ndef fill(): ...\nrefill = fill\n")

    members = members_of(load(locate("shop", tmp_path)).modules)

    assert [member.target for member in members] == ["shop:Cart", "shop.cart:fill"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("bisect", {"bisect_left", "bisect_right", "insort_left", "insort_right"}),
        ("heapq", {"heappush", "heappop", "merge"}),
        ("sortedcontainers", {"SortedList", "SortedDict", "SortedSet"}),
        ("os", {"mkdir", "walk", "getcwd"}),
        ("operator", {"add", "itemgetter"}),
        ("random", {"random", "randint", "Random"}),
        ("io", {"StringIO", "BytesIO"}),
        ("functools", {"reduce", "cmp_to_key"}),
    ],
)
def test_accelerators_written_in_c_belong(name: str, expected: set[str]) -> None:
    members = members_of(load(locate(name, "/")).modules)

    assert expected <= {member.name for member in members if member.module == name}


@pytest.mark.usefixtures("fresh_imports")
def test_partial_and_cached_functions_are_functions(tmp_path: Path, write: Write) -> None:
    write(
        "shop.py",
        """
        import functools, typing
        class Tool:
            def __call__(self): ...
        tool = Tool()
        T = typing.TypeVar("T")
        Id = typing.NewType("Id", int)
        in_binary = functools.partial(int, base=2)
        @functools.lru_cache
        def price(x): ...
        """,
    )

    members = members_of(load(locate("shop", tmp_path)).modules)

    assert [member.name for member in members] == ["Tool", "in_binary", "price"]


Found = Callable[..., Subject]


def operations(subject: Subject) -> list[str]:
    own = [one for one in subject.routines if one.owner not in subject.reached]
    return [one.target.partition(":")[2] for one in own]


FEW = """
    from json import dumps
    __all__ = ["buy"]
    def buy(): ...
    def sell(): ...
    class Cart:
        def add(self): ...
    purchase = buy
    size = 3
    def _no(): ...
"""
NOT_LISTED = "not in __all__, not tested"


def test_what_all_does_not_list_is_tested_too(found: Found) -> None:
    subject = found(FEW)

    assert operations(subject) == ["buy", "sell", "Cart", "Cart.add"]
    assert subject.unlisted == {"shop:sell", "shop:Cart", "shop:Cart.add"}
    assert subject.skipped == {}


def test_what_all_does_not_list_is_left_out_where_it_is_strict(found: Found) -> None:
    subject = found(FEW, strict=True)

    assert operations(subject) == ["buy"]
    assert list(subject.skipped.items()) == [
        ("shop", "2 of its 3 public functions and classes are not in __all__, not tested"),
        ("shop:sell", NOT_LISTED),
        ("shop:Cart", NOT_LISTED),
    ]


@pytest.mark.parametrize(
    ("change", "target", "options"),
    [
        (("size = 3", "size = 3"), "shop", {"private": True}),
        (("size = 3", "size = 3"), "shop:buy", {}),
        (('__all__ = ["buy"]', "__all__ = []"), "shop", {}),
        (('__all__ = ["buy"]', ""), "shop", {}),
    ],
)
def test_nothing_is_told_where_all_hides_nothing(found: Found, change, target, options) -> None:
    subject = found(FEW.replace(*change), target, strict=True, **options)

    assert NOT_LISTED not in subject.skipped.values()


def test_half_of_a_module_is_told_by_name_only(found: Found) -> None:
    subject = found(FEW.replace("class Cart", "class _Cart"), strict=True)

    assert subject.skipped == {"shop:sell": NOT_LISTED}


@pytest.mark.usefixtures("fresh_imports")
def test_what_the_package_publishes_is_not_left_out(tmp_path: Path, write: Write) -> None:
    write("shop/__init__.py", "from shop.cart import Cart\n__all__ = ['Cart']\n")
    write("shop/cart.py", "__all__ = ['fill']\nclass Cart: ...\ndef fill(): ...\n")

    assert discover([locate("shop", tmp_path)]).skipped == {}


@pytest.mark.usefixtures("fresh_imports")
def test_a_package_that_lists_its_modules_says_nothing_of_its_functions(
    tmp_path: Path, write: Write
) -> None:
    write("shop/__init__.py", "from shop import till\n__all__ = ['till']\ndef buy(): ...\n")
    write("shop/till.py", "")

    members = members_of(load(locate("shop", tmp_path)).modules)

    assert [member.target for member in members] == ["shop:buy"]


@pytest.mark.usefixtures("fresh_imports")
def test_a_partial_that_was_imported_is_not_the_modules_own(tmp_path: Path, write: Write) -> None:
    write("halves.py", "from functools import partial\nhalf = partial(int, '4')\n")
    write(
        "shop.py", "from halves import half\nfrom functools import partial\nx = partial(int, '3')"
    )

    members = members_of(load(locate("shop", tmp_path)).modules)

    assert [member.name for member in members] == ["x"]
