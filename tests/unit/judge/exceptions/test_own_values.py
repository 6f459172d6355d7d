"""What is of the code's own making: a search that found nothing, an object of its own."""

from __future__ import annotations

import sys
import types

import pytest

from refute.judge.exceptions.own_values import is_about_own_object


@pytest.mark.parametrize(
    "text",
    [
        "import re\ndef f(text):\n    return re.search('x', text).group()",
        "import re\ndef f(text):\n    found = re.match('x', text)\n    return found.group()",
        "import re\nX = re.compile('x')\ndef f(text):\n    return X.fullmatch(text)[0]",
        "KNOWN = {}\ndef f(text):\n    return KNOWN.get(text) + 1",
        "KNOWN = {}\ndef f(text):\n    return 1 < KNOWN.get(text)",
        "KNOWN = {}\ndef f(text):\n    return len(KNOWN.get(text))",
        "KNOWN = {}\ndef f(text):\n    for one in KNOWN.get(text):\n        pass",
        "KNOWN = {}\ndef f(text):\n    a, b = KNOWN.get(text)",
    ],
)
def test_the_code_searched_and_went_on_with_nothing(gathered, text):
    assert gathered(text, "a word").goes_on_with_none


@pytest.mark.parametrize(
    ("text", "argument"),
    [
        ("import re\ndef f(text):\n    return re.search(text, 'a').group()", "b"),
        ("def f(known):\n    return known.get(1) + 1", {2: 2}),
        ("KNOWN = {}\ndef f(text):\n    return KNOWN.get(text, None) + 1", "a"),
        ("KNOWN = {1: 'a'}\ndef f(text):\n    return KNOWN.get(1) + text", 1),
        ("def f(tree):\n    return tree.left.value", type("Tree", (), {"left": None})()),
        ("def f(text):\n    none = g(text)\n    return none.x\ndef g(text):\n    pass", "a"),
        (
            "KNOWN = {}\ndef f(text):\n    a = KNOWN.get(text)\n    if a is None:\n"
            "        a = text.get(1)\n    return a.x",
            {},
        ),
    ],
)
def test_a_none_that_may_be_the_callers_is_no_search_of_the_codes_own(gathered, text, argument):
    assert not gathered(text, argument).goes_on_with_none


def test_the_attribute_of_an_object_is_searched_too(gathered):
    text = """
        class Stock:
            known = {}
            def __init__(self):
                self.numbers = {}
            def deliver(self, thing):
                return self.numbers.get(thing) + 1
            def expect(self, thing):
                return self.known.get(thing) + 1
        def f(name):
            getattr(Stock(), name)(name)
        """

    assert gathered(text, "deliver").goes_on_with_none
    assert gathered(text, "expect").goes_on_with_none


@pytest.mark.parametrize(
    ("text", "argument", "goes_on"),
    [
        ("KNOWN = {}\ndef f(t):\n    a = 3\n    return a + KNOWN.get(t)", "a", True),
        ("KNOWN = {}\ndef f(t):\n    return -KNOWN.get(t)", "a", False),  # not looked into
        (
            "KNOWN = {}\ndef f(t):\n    a = KNOWN.get(t)\n    if a is None:\n"
            "        a = KNOWN.get(1)\n    return a.x",
            "a",
            False,
        ),
        (
            "class C:\n    def __init__(self, known):\n        self.known = known\n"
            "    def g(self):\n        return self.known.get(1) + 1\ndef f(known):\n    C(known).g()",
            {2: 2},
            False,
        ),
    ],
)
def test_only_one_search_in_what_the_code_holds_says_nothing(gathered, text, argument, goes_on):
    assert gathered(text, argument).goes_on_with_none is goes_on


def test_a_method_of_its_own_called_with_too_much_is_about_its_own(gathered):
    text = (
        "class C:\n    def g(self):\n        return self.h(1)\n    def h(self):\n        pass\n"
        "def f():\n    C().g()"
    )

    assert gathered(text).about_own_object


def test_what_something_was_taken_from_before_is_looked_up_in_vain(gathered):
    assert gathered("def f(items):\n    del items[0]\n    return items[0]", [1]).lookup_in_own


def test_what_an_object_holds_is_passed_in_with_it(gathered):
    class Thing: ...

    held = [types.SimpleNamespace(thing=Thing())]
    error = AttributeError(name="x", obj=Thing())
    entry = types.TracebackType(None, sys._getframe(), 0, 1)

    assert is_about_own_object(error, entry, [], lambda module: False) is not (
        is_about_own_object(error, entry, held, lambda module: False)
    )


def test_an_object_that_lies_about_what_it_holds_is_passed_in_like_any_other():
    class Odd:
        @property
        def __dict__(self):
            return None

    error = AttributeError(name="x", obj=object())
    entry = types.TracebackType(None, sys._getframe(), 0, 1)

    assert is_about_own_object(error, entry, [Odd()], lambda module: False)


def test_a_function_that_is_not_called_by_its_name_may_be_anybodys(gathered):
    text = "def g():\n    pass\nALL = [g]\ndef f():\n    ALL[0](1)"

    assert not gathered(text).about_own_object


def test_what_was_taken_from_something_else_is_no_reason(gathered):
    text = "def f(items, other):\n    del other[0]\n    return items[0]"

    assert not gathered(text, [], [1]).lookup_in_own
