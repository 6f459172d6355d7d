"""What a subject offers, as relations see it."""

from __future__ import annotations

import re

TEXT = '''
class Shop:
    def __init__(self, name=""):
        self.name = name

    def get(self, article, default=None):
        """Return an ARTICLE."""
        return self._find(article)

    def _find(self, article):
        return article

    @property
    def size(self):
        return 1

def buy(article, shop=None):
    return article

first = str.upper
'''


def test_an_operation_is_called_with_what_it_needs(module):
    get, buy, size = map(module(TEXT).offer, ("Shop.get", "buy", "Shop.size"))

    assert (get.needed, get.parameters(), get.has_receiver) == ((0, 1), ("article",), True)
    assert (buy.needed, buy.parameters(), buy.owner) == ((0,), ("article",), None)
    assert (get.names(), get.optional()) == (("article", "default"), ("default",))
    assert len(get.call.inputs) == 2 and size.routine.how == "get"


def test_what_its_docstring_says_is_read_whatever_the_case(module):
    get = module(TEXT).offer("Shop.get")

    assert get.says(re.compile("article")) and not get.says(re.compile("shop"))


def test_decorators_are_looked_through(module):
    text = '''
    import functools

    class Shop:
        @staticmethod
        def open():
            """Open."""
        @functools.cached_property
        def size(self):
            """Size."""
        @functools.cache
        def find(self):
            """Find."""

    def counted(function):
        @functools.wraps(function)
        def call(): return function()
        return call

    @counted
    def buy():
        """Buy."""
    '''
    shop = module(text)

    assert [shop.offer(name).doc for name in ("Shop.open", "Shop.size", "buy")] == [
        *("open.", "size.", "buy.")
    ]
    assert shop.offer("buy").codes[0].co_name == "buy"


def test_methods_that_it_calls_are_read_too(module):
    shop = module(TEXT)

    assert [code.co_name for code in shop.offer("Shop.get").codes] == ["get", "_find"]
    assert [code.co_name for code in shop.offer("buy").codes] == ["buy"]


def test_what_is_not_written_in_python_has_no_code(module):
    fast = module("from operator import concat as join\n__all__ = ['join']\n").subject.routines

    from refute.judge.relations.offers import _codes, _member

    assert all(_codes(_member(one.target), None) == () for one in fast)
    assert _member("nosuch:thing") is None


def test_what_its_package_does_not_offer_is_left_out(module):
    shop = module(TEXT)
    shop.subject.internal = frozenset({f"{shop.name}:buy"})

    from refute.judge.relations.offers import offers_of

    assert "buy" not in [one.name for one in offers_of(shop.subject)]
