"""Calls that other code makes, written as sequences."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator
from types import ModuleType

import pytest

from refute.discover.discovery import discover
from refute.model.subject import Located
from refute.record.call_recorder import CallRecorder
from refute.render.source import render

SHOP = """
import functools


class Cart:
    def __init__(self, owner, limit=3, *, note=None):
        self.items = []
        self.limit = limit

    def add(self, *items):
        for item in items:
            self._put(item)
        return self

    def _put(self, item):
        if len(self.items) >= self.limit:
            raise ValueError("full")
        self.items.append(item)

    def __len__(self):
        return len(self.items)

    @property
    def first(self):
        return self.items[0]

    @classmethod
    def of(cls, owner, *items):
        return cls(owner).add(*items)

    def walk(self):
        yield from self.items


class Till:
    def count(self, carts):
        return sum(len(cart.items) for cart in carts)


def loud(function):
    @functools.wraps(function)
    def wrapper(*args):
        return function(*args)

    return wrapper


@loud
def double(x):
    return 2 * x


@loud
def single(x):
    return x


def total(prices, tax=0):
    return sum(prices) + tax


def apply(function):
    return function()
"""


@pytest.fixture
def shop(tmp_path) -> Iterator[ModuleType]:
    (tmp_path / "recorded_shop.py").write_text(textwrap.dedent(SHOP))
    sys.path.insert(0, str(tmp_path))
    yield __import__("recorded_shop")
    sys.path.remove(str(tmp_path))
    del sys.modules["recorded_shop"]


@pytest.fixture
def recorder(shop) -> CallRecorder:
    return CallRecorder(discover([Located((), ("recorded_shop",))]))


def written(recorder: CallRecorder) -> list[str]:
    return render(recorder.sequence).lines


def test_objects_are_followed_from_call_to_call_and_defaults_are_not_written(shop, recorder):
    with recorder.listening():
        cart = shop.Cart("ann", limit=5)
        cart.add(1, 2)
        len(cart)
        _ = cart.first

    assert written(recorder) == [
        'cart = Cart("ann", 5)',
        "cart.add(1, 2)",
        "len(cart)",
        "cart.first",
    ]


def test_calls_that_the_subject_makes_itself_are_not_written(shop, recorder):
    with recorder.listening():
        shop.Cart.of("ann", "tea")

    assert written(recorder) == ['Cart.of("ann", "tea")']


def test_collections_of_objects_are_written_as_displays(shop, recorder):
    with recorder.listening():
        shop.Till().count([shop.Cart("ann"), shop.Cart("bob", note="x")])

    assert written(recorder) == [
        'cart = Cart("ann")',
        'cart_2 = Cart("bob", note="x")',
        "till = Till()",
        "till.count([cart, cart_2])",
    ]


def test_what_cannot_be_written_is_counted_and_leaves_nothing_behind(shop, recorder):
    class Odd:
        pass

    with recorder.listening():
        shop.apply(lambda: 1)
        shop.total([1, Odd.__name__.count("x")], Odd.__name__.count("y"))
        shop.Cart(Odd())

    assert written(recorder) == ["total([1, 0])"]
    assert recorder.not_written == {
        "it was given a function": 1,
        f"it was given a {Odd.__qualname__} that no recorded call has made": 1,
    }


def test_a_decorated_function_is_known_by_its_own_code(shop, recorder):
    with recorder.listening():
        shop.double(2)
        shop.single(2)

    assert written(recorder) == ["double(2)", "single(2)"]
    assert not recorder.not_written


def test_a_call_that_raises_is_left_out(shop, recorder):
    with recorder.listening():
        cart = shop.Cart("ann", 0)
        with pytest.raises(ValueError):
            cart.add("tea")
        len(cart)

    assert written(recorder) == ['cart = Cart("ann", 0)', "len(cart)"]
    assert recorder.not_written == {"it raised": 1}


def test_a_list_that_was_changed_in_between_is_written_anew(shop, recorder):
    prices = [1]
    with recorder.listening():
        shop.total(prices)
        prices.append(2)
        shop.total(prices)

    assert written(recorder) == ["total([1])", "total([1, 2])"]


def test_what_is_shared_is_made_again_in_a_later_sequence(shop, recorder):
    with recorder.listening():
        cart = shop.Cart("ann")
        cart.add("tea")
    recorder.share()
    recorder.begin()
    with recorder.listening():
        len(cart)

    assert written(recorder) == ['cart = Cart("ann")', 'cart.add("tea")', "len(cart)"]
    recorder.begin()
    assert written(recorder) == []
