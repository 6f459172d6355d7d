"""Settings of the whole interpreter are seen to change, and set again."""

from __future__ import annotations

import logging
import sys
import types
import warnings

import pytest

from refute.execute.clean_slate.interpreter_settings import (
    Attributes,
    Filters,
    Modules,
    Setting,
    settings,
    shared_places,
)
from refute.execute.clean_slate.library_places import RandomPlace


def test_a_setting_is_read_with_one_function_and_set_with_another() -> None:
    values = [1]
    place = Setting(lambda: values[-1], values.append)
    values.append(2)

    assert place.changed() and place.put_back()
    assert values == [1, 2, 1] and not place.changed()


@pytest.mark.parametrize("names", [["a"], ["a", "b"]])
def test_an_attribute_that_was_exchanged_or_deleted_is_set_again(names: list[str]) -> None:
    module = types.ModuleType("shop")
    module.a, module.b = [], 1  # type: ignore[attr-defined]
    before = module.a
    place = Attributes(module, names)
    module.a = []  # equal, but another
    assert place.changed()
    place.put_back()
    assert module.a is before
    del module.a

    assert place.changed() and place.put_back()
    assert module.a is before


def test_filters_of_warnings_are_put_back_in_the_same_list() -> None:
    with warnings.catch_warnings():
        place, held = Filters(warnings), warnings.filters
        warnings.simplefilter("error")
        assert place.changed()

        assert place.put_back() and not place.changed()
        assert warnings.filters is held


def test_a_module_that_was_taken_away_is_entered_again(monkeypatch: pytest.MonkeyPatch) -> None:
    module = types.ModuleType("kept_module")
    monkeypatch.setitem(sys.modules, "kept_module", module)
    place = Modules(["kept_module"])
    del sys.modules["kept_module"]

    assert place.changed() and place.put_back()
    assert sys.modules["kept_module"] is module


def test_random_numbers_are_looked_after_every_time_only_where_they_are_used() -> None:
    for uses_random in (True, False):
        often, seldom = settings(uses_random)

        assert any(isinstance(place, RandomPlace) for place in often) is uses_random
        assert any(isinstance(place, RandomPlace) for place in seldom) is not uses_random


def test_loggers_and_the_import_path_belong_to_everybody() -> None:
    places = shared_places()
    held = [getattr(place, "thing", None) for place in places]

    assert any(one is sys.path for one in held)
    assert any(one is vars(logging.root) for one in held)
