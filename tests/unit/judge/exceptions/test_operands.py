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
