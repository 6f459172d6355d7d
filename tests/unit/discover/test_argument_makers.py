"""What arguments need from elsewhere: constructors, and the keys of a TypedDict."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from refute.discover.discovery import discover
from refute.discover.modules import locate
from refute.model.subject import Input, Subject
from refute.model.typeform import INT, STR, TypeForm

Found = Callable[..., Subject]
Write = Callable[[str, str], Path]


def operations(subject: Subject) -> list[str]:
    return [one.target.partition(":")[2] for one in subject.routines]


def test_classes_from_elsewhere_are_made_by_helpers(
    tmp_path: Path, write: Write, fresh_imports: None
) -> None:
    write("money.py", "class Cent: ...\nclass Coin:\n    def __init__(self, of: list[Cent]): ...\n")
    write("shop.py", "import money\ndef pay(coin: money.Coin | None) -> money.Cent: ...\n")

    subject = discover([locate("shop", tmp_path)])

    assert operations(subject) == ["pay"]
    assert [one.target for one in subject.helpers] == ["money:Coin", "money:Cent"]


def test_of_a_class_that_leaves_methods_open_its_subclasses_are_made_as_well(
    tmp_path: Path, write: Write, fresh_imports: None
) -> None:
    write(
        "money.py",
        """
class Coin:
    def worth(self):
        raise NotImplementedError
class Cent(Coin):
    def worth(self):
        return 1
class Note:
    def worth(self):
        if self.old:
            raise NotImplementedError
        return 5
class OldNote(Note): ...
""",
    )
    write("shop.py", "import money\ndef pay(coin: money.Coin, note: money.Note): ...\n")

    subject = discover([locate("shop", tmp_path)])

    assert [one.target for one in subject.helpers] == ["money:Coin", "money:Cent", "money:Note"]


def test_keys_of_typed_dicts(found: Found) -> None:
    subject = found(
        """
        from typing import NotRequired, TypedDict
        class Inner(TypedDict, total=False):
            a: int
        class Movie(TypedDict):
            name: str
            inner: NotRequired[Inner]
        def show(movie: Movie): ...
        """
    )

    inner = TypeForm("shop:Inner")
    assert subject.typed_dicts == {
        "shop:Inner": (Input("a", INT, "keyword", False, True),),
        "shop:Movie": (
            Input("name", STR, "keyword", True, True),
            Input("inner", inner, "keyword", False, True),
        ),
    }
