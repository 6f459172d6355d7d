"""A sequence as source: with what goes wrong, what to import and the functions it calls."""

from __future__ import annotations

import asyncio

import pytest
from cart_sequences import (
    LIST,
    POLYNOMIAL,
    lines,
    sequence,
)

from refute.model.sequence import (
    Call,
    Literal,
    Sequence,
)
from refute.model.typeform import ANY
from refute.model.verdict import Blame, Violation
from refute.render.source import fill, pasted, render, snippet, source


def test_what_the_terminal_shows_can_be_pasted_below_the_imports():
    def ticks():
        raise KeyError

    steps = sequence((Call("m:ticks", (), ANY, then="async-items"), ()))
    violation = Violation("raises", 0, Blame.CODE, "KeyError", "m:ticks", (), exception="KeyError")
    shown = pasted(steps, violation)

    assert shown[0] == "def _items(source):" and shown[-2:] == ["", "_items(ticks())  # KeyError"]
    with pytest.raises(KeyError):
        exec("\n".join(shown), {"asyncio": asyncio, "ticks": ticks})


def test_the_helper_takes_the_first_items():
    async def ticks():
        number = 0
        while True:
            yield number
            number += 1

    scope: dict[str, object] = {"asyncio": asyncio, "ticks": ticks}
    steps = sequence((Call("m:ticks", (), ANY, then="async-items"), ()))
    rendered = render(steps, keep=[0])
    exec("\n".join([*rendered.helpers, *rendered.lines]), scope)

    assert scope[rendered.names[0]] == list(range(64))


def test_long_lines_are_broken_at_brackets():
    numbers = Literal(repr(list(range(100, 130))), LIST)
    long = lines(sequence(numbers, (Call("m:use", (LIST,), ANY), (0,))))

    assert long[:3] == ["use(", "    [", "        100,"]
    assert long[-2:] == ["    ],", ")"]
    compile("\n".join(long), "long", "exec")


def violated(steps: Sequence, **more: object) -> Violation:
    given: dict[str, object] = {"rule": "raises", "message": "", "operation": "m:f", **more}
    return Violation(step=len(steps) - 1, blame=Blame.CODE, signature=(), **given)  # type: ignore[arg-type]


def test_the_source_of_an_exception_says_it_at_the_line_that_raises():
    violation = violated(POLYNOMIAL, exception="IndexError", message="IndexError: out of range")

    assert source(POLYNOMIAL, violation) == (
        "from poly import Mono, Poly, Rat\n"
        "\n"
        "poly = Poly(Mono(Rat(2, 1), 3))\n"
        "poly.add(Mono(Rat(-2, 1), 3))  # IndexError: out of range\n"
    )


def test_the_source_of_a_broken_law_ends_with_the_assertion():
    violation = violated(
        POLYNOMIAL, rule="copy", subjects=(9,), assertion="assert copy.copy({0}) == {0}"
    )

    assert source(POLYNOMIAL, violation) == (
        "import copy\n"
        "\n"
        "from poly import Mono, Poly, Rat\n"
        "\n"
        "poly = Poly(Mono(Rat(2, 1), 3))\n"
        "poly_2 = poly.add(Mono(Rat(-2, 1), 3))\n"
        "assert copy.copy(poly_2) == poly_2\n"
    )
    assert snippet(POLYNOMIAL, violation)[-1] == "assert copy.copy(poly_2) == poly_2"


def test_a_law_that_forbids_raising_says_what_is_raised():
    violation = violated(
        POLYNOMIAL,
        rule="hash",
        subjects=(5,),
        assertion="hash({0})",
        exception="TypeError",
        message="hash() raises TypeError: no\nhash at 0x7f0000001234",
    )

    assert snippet(POLYNOMIAL, violation)[-1] == "hash(poly)  # TypeError: no hash at 0x…"


def test_braces_in_an_assertion_may_be_doubled_or_not():
    assert fill("assert {0} != {} != {1}", ["a", "b"]) == "assert a != {} != b"
    assert fill("assert {0} != {{}} != {1}", ["a", "b"]) == "assert a != {} != b"
