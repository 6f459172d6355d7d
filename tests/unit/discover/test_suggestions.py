"""Values that the source suggests for a parameter."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest

from refute.model.subject import Input, Subject

Found = Callable[..., Subject]


def inputs(subject: Subject) -> dict[str, Input]:
    every = [(one, given) for one in subject.routines for given in one.inputs]
    return {f"{one.target.rpartition(':')[2]} {given.name}": given for one, given in every}


def offered(subject: Subject, name: str) -> list[str]:
    return [one.source for one in inputs(subject)[name].offers]


@pytest.mark.parametrize(
    ("source", "sources"),
    [
        ("def f(x): return x == 41", ["41", "42", "40"]),
        ("LIMIT = 41\ndef f(x): return x == LIMIT", ["41", "42", "40"]),
        ("def f(x: str): return x == 41", []),
        ("def f(x: float): return x == 41", ["41", "42", "40"]),
        ("def f(x): return x in ('up', 'down')", ["'up'", "'down'"]),
        ("def f(x): return x in {'b', 'a'}", ["'a'", "'b'"]),
        ("def f(x: bool): return x == True", []),
        ("def f(x): return x.split('::')", ["'::'", "'::a'", "'a::'", "'a::b'", "'::::'"]),
        ("def f(x): return x['n'] == 9", ["9", "10", "8", "{'n': 1}", "{'n': 'a'}", "{'n': 9}", "{'n': 10}", "{'n': 8}"]),
        ("FREE = 7\ndef f(mode):\n    'mode: FREE or not'", ["7"]),
        ("MODE_FREE = 7\ndef f(mode): pass", ["7"]),
        ("FREE = 7\ndef f(mode): pass", []),
        ("FREE_MODE = 7\nMODES = 8\nmode_ = 1\nAMODE = 2\nMODELESS = 3\ndef f(mode): pass", ["7", "8"]),
        ("MODES_ALL = 7\nUP_MODE_DOWN = 8\nFREE = 9\ndef f(mode):\n    'mode: FREELY'", ["7"]),
        ("def f(x): return _g(1, x)\ndef _g(a, b): return b == 41", ["41", "42", "40"]),
        ("class _G:\n    def __init__(self, a): self.b = a == 41\ndef f(x): _G(x)", ["41", "42", "40"]),
        ("KNOWN = {'up': 1, 4: 2}\ndef f(x): return KNOWN[x]", ["'up'", "4", "5", "3"]),
        ("KNOWN = {'up': 1}\ndef f(x): return KNOWN.get(x.lower(), 3)", ["'up'"]),
        ("KNOWN = ['up']\ndef f(x): return KNOWN[x]", []),
        ("KNOWN = [41]\nKNOWN.append(KNOWN)\ndef f(x): return x in KNOWN", ["41", "42", "40", "shop.KNOWN"]),
        ("MISSING = object()\ndef f(x): return x is MISSING", ["shop.MISSING"]),
        ("class Tone: pass\nDEEP = Tone()\ndef f(x: Tone): pass", ["shop.DEEP"]),
        ("class Tone: pass\nDEEP = Tone()\ndef f(x: int): pass", []),
    ],
)  # fmt: skip
def test_the_source_suggests_these(found: Found, source: str, sources: list[str]) -> None:
    subject = found(source)
    (name,) = [one for one in inputs(subject) if one.startswith("f ")]

    assert offered(subject, name) == sources


def test_texts_match_the_pattern_that_is_applied(found: Found) -> None:
    subject = found(
        """
        import re
        class Code:
            _form = re.compile("[A-Z]{2}[0-9]+")
            def __init__(self, text: str):
                self.found = self._form.fullmatch(text)
        """
    )

    matches = [bool(re.fullmatch("'[A-Z]{2}[0-9]+'", one)) for one in offered(subject, "Code text")]

    assert matches.count(True) > 3
    assert False in matches


def test_lengths_are_those_around_what_a_length_is_compared_with(found: Found) -> None:
    subject = found("def f(x):\n    if len(x) > 40 or len(x) == 0: return 1")

    assert inputs(subject)["f x"].sizes == (1, 39, 40, 41)


def test_what_is_gone_through_may_have_to_be_longer_than_a_number_in_capitals(found: Found) -> None:
    subject = found(
        """
        class Table:
            LOAD = 20
            def update(self, items, name):
                for item in items: pass
        """
    )

    assert inputs(subject)["Table.update items"].sizes == (41,)
    assert inputs(subject)["Table.update name"].sizes == ()


def test_what_is_passed_on_to_another_method_is_used_there(found: Found) -> None:
    subject = found(
        "class A:\n    def f(self, x): return self._g(x)\n    def _g(self, y): return y == 41"
    )

    assert offered(subject, "A.f x") == ["41", "42", "40"]


def test_what_a_class_inherits_suggests_the_same(found: Found) -> None:
    subject = found("class A:\n    def f(self, x): return x == 41\nclass B(A): pass")

    assert offered(subject, "B.f x") == ["41", "42", "40"]


def test_many_constants_and_many_parameters_are_told_apart_in_little_time(found: Found) -> None:
    constants = "\n".join(f"CONST_{number} = {number}" for number in range(3000))
    functions = "\n".join(
        f"def f{number}(alpha{number}):\n    'alpha{number}: as CONST_{number}'"
        for number in range(300)
    )
    begun = time.process_time()
    subject = found(f"{constants}\n{functions}")

    assert offered(subject, "f7 alpha7") == ["7"]
    assert time.process_time() - begun < 5


@pytest.mark.parametrize(
    "source",
    [
        "def f(mode): pass\nf.__doc__ = 7",
        "class Told(str):\n    def splitlines(self): raise OSError\ndef f(mode): pass\nf.__doc__ = Told('FREE')",
    ],
)
def test_a_docstring_that_is_no_text_says_nothing(found: Found, source: str) -> None:
    assert offered(found(f"FREE = 7\n{source}"), "f mode") == []


def test_what_methods_and_classes_say_is_read(found: Found) -> None:
    subject = found(
        """
        FREE = 7
        class A:
            "mode: FREE or not"
            def __init__(self, mode): pass
            @classmethod
            def f(cls, mode): "mode: FREE or not"
        """
    )

    assert offered(subject, "A.f mode") == ["7"]
    assert offered(subject, "A mode") == ["7"]


def test_a_proxy_that_raises_whatever_it_is_asked_is_not_asked(found: Found) -> None:
    subject = found(
        """
        class _Proxy:
            @property
            def __class__(self): raise RuntimeError("working outside of context")
        CURRENT = _Proxy()
        def f(x=CURRENT): return x in (CURRENT, 41)
        def g(x): return x == CURRENT or x == 41
        """
    )

    assert offered(subject, "g x") == ["41", "42", "40", "shop.CURRENT"]


@pytest.mark.parametrize("use", ["x in TABLE", "TABLE[x]"])
def test_of_a_long_table_a_few_come_first_and_the_others_after_all_else(
    found: Found, use: str
) -> None:
    subject = found(
        f"TABLE = {{f'k{{n}}': n for n in range(1000)}}\ndef f(x): return x == 'other' or {use}"
    )

    offers = offered(subject, "f x")
    assert [offers.index(one) for one in ("'other'", "'k0'", "'k111'", "'k999'")] == [0, 1, 2, 10]
    assert len(offers) == len(set(offers)) == 200
