"""From a live exception to facts: which frames, on purpose or not, on whose values."""

from __future__ import annotations

import types

import pytest

from refute.look.tracebacks import raised_on_purpose, traceback_frames
from refute.model.evidence import Origin
from refute.model.literals import maker


def test_the_frames_are_the_subjects_from_the_operation_to_the_raiser(gathered):
    evidence = gathered("def f(n):\n    return g(n)\ndef g(n):\n    return 1 / n", 0)

    assert [(frame.function, frame.line) for frame in evidence.frames] == [("f", 2), ("g", 4)]
    assert evidence.exception == "ZeroDivisionError"
    assert {"ZeroDivisionError", "ArithmeticError", "Exception"} <= evidence.bases
    assert evidence.message == "division by zero"


@pytest.mark.parametrize(
    ("line", "on_purpose"),
    [
        ("raise ValueError(n)", True),
        ("assert n", True),
        ("1 / n", False),
        ("raise None", False),
        ("raise n", False),
        ("raise ValueError from n", False),
        ("raise", False),
        ("raise type('E', (Exception,), {'__new__': lambda cls: 1})", False),
        ("raise TypeError(n)", True),
        ("int('x')", False),
        ("[][n]", False),
        ("n.nosuch", False),
    ],
)
def test_raised_on_purpose_is_read_from_the_instruction(gathered, line, on_purpose):
    assert gathered(f"def f(n):\n    {line}", 0).on_purpose is on_purpose


@pytest.mark.parametrize(
    ("text", "raiser"),
    [
        ("def f(n):\n    raise KeyError", "operation"),
        ("def f(n):\n    _g()\ndef _g():\n    raise KeyError", "operation"),
        ("def f(n):\n    g()\ndef g():\n    raise KeyError", "public"),
        ("def f(n):\n    C().g()\nclass C:\n    def g(self):\n        raise KeyError", "public"),
        ("import fractions\ndef f(n):\n    fractions.Fraction('x')", "library"),
        ("import decimal\ndef f(n):\n    decimal.Decimal('x')", "library"),
        ("import decimal\ndef f(n):\n    decimal.Decimal(1) / n", "operation"),
        ("def f():\n    pass", "binding"),
    ],
)
def test_who_raised(gathered, text, raiser):
    assert gathered(text, 0).raiser == raiser


def test_none_passed_anywhere_is_known(gathered):
    assert gathered("def f(n):\n    1 / 0", None).none_passed
    assert gathered("def f(n):\n    1 / 0", 0, passed=(None,)).none_passed
    assert not gathered("def f(n):\n    1 / 0", 0).none_passed


def test_a_message_that_raises_does_no_harm(gathered):
    text = (
        "class E(Exception):\n    def __str__(self):\n        raise KeyError\ndef f():\n    raise E"
    )

    assert gathered(text).message == "<message that raises>"


def test_our_own_frames_are_left_out():
    try:
        raise KeyError
    except KeyError as raised:
        entries = traceback_frames(raised, inside="/nowhere/")

        assert traceback_frames(raised, inside=__file__) == []
        assert raised_on_purpose(entries[-1], raised)


# Code that is not the subject's.
LIBRARY = types.ModuleType("library")
exec(compile("def refuse():\n    raise KeyError", "library.py", "exec"), LIBRARY.__dict__)


@pytest.mark.parametrize(
    ("text", "arguments", "fact", "expected"),
    [
        ("def f(n):\n    try:\n        1 / n\n    except ZeroDivisionError:\n        raise", [0], "on_purpose", True),
        ("def f(n):\n    try:\n        1 / n\n    except ValueError:\n        pass", [0], "on_purpose", False),
        ("def f(*args):\n    g(*args)\ndef g(a, b):\n    pass", [1], "raiser", "binding"),
        ("def f(n):\n    g(n)\ndef g(a, b):\n    pass", [1], "raiser", "operation"),
        ("import json\ndef f(t):\n    return json.loads(t)", ["x"], "raiser", "library"),
        ("def f(ns):\n    return [[][n] for n in ns]", [[7000]], "asked_for", True),
        ("def f(ns):\n    return [[][n] for n in (1, 2)]", [[7000]], "asked_for", False),
        ("def f(d):\n    return d['k']", [{}], "passed_lacks_key", True),
        ("def f(d):\n    return {}['k']", [{}], "passed_lacks_key", False),
        ("def f(*ns):\n    return max(ns)", [], "empty_varargs", True),
        ("def f(ps):\n    for a, b in ps:\n        pass", [[(7000,)]], "origin", Origin.PASSED_IN),
        ("def f(ps):\n    return list((a, b) for a, b in ps)", [[(7000,)]], "origin", Origin.PASSED_IN),
        ("def f(ps):\n    return g(ps)\ndef g(ps):\n    return list((a, b) for a, b in ps)", [[(7000,)]], "origin", Origin.PASSED_IN),
        ("def f(t):\n    a, b = t.split('=')", ["x"], "computed", True),
        ("def f(ps):\n    for a, b in g(ps):\n        pass\ndef g(ps):\n    yield from ps", [{"x"}], "computed", False),
        ("def f(t):\n    for a, b in g(t):\n        pass\ndef g(t):\n    return t.split()", ["x"], "computed", True),
        ("def f(ps):\n    a, b = g(ps)\ndef g(ps):\n    return [ps]", [{"x"}], "computed", True),
        ("class C:\n    def g(self):\n        return self.x\nclass D(C):\n    def h(self):\n        self.x = 1\ndef f():\n    C().g()", [], "missing_attribute", "declared"),
        ("class C:\n    def g(self):\n        return self.x\nclass D(C):\n    def h(self):\n        self.x = 1\nclass E(C):\n    pass\ndef f():\n    E().g()", [], "missing_attribute", "unset"),
        ("import platform\ndef f():\n    return int(platform.system())", [], "depends_on_platform", True),
        ("def f(y, d):\n    if not y < d:\n        return 0\n    return range(y, d, 0)", [1, 2], "checked_before", True),
        ("def f(y, d):\n    if not y < d:\n        raise KeyError\n    return range(y, d, 0)", [1, 2], "checked_before", False),
        ("class C:\n    x: int\ndef f():\n    return C().x", [], "missing_attribute", "declared"),
        ("def f(self):\n    return self.x", [object()], "origin", Origin.PASSED_IN),
        ("class C:\n    pass\ndef f():\n    return g(C())\ndef g(self):\n    return self.x", [], "missing_attribute", "self"),
        ("def f(d):\n    return d.pop('k')", [{}], "passed_lacks_key", True),
        ("def f(form):\n    return form % (1, 2)", ["%d"], "template_passed", True),
        ("def f(form):\n    return form.format(1)", ["{1}"], "template_passed", True),
        ("def f(n):\n    def g():\n        return [][n]\n    return g()", [7000], "asked_for", True),
        ("def f(n):\n    own = n + 1\n    def g():\n        return [][own]\n    return g()", [7000], "asked_for", False),
        ("class C:\n    def __init__(self, n):\n        self.n = n\n    def g(self):\n        return [][self.n]\ndef f(n):\n    C(n).g()", [7000], "asked_for", True),
        ("class C:\n    def __init__(self, n):\n        self.n = n\n    def g(self):\n        size = self.n\n        return [][size]\ndef f(n):\n    C(n).g()", [7000], "asked_for", True),
        ("class C:\n    def __init__(self, n):\n        self.n = n + 1\n    def g(self):\n        return [][self.n]\ndef f(n):\n    C(n).g()", [7000], "asked_for", False),
        ("class C:\n    n = 1\n    def g(self):\n        return [][self.n]\ndef f():\n    C().g()", [], "asked_for", False),
        ("class C:\n    def __init__(self, key):\n        self.key = key\n    def g(self):\n        return self.key(1)\ndef f(key):\n    C(key).g()", [[].__getitem__], "asked_for", True),
        ("f = lambda n: [][n]", [7000], "asked_for", True),
        ("f = lambda n: [][[one for one in [n]][0]]", [7000], "asked_for", False),
        ("def f(n):\n    import math\n    return math.pi + n", [""], "origin", Origin.PASSED_IN),
        ("import contextlib\ndef f(n):\n    with contextlib.nullcontext([n]) as (a, b):\n        pass", [7000], "computed", False),
        ("def f(n):\n    return [g][0](n)\ndef g(a, b):\n    pass", [1], "about_own_object", False),
        ("def f(box):\n    return {1}.push(box)", [types.SimpleNamespace(held={2})], "about_own_object", False),
        ("def f(box):\n    return {1}.push(box)", [types.SimpleNamespace(held=2)], "about_own_object", True),
        ("def f(g):\n    g()", [LIBRARY.refuse], "asked_for", False),
    ],
)  # fmt: skip
def test_what_else_is_known(gathered, text, arguments, fact, expected):
    assert getattr(gathered(text, *arguments), fact) == expected


def test_a_dictionary_that_was_passed_in_lacks_what_is_taken_from_it(gathered):
    assert gathered("def f(d):\n    return d.pop('x')", {}).passed_lacks_key


@pytest.mark.parametrize(
    ("text", "internal"),
    [
        ("def f(n):\n    return g(n)\ndef g(n):\n    return 1 / n", False),
        ("def f(*n, **m):\n    return _h(*n, **m)\ndef _h(n, m=1):\n    return g(n, m)\ndef g(n, m):\n    return m / n", False),
        ("def f(n):\n    return g(-n)\ndef g(n):\n    return 1 / (n + 7000)", True),
        ("def f(n, m=1):\n    return g(n)\ndef g(n):\n    return 1 / (n - 7000)", True),
        ("def f(n):\n    return _g(n)\ndef _g(n):\n    return 1 / (n - 7000)", True),
        ("def f(n):\n    return 1 / (n - 7000)", True),
    ],
)  # fmt: skip
def test_what_is_handed_on_to_an_offered_operation_is_not_internal(gathered, text, internal):
    number = 7000 if "7000" in text else 0
    found = gathered(text, number, internal=True, offered={"gathering:f", "gathering:g"})

    assert found.internal is internal


def ours(source: str):
    """Return a function of ours, named by Python as those are that the machine makes."""
    space: dict = {}
    exec(f"def _refute_make():\n    {source}\n    return key", space)
    return space["_refute_make"]()


@pytest.mark.parametrize(
    ("text", "made", "misuses"),
    [
        ("def f(key):\n    key()", "def key(x): pass", True),
        ("def f(key):\n    key(1, 2)", "async def key(x): pass", True),
        ("def f(key):\n    key(1, y=2)", "def key(x): pass", True),
        ("def f(key):\n    key(1)", "def key(x): x + ''", False),  # called as it may be
        ("def f(key):\n    key(1)", "def key(x): raise KeyError", False),
        ("def f(key):\n    g()\ndef g(x):\n    pass", "def key(x): pass", False),
        ("def f(*key):\n    key[0](*key)", "def key(): pass", False),  # passed on as it came
    ],
)
def test_a_function_of_ours_that_is_called_otherwise_than_it_may_is_told(
    gathered, text, made, misuses
):
    assert gathered(text, ours(made)).misuses_callback is misuses


def test_a_lambda_that_is_written_down_is_one_of_ours(gathered):
    written = maker("lambda x: None")()
    evidence = gathered("def f(key):\n    key()", written)

    assert evidence.misuses_callback
    assert evidence.complaint == ""  # it is the same fault whatever was passed


@pytest.mark.parametrize(
    ("text", "given", "is_own"),
    [
        ("def f(key):\n    return key('x')", int, True),
        ("class K: pass\ndef f(key):\n    self = K()\n    self.key = key\n    self.key([])", max, True),
        ("def f(key):\n    return key(1, 2, 3, 4)", len, True),  # which few would pass there
        ("def f(key):\n    return int('x')", len, False),  # it was not passed in
        ("def f(key):\n    return key + 1", int, False),
        ("def f(key):\n    return key('x')", lambda text: int(text), False),
    ],
)  # fmt: skip
def test_what_a_builtin_raises_that_was_passed_in_is_our_own(gathered, text, given, is_own):
    assert gathered(text, given).own_raise is is_own
