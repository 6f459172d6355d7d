"""The walk finds all state that the modules under test lead to, and stops at what is other people's."""

from __future__ import annotations

import string
import types
from typing import Any

from refute.execute.clean_slate.iterators import IteratorPlace
from refute.execute.clean_slate.library_places import AbcPlace
from refute.execute.clean_slate.places import Held
from refute.execute.clean_slate.state_walk import StateWalk, reach


def walked(text: str) -> tuple[Any, StateWalk]:
    module = types.ModuleType("shop")
    exec(text, vars(module))
    return module, reach([module], lambda name: name == "shop")


def held(walk: StateWalk) -> list[int]:
    return [id(place.thing) for place in walk.places if isinstance(place, Held)]


def test_state_is_found_at_any_depth_and_once() -> None:
    shop, walk = walked("inner = []\ndeep = ({'a': [inner]}, inner)")

    assert held(walk).count(id(shop.inner)) == 1
    assert {id(shop.deep[0]), id(shop.deep[0]["a"])} <= {*held(walk)}


def test_state_is_found_in_defaults_closures_and_attributes_of_functions() -> None:
    shop, walk = walked(
        "def make():\n    seen = []\n    def f(a={}): seen.append(a)\n    f.calls = []\n    return f\nf = make()"
    )
    (cell,) = shop.f.__closure__
    inside = [cell.cell_contents, *shop.f.__defaults__, shop.f.calls]

    assert {*map(id, inside)} <= {*held(walk)}


def test_a_circle_ends() -> None:
    shop, walk = walked("xs = []\nxs.append(xs)")

    assert held(walk).count(id(shop.xs)) == 1


def test_other_peoples_modules_are_taken_in_but_not_what_they_hold() -> None:
    _, walk = walked("import string")

    assert id(vars(string)) in held(walk)
    assert id(vars(string.Template)) not in held(walk)
    assert string.Template not in walk.classes


def test_an_iterator_knows_who_holds_it() -> None:
    shop, walk = walked("ids = iter([1, 2])\nalso = [ids]")
    (iterator,) = [place for place in walk.places if isinstance(place, IteratorPlace)]

    holders = [id(place.thing) for place in iterator.holders if isinstance(place, Held)]
    assert {id(vars(shop)), id(shop.also)} == {*holders}


def test_who_uses_random_numbers_is_known_by_name() -> None:
    assert walked("def f():\n    import random\n    return random.random()")[1].uses_random
    assert not walked("def f(): return 4")[1].uses_random


def test_abstract_classes_of_the_subject_share_one_place() -> None:
    _, walk = walked("import abc\nclass A(abc.ABC): pass\nclass B(abc.ABC): pass")

    assert [type(place) for place in walk.places].count(AbcPlace) == 1
