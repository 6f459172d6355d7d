"""A class of ours is known by the class of the subject's that it derives from."""

from __future__ import annotations

import gc

from refute.look.kinds import Kinds
from refute.look.made_classes import base_of, note_base, written_subclasses


class Base: ...


def derived() -> type:
    cls = type("Derived", (Base,), {})
    note_base(cls, Base)
    return cls


def test_the_base_of_a_class_of_ours_is_known_and_no_other() -> None:
    cls = derived()

    assert base_of(cls) is Base
    assert base_of(Base) is None


def test_subclasses_that_somebody_has_written_are_told_apart_from_ours() -> None:
    class Written(Base): ...

    keep = derived()
    watched = type("Base", (Base,), {"__refute_watched__": True})

    assert written_subclasses(Base) == [Written]
    assert {keep, watched} <= {*Base.__subclasses__()}


def test_objects_of_a_class_of_ours_are_of_the_kind_of_its_base() -> None:
    kinds = Kinds()

    assert kinds.of(derived()()) == kinds.of(Base())


def test_a_class_of_ours_can_be_forgotten() -> None:
    kinds, cls = Kinds(), derived()
    kinds.of(cls())
    number = len(kinds.forms)
    del cls
    gc.collect()

    assert len(kinds.forms) == number
    assert not [one for one in Base.__subclasses__() if base_of(one)]


def test_a_class_that_cannot_be_hashed_is_none_of_ours() -> None:
    class Meta(type):
        __hash__ = None  # type: ignore[assignment]

    keep = derived()

    assert base_of(Meta("Odd", (), {})) is None
    assert base_of(keep) is Base
