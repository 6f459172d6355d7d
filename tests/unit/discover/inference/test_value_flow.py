"""Annotations, defaults, calls and doctests of a whole package are evidence."""

from __future__ import annotations

import pytest

from refute.discover.inference.type_texts import TypeTexts
from refute.discover.inference.value_flow import read_flow
from tests.unit.discover.inference.conftest import index_of


@pytest.mark.parametrize(
    ("source", "form", "reason"),
    [
        ("def f(x: int): ...", "int", "annotation"),
        ("def f(x='a'): ...", "str", "default: 'a'"),
        ("def f(*, x=1.5): ...", "float", "default: 1.5"),
        ("def f(x): ...\ndef g():\n    return f(b'a')", "bytes", "called with: b'a'"),
        ("def f(x): ...\nf(x={})", "dict", "called with: {}"),
        ("def f(x):\n    '''Do.\n\n    >>> f([1])\n    '''", "list", "called with: [1]"),
        ("def f(x):\n    g(x)\ndef g(y: set): ...", "set", "passed on: to g"),
        (
            "class C: ...\ndef made():\n    return C()\ndef f(x): ...\nf(made())",
            "C",
            "called with: made()",
        ),
    ],
)
def test_the_best_evidence(source: str, form: str, reason: str) -> None:
    index = index_of(shop=source)
    evidence = read_flow(index, TypeTexts(index))
    evidence.spread()
    found = sorted(evidence.of("shop:f#x").items(), key=lambda pair: -pair[1].weight)

    assert [(str(one), support.reason) for one, support in found][:1] == [(form, reason)]
