"""Each place tells whether it has changed, and puts its thing back without exchanging it."""

from __future__ import annotations

import sys
import types
from collections import OrderedDict, deque
from typing import Any

import pytest

from refute.execute.clean_slate.places import (
    AttributesPlace,
    CellPlace,
    ClassPlace,
    DequePlace,
    DictPlace,
    ForeignModulePlace,
    FunctionPlace,
    Held,
    ListPlace,
    ModulePlace,
    ObjectPlace,
    OrderedPlace,
    SetPlace,
    SlotsPlace,
)


@pytest.mark.parametrize(
    ("kind", "thing", "change"),
    [
        (ListPlace, [1, 2], lambda one: one.reverse()),
        (DequePlace, deque([1, 2]), lambda one: one.rotate()),
        (SetPlace, {1, 2}, lambda one: one.add(3)),
        (DictPlace, {"a": 1, "b": 2}, lambda one: one.pop("a")),
        (DictPlace, {"a": 1}, lambda one: one.update(a=2, b=3)),
        (OrderedPlace, OrderedDict(a=1, b=2), lambda one: one.move_to_end("a")),
        (AttributesPlace, {"a": 1}, lambda one: one.update(b=2)),
    ],
)
def test_a_container_holds_again_what_it_held(kind: type[Held], thing: Any, change: Any) -> None:
    place, before = kind(thing), thing.copy()
    assert not place.changed()
    change(thing)
    assert place.changed()

    assert place.put_back()
    assert not place.changed()
    assert thing == before and [*thing] == [*before]


def test_equal_is_not_the_same() -> None:
    thing = [[1]]
    place = ListPlace(thing)
    thing[0] = [1]

    assert place.changed()


def test_what_stands_in_for_another_object_is_put_back_in_its_place() -> None:
    old, new = object(), object()
    thing = [old]
    place = ListPlace(thing)

    assert place.substitute({id(old): new}) and place.put_back()
    assert thing == [new]


def test_methods_that_a_subclass_overrides_are_not_run() -> None:
    class Rude(list):  # type: ignore[type-arg]
        def __iter__(self) -> Any:
            raise OSError

        __len__ = __setitem__ = __iter__

    thing = Rude()
    place = ListPlace(thing)
    list.append(thing, 1)

    assert place.changed() and place.put_back() and not place.changed()


def test_attributes_are_put_back_past_the_metaclass_and_slots_are_emptied_again() -> None:
    class Strict(type):
        def __setattr__(cls, name: str, value: object) -> None:
            raise TypeError

    class Slotted(metaclass=Strict):
        __slots__ = ("a", "b")
        n = 0

    one = Slotted()
    one.a = 1
    members = (Slotted.a, Slotted.b)  # type: ignore[attr-defined]
    of_class, of_object = ClassPlace(Slotted), SlotsPlace(one, members)
    type.__setattr__(Slotted, "n", 5)
    one.a, one.b = 2, 3

    assert of_class.put_back() and of_object.put_back()
    assert (Slotted.n, one.a, hasattr(one, "b")) == (0, 1, False)


def test_an_object_has_its_class_and_its_dictionary_again() -> None:
    class One: ...

    class Other: ...

    thing: Any = One()
    attributes = vars(thing)
    place = ObjectPlace(thing, attributes)
    thing.__class__, thing.__dict__ = Other, {"x": 1}

    assert place.changed() and place.put_back()
    assert type(thing) is One and vars(thing) is attributes


def test_a_function_and_its_closure_are_put_back() -> None:
    n = 1

    def function(a: int = 2) -> int:
        return n + a

    (cell,) = function.__closure__ or ()
    places = [FunctionPlace(function), CellPlace(cell)]
    function.__defaults__ = (7,)
    del cell.cell_contents

    assert all(place.changed() and place.put_back() for place in places)
    assert function() == 3


def test_a_module_keeps_a_late_submodule_and_another_keeps_all_that_is_new(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    module, late = types.ModuleType("shop"), types.ModuleType("shop.late")
    monkeypatch.setitem(sys.modules, "shop.late", late)
    own, foreign = ModulePlace(module), ForeignModulePlace(vars(module))
    vars(module).update(late=late, added=1)
    foreign.put_back()
    assert module.added == 1
    own.put_back()

    assert module.late is late and not hasattr(module, "added")
