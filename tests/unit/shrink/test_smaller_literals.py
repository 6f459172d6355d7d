"""Texts, numbers and collections that are smaller than a literal."""

from __future__ import annotations

import pytest

from refute.model.sequence import Literal
from refute.model.typeform import ANY, INT, STR, TypeForm
from refute.shrink.smaller_literals import smaller_literals


def sources(source: str, form: TypeForm) -> list[str]:
    return [one.source for one in smaller_literals(Literal(source, form))]


@pytest.mark.parametrize(
    ("source", "smaller"),
    [
        ("9", ["4", "8"]),
        ("0", []),
        ("-3", ["3"]),
        ("b'ab'", ["b'b'", "b'a'"]),
        ("'a' * 9", ["''", "'a'", "'aa'", "'aaaa'", "'aaaaaaaa'", "'aaaaaaaaa'"]),
        ("2**31", []),
        ("1.5", []),
        ("True", []),
        ("None", []),
        ("lambda *args: args", []),
        ("datetime.date(2024, 1, 31)", []),
    ],
)
def test_what_is_smaller_than_a_literal(source, smaller):
    assert sources(source, ANY) == smaller


@pytest.mark.parametrize(
    ("source", "name", "smaller"),
    [
        ("[1, 'a']", "list", ["['a']", "[1]", "[0, 'a']", "[1, '']"]),
        ("(True, 2)", "tuple", ["(2,)", "(True,)", "(True, 1)"]),
        ("{3}", "set", ["set()", "{1}", "{2}"]),
        ("frozenset({1})", "frozenset", ["frozenset()", "frozenset({0})"]),
        ("{'a': 1}", "dict", ["{}", "{'a': 0}"]),
        ("[[1]]", "list", ["[]", "[[]]", "[[0]]"]),
        ("[]", "list", []),
        ("list(range(2))", "list", ["[]", "[0]", "[0, 1]"]),
        ("dict.fromkeys(range(2), 0)", "dict", ["{}", "{0: 0}", "{0: 0, 1: 0}"]),
        ("set(map(str, range(1)))", "set", ["set()", "{'0'}"]),
    ],
)
def test_what_is_smaller_than_a_collection(source, name, smaller):
    assert sources(source, TypeForm(name)) == smaller


def test_a_long_collection_is_tried_with_few_elements_only():
    assert [one.count(",") + 1 for one in sources("list(range(5000))", TypeForm("list"))[1:]] == [
        *(1, 2, 4, 8, 16, 32)
    ]
    written = repr([0] * 201).replace(", ", ",")
    assert len(sources(written, TypeForm("list"))) < 10


def test_elements_that_have_a_type_each_stay():
    pair = TypeForm("tuple", (INT, STR))
    alike = TypeForm("tuple", (INT, TypeForm("...")))

    assert sources("(1, 'a')", pair) == ["(0, 'a')", "(1, '')"]
    assert "(2,)" in sources("(1, 2)", alike)


def test_the_keys_of_a_typed_dict_stay():
    assert sources("{'name': 'a'}", TypeForm("shop:Order")) == []
