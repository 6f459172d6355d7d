"""From targets to a subject: what is tested, what helps, and no crash on the standard library."""

from __future__ import annotations

import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

from refute.discover.discovery import discover, explain_nothing
from refute.discover.modules import locate
from refute.model.errors import UsageError
from refute.model.subject import Subject

Found = Callable[..., Subject]
Write = Callable[[str, str], Path]

CART = """
class Cart:
    def add(self, item): ...
    def _secret(self): ...
class Bag(list): ...
def make() -> Cart: ...
"""


def operations(subject: Subject) -> list[str]:
    return [one.target.partition(":")[2] for one in subject.routines]


def helping(subject: Subject) -> list[str]:
    return [one.target.partition(":")[2] for one in subject.helpers]


def test_a_module_is_tested_whole(found: Found) -> None:
    subject = found(CART)

    assert operations(subject) == ["Cart", "Cart.add", "Bag", "make"]
    assert helping(subject) == []
    assert subject.modules == ("shop",)


def test_beside_a_class_the_rest_of_the_module_helps(found: Found) -> None:
    subject = found(CART, "shop:Cart")

    assert operations(subject) == ["Cart", "Cart.add"]
    assert helping(subject) == ["Bag", "make"]


def test_beside_a_method_its_class_helps(found: Found) -> None:
    subject = found(CART, "shop:Cart.add")

    assert operations(subject) == ["Cart.add"]
    assert helping(subject) == ["Cart", "Bag", "make"]


def test_naming_something_asks_for_it(found: Found) -> None:
    assert operations(found(CART, "shop:Cart._secret")) == ["Cart._secret"]
    assert operations(found(CART, "shop:Bag.append")) == ["Bag.append"]


def test_what_is_not_kept_helps_and_what_is_excluded_is_gone(found: Found) -> None:
    subject = found(CART, keep=["add"], exclude=["bag"])

    assert operations(subject) == ["Cart.add"]
    assert helping(subject) == ["Cart", "make"]


def test_a_module_below_a_package_is_written_with_a_dot(
    tmp_path: Path, write: Write, fresh_imports: None
) -> None:
    write("dotted/__init__.py", "from . import known\n")
    write("dotted/known.py", "")
    write("dotted/other.py", "class Cart: ...\n")

    for name, better in (
        ("known", "dotted.known"),
        ("other", "dotted.other"),
        ("other.Cart", "dotted.other:Cart"),
    ):
        with pytest.raises(UsageError, match=rf"is a module: write {better}\."):
            discover([locate(f"dotted:{name}", tmp_path)])


def test_a_name_that_is_not_there(found: Found) -> None:
    with pytest.raises(UsageError) as caught:
        found(CART, "shop:Cart.ad")

    assert caught.value.message == "shop:Cart has no ad. Did you mean add?"
    assert caught.value.slug == "no-such-name"


def test_a_class_published_by_its_package(
    tmp_path: Path, write: Write, fresh_imports: None
) -> None:
    write("shop/__init__.py", "from shop.cart import Cart")
    write("shop/cart.py", CART)

    subject = discover([locate("shop:Cart", tmp_path)])

    assert [one.target for one in subject.routines] == ["shop:Cart", "shop:Cart.add"]
    assert [one.target for one in subject.helpers] == ["shop.cart:Bag", "shop.cart:make"]


def test_methods_of_a_base_outside_the_target_are_called_less_often_and_only_help_where_asked(
    tmp_path: Path, write: Write, fresh_imports: None
) -> None:
    write("shop/__init__.py", "")
    write("shop/base.py", "class Base:\n    def fill(self): ...\n")
    write("shop/cart.py", "from shop.base import Base\nclass Cart(Base):\n    def add(self): ...\n")

    subject = discover([locate("shop.cart", tmp_path)])

    assert operations(subject) == ["Cart", "Cart.add", "Cart.fill"]
    assert subject.unlisted == {"shop.cart:Cart.fill"}

    subject = discover([locate("shop.cart", tmp_path)], strict=True)

    assert operations(subject) == ["Cart", "Cart.add"]
    assert helping(subject) == ["Cart.fill"]


def test_several_targets_are_one_subject(tmp_path: Path, write: Write, fresh_imports: None) -> None:
    write("a.py", "def one(): ...\ndef two(): ...\n")
    write("b.py", "def three(): ...\n")

    subject = discover([locate("a:one", tmp_path), locate("b", tmp_path)])

    assert operations(subject) == ["one", "three"]
    assert helping(subject) == ["two"]


def test_nothing_to_test_is_explained(found: Found) -> None:
    assert "defines no public" in explain_nothing(found("_x = 1"), False)


def test_nothing_matches_is_explained(found: Found) -> None:
    assert "matches" in explain_nothing(found(CART, keep=["nothing"]), True)


def test_only_abstract_things_are_explained(found: Found) -> None:
    subject = found("import typing\nclass Speaks(typing.Protocol): ...")

    assert "shop:Speaks" in explain_nothing(subject, False)


def test_names_that_a_package_provides_late(
    tmp_path: Path, write: Write, fresh_imports: None
) -> None:
    write(
        "shop/__init__.py",
        """
        __all__ = ["Cart", "Broken", "odd"]
        class Odd:
            def __getattribute__(self, name): raise RuntimeError("too early")
        odd = Odd()
        def __getattr__(name):
            if name == "Cart":
                import shop._cart as cart
                return cart.Cart
            raise ImportError(name)
        """,
    )
    write("shop/_cart.py", CART)

    assert operations(discover([locate("shop", tmp_path)])) == ["Cart", "Cart.add", "Odd"]
    assert operations(discover([locate("shop:Cart.add", tmp_path)])) == ["Cart.add"]


def test_members_that_cannot_be_looked_at_are_skipped(found: Found) -> None:
    subject = found(
        """
        class Odd:
            def __get__(self, owner, cls): raise RuntimeError("no")
            def __call__(self): ...
            __wrapped__ = len
        class Box:
            odd = Odd()
            def fine(self): ...
        """,
    )

    assert "Box.fine" in operations(subject)
    assert "RuntimeError: no" in subject.skipped["shop:Box.odd"]


# ---- the standard library

LIBRARY = """
abc argparse array ast asyncio base64 bdb binascii bisect bz2 calendar cmath cmd code codecs collections
colorsys concurrent configparser contextlib contextvars copy csv ctypes dataclasses datetime decimal difflib
dis doctest email enum fileinput fnmatch fractions ftplib functools gc getopt gettext glob graphlib gzip
hashlib heapq hmac html http imaplib importlib inspect io ipaddress itertools json keyword linecache locale
logging lzma mailbox math mimetypes multiprocessing netrc ntpath numbers operator optparse os pathlib pickle
pickletools platform plistlib poplib pprint queue quopri random re reprlib sched secrets select selectors
shelve shlex shutil signal smtplib socket socketserver sqlite3 ssl statistics string stringprep struct
subprocess symtable sys tarfile tempfile textwrap threading timeit token tokenize trace traceback types
typing unicodedata unittest urllib uuid warnings wave weakref xml xmlrpc zipfile zlib zoneinfo builtins
"""


@pytest.mark.parametrize("name", LIBRARY.split())
def test_the_standard_library_is_discovered(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        subject = discover([locate(name, "/")])

    assert subject.routines
    targets = [one.target for one in subject.routines]
    assert len(targets) == len(set(targets))
    for routine in (*subject.routines, *subject.helpers):
        assert all(one.required for one in routine.inputs if one.name == "self" and one.annotated)
        hash(routine)


@pytest.mark.parametrize("name", ["sortedcontainers", "pluggy", "iniconfig", "packaging"])
def test_installed_packages_are_discovered(name: str) -> None:
    assert discover([locate(name, "/")]).routines


def test_discovery_is_quick_and_brings_no_heavy_imports() -> None:
    code = (
        "import sys, time; from refute.discover.modules import locate;"
        "from refute.discover.discovery import discover; import bisect;"
        "discover([locate('bisect', '/')]);"
        "print([m for m in ('griffe', 'typeguard', 'rich', 'pytest', 'doctest') if m in sys.modules])"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"


# ---- what __all__ leaves out -------------------------------------------------------------------------------------
