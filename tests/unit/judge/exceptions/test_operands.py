"""Whose the values are on which an operation failed."""

from __future__ import annotations

import pytest

from refute.model.evidence import Origin


@pytest.mark.parametrize(
    ("lines", "origin", "asked"),
    [
        ("return value + ''", Origin.PASSED_IN, False),
        ("made = [1]\n    return made + ''", Origin.OWN, False),
        ("return {}[value]", Origin.PASSED_IN, False),  # unhashable, not missing
        ("made = None\n    return made.size", Origin.OWN, False),
        ("return value.nosuch", Origin.PASSED_IN, False),
    ],
)
def test_on_whose_values(gathered, lines, origin, asked):
    evidence = gathered(f"def f(value):\n    {lines}", OURS)

    assert (evidence.origin, evidence.asked_for) == (origin, asked)


def test_a_key_or_index_of_ours_was_asked_for(gathered):
    assert gathered("def f(k):\n    return {}[k]", "key").asked_for
    assert gathered("def f(n):\n    return [][n]", 7000).asked_for
    assert not gathered("def f(k):\n    return {}[k + 'x']", "key").asked_for
    each = "def f(k):\n    return [f(one) for one in k] if type(k) is list else {}[k]"
    assert gathered(each, ["key"], passed=("key",)).asked_for
    assert not gathered(each.replace("{}[k]", "{}[k * 2]"), ["key"], passed=("key",)).asked_for
    assert not gathered("def f(n):\n    return [][n + 1]", 7000).asked_for


_CHANGES_ITS_OWN = """
HELD = {7000: {1}}
def f(value):
    for one in HELD.get(value):
        HELD[value].add(one + 1)
"""
_CHANGES_WHAT_IT_IS_GIVEN = """
def f(value):
    for one, _ in value.items():
        value[one + 1] = 0
"""


def test_what_is_changed_while_it_is_gone_through_is_not_the_key_that_it_was_found_by(gathered):
    assert gathered(_CHANGES_ITS_OWN, 7000).origin is Origin.OWN
    assert gathered(_CHANGES_WHAT_IT_IS_GIVEN, {1: 0}).origin is Origin.PASSED_IN


def test_what_the_code_computed_is_derived(gathered):
    assert gathered("def f(t):\n    return int(t[1:] + 'x')", "ab").computed
    assert not gathered("def f(t):\n    return int(t)", "ab").computed


@pytest.mark.parametrize(
    ("text", "passed", "derived"),
    [
        ("WORDS = []\ndef f():\n    best = KEPT\n    return WORDS.index(best)", (), True),
        ("WORDS = []\ndef f(best):\n    return WORDS.index(best)", ("argument",), False),
        ("def f(words):\n    best = KEPT\n    return words.index(best)", ([],), False),
    ],
)
def test_what_was_kept_is_looked_for_by_nobody_but_the_code(gathered, text, passed, derived):
    kept = "kept"
    text = f"KEPT = {kept!r}\n{text}"
    if not passed:
        assert gathered(text, passed=(kept,)).computed is derived
    else:
        assert gathered(text, *passed).computed is derived


OURS = [7000]


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("def f(path):\n    return {}[path.split('.')[1]]", ("a.b",)),
        (
            "class C:\n    def __init__(self, k):\n        self.k = k\n"
            "    def g(self):\n        return [1][self.k]\ndef f(k):\n    return C(k).g()",
            (7000,),
        ),
        (
            "class C:\n    def __init__(self, key):\n        self.key = key\n"
            "    def g(self):\n        return self.key(1)\ndef f():\n    return C({}.__getitem__).g()",
            (),
        ),
    ],
)
def test_what_the_caller_gave_is_asked_for_on_many_ways(gathered, text, arguments):
    assert gathered(text, *arguments).asked_for


@pytest.mark.parametrize(
    "text",
    [
        "LIB = {'__name__': 'lib'}\nexec('def g(): raise KeyError', LIB)\ndef f(k):\n    LIB['g']()",
        "def f(k):\n    own = 3\n    def inner():\n        return [1][own]\n    return inner()",
        "def f(k):\n    return 7 % (k - k)",
        "class C:\n    def __init__(self, k):\n        self.k = k\n    def g(self):\n"
        "        self.k = 2 * self.k\n        return [1][self.k]\ndef f(k):\n    return C(k).g()",
    ],
)
def test_what_the_code_chose_is_not_asked_for(gathered, text):
    assert not gathered(text, 7000).asked_for


KEEPS = """
class C:
    def __init__(self, k):
        self.k = k
    def g(self):
        {}
    def _own(self, k):
        return NAMES[k]
class Table:
    def __getitem__(self, k):
        return NAMES[k]
NAMES = dict(a=1)
ONE = C("kept")
def _look(names, k):
    return names[k]
def _again(*k):
    return _look(NAMES, *k)
def _through(k):
    return _look(NAMES, k)
def _set(k):
    k = k + k
    return NAMES[k]
def f():
    return ONE.g()
"""


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ("return _look(NAMES, self.k)", True),
        ("return _look(NAMES, k=self.k)", True),
        ("return self._own(self.k)", True),
        ("return _through(self.k)", True),
        ("return _look(NAMES, self.k + '!')", False),
        ("return _again(self.k)", False),
        ("return _set(self.k)", False),
        ("return list(map(self._own, [self.k]))", False),
        ("return sorted([self.k], key=lambda k: _look(NAMES, k))", False),
        ("return Table()[self.k]", False),
    ],
)
def test_what_a_helper_looks_up_for_its_caller_may_be_asked_for(gathered, line, asked):
    text = KEEPS.replace("{}", line)

    assert gathered(text, passed=("kept",), askable=("kept",)).asked_for is asked


def test_a_function_made_for_a_key_looks_it_up_for_the_caller(gathered):
    key = 7000
    text = (
        "def f(box):\n    k = box[0]\n    def inner():\n        return [1][k]\n    return inner()"
    )

    assert gathered(text, [key], passed=(key,)).asked_for


def test_of_code_without_source_nothing_is_known(gathered):
    text = "exec('def g(x): return x // 0', globals())\ndef f(x):\n    return g(x)"

    assert gathered(text, 7000).origin is Origin.UNKNOWN


def test_what_a_module_holds_is_nobodys_argument(gathered):
    text = "def f(x):\n    import math\n    return 1 // (math.pi * 0)"

    assert gathered(text, 7000).origin is Origin.OWN
