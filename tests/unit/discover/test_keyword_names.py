"""What `**options` stands for."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from refute.model.subject import Subject
from refute.model.typeform import BOOL, INT

Found = Callable[..., Subject]
CONSTANTS = "KNOWN = {'a': 1, 'b': 2, 'not one': 3}\nLISTED = frozenset('ab')"


def keywords(subject: Subject, name: str) -> list[str]:
    (routine,) = [one for one in subject.routines if one.target == f"shop:{name}"]
    return [one.name for one in routine.inputs if one.way == "keyword"]


def test_names_that_the_body_looks_up_can_be_passed(found: Found) -> None:
    subject = found(
        """
        def f(x, **options):
            a = options.pop("a")
            b = options.get("b", 3)
            c = options["c"] if "c" in options else None
            if "d" not in options:
                options.setdefault("d", x)
            other = {}
            other.get("e"), options.get(a), options.pop("_f"), options.get("x")
        """
    )

    assert sorted(keywords(subject, "f")) == ["a", "b", "c", "d"]


@pytest.mark.parametrize(
    "body",
    [
        "known = {'a': 1, 'b': x}; known.update(options)",
        "known = {'a': 1, 'b': x}; known.update(**options)",
        "known = dict(a=1, b=x)\n    known |= options",
        "known = {'a': 1, 'b': x}\n    return known | options",
        "return {'a': 1, **options, 'b': x}",
        "return {**KNOWN, **options}",
        "if set(options) - set(KNOWN): raise TypeError",
        "if options.keys() - KNOWN.keys(): raise TypeError",
        "if set(options) - {'a', 'b'}: raise TypeError",
        "if options.keys() - LISTED: raise TypeError",
    ],
)
def test_options_are_the_keys_of_what_they_are_put_over(found: Found, body: str) -> None:
    subject = found(f"{CONSTANTS}\ndef f(x, **options):\n    {body}")

    assert sorted(keywords(subject, "f")) == ["a", "b"]


@pytest.mark.parametrize(
    "body",
    [
        "for k, v in options.items():\n        if k not in ('a', 'b'): raise TypeError",
        "for k in options:\n        if k == 'a' or k != 'b': raise TypeError",
        "for k in sorted(options):\n        if k not in KNOWN: raise TypeError",
        "for k in options.keys():\n        if k not in LISTED: raise TypeError",
        "if [k for k in options if k not in ['a', 'b', 3]]: raise TypeError",
        "for k, v in options.items():\n        match k:\n            case 'a' | 'b': pass",
    ],
)
def test_options_are_what_their_keys_are_compared_with(found: Found, body: str) -> None:
    subject = found(f"{CONSTANTS}\ndef f(x, **options):\n    {body}")

    assert sorted(keywords(subject, "f")) == ["a", "b"]


def test_what_other_names_are_compared_with_says_nothing(found: Found) -> None:
    subject = found(
        """
        def f(x, **options):
            for key, value in options.items():
                if value == "a" or x == "b" or key == value: return
            for other in x.items():
                if other == "c": return
        """
    )

    assert keywords(subject, "f") == []


def test_what_is_put_over_something_else_says_nothing(found: Found) -> None:
    subject = found(
        """
        def f(x, y, **options):
            known = {"a": 1}
            known.update(y)
            x.update(options)
            return {**y, "c": 1}
        """
    )

    assert keywords(subject, "f") == []


def test_a_default_is_a_hint_and_no_annotation(found: Found) -> None:
    subject = found("def f(**options):\n    options.get('b', 3)")
    (given,) = [one for one in subject.routines[0].inputs if one.way == "keyword"]

    assert (given.default, given.required, given.annotated) == ("3", False, False)


def test_options_are_those_of_who_gets_them(found: Found) -> None:
    subject = found(
        """
        import shop
        class Base:
            def __init__(self, size: int = 1): ...
            @classmethod
            def made(cls, deep: bool = False, **rest): return cls(**rest)
        class Shelf(Base):
            def __init__(self, name, **options):
                super().__init__(**options)
            def sort(self, **options):
                return self._sort(1, **options)
            def _sort(self, first, key=None, reverse=False, **more):
                return g(reverse=reverse, **more)
            def other(self, **options):
                self.made(**options)
        def g(reverse, strict: bool = True, *, depth: int = 2, **rest): print(**rest)
        def h(**options): shop.g(**options); len(**options); (lambda **o: o)(**options)
        """
    )

    assert keywords(subject, "Shelf") == ["size"]
    assert keywords(subject, "Shelf.sort") == ["key", "reverse", "strict", "depth"]
    assert keywords(subject, "Shelf.other") == ["deep", "size"]
    assert keywords(subject, "h") == ["strict", "depth"]
    (routine,) = [one for one in subject.routines if one.target == "shop:h"]
    assert [one.form for one in routine.inputs[:2]] == [BOOL, INT]


@pytest.mark.parametrize(
    "text",
    [
        "Do it.\n\n    Args:\n        x: the first\n        a (int): one\n        b: two\n    ",
        "Do it.\n\n    Parameters\n    ----------\n    x : int\n        The first.\n    a : int\n    b : str\n    ",
        "Do it.\n\n    :param x: the first\n    :param int a: one\n    :keyword b: two\n    ",
    ],
)
def test_documentation_names_options(found: Found, text: str) -> None:
    subject = found(f'def f(x, **options):\n    """{text}"""\n    return options')

    assert keywords(subject, "f") == ["a", "b"]


def test_the_documentation_of_a_class_is_that_of_its_constructor(found: Found) -> None:
    subject = found(
        'class C:\n    """Keep.\n\n    Args:\n        a: one\n    """\n'
        "    def __init__(self, **options): ..."
    )

    assert keywords(subject, "C") == ["a"]


def test_options_are_what_is_looked_up_in_the_dictionary_that_they_are_handed_on_as(
    found: Found,
) -> None:
    subject = found(
        """
        class Builder:
            def build(self, stack, options):
                return options["a"]
        class Plan:
            def __init__(self, given=None): given.get("b")
            def part(self, **options): self.read(options)
            def read(self, them): them.get("d")
        def checked(options): return options.get("c"), more(x=options)
        def more(x): x.get("e"), other(x)
        def other(x): x.get("too deep")
        def f(**options):
            options = checked(options)
            Builder().build([], options), Plan(given=options), print(options), unknown(options)
        """
    )

    assert sorted(keywords(subject, "f")) == ["a", "b", "c", "e"]
    assert keywords(subject, "Plan.part") == ["d"]


def test_a_few_options_of_a_function_of_python_can_be_passed(found: Found) -> None:
    subject = found(
        """
        import json, threading, zlib
        def f(x, **options): return json.dumps(x, **options)
        def g(x, **options): return json.dumps(x, cls=None, **options)
        def h(x, **options): return zlib.compress(x, **options)
        class A(threading.Thread):
            def __init__(self, **options): super().__init__(**options)
        """
    )

    few = ["skipkeys", "ensure_ascii", "check_circular", "allow_nan", "cls", "indent"]
    assert keywords(subject, "f") == few
    assert keywords(subject, "g") == [one for one in few if one != "cls"] + ["separators"]
    assert keywords(subject, "h") == []
    assert keywords(subject, "A")[:3] == ["group", "target", "name"]
