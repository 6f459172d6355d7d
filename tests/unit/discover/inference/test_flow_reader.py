"""What a function does with a parameter speaks for its type."""

from __future__ import annotations

import pytest

from refute.discover.inference.type_texts import TypeTexts
from refute.discover.inference.value_flow import read_flow
from tests.unit.discover.inference.conftest import index_of


def best(body: str, place: str = "shop:f#x", before: str = "") -> str:
    index = index_of(shop=f"import re, os\n{before}\ndef f(x, y=None):\n    {body}\n")
    evidence = read_flow(index, TypeTexts(index))
    evidence.spread()
    found = sorted(evidence.of(place).items(), key=lambda pair: -pair[1].weight)
    return str(found[0][0]) if found else ""


@pytest.mark.parametrize(
    ("body", "form"),
    [
        ("return x + 1", "int"),
        ("return x / y", "int"),
        ("x += 'a'", "str"),
        ("return x << 2", "int"),
        ("return -x", "int"),
        ("return x == 'a'", "str"),
        ("return x in ('a', 'b')", "str"),
        ("return 0 < x", "int"),
        ("return x is True", "bool"),
        ("return isinstance(x, (bytes, dict))", "bytes"),
        ("return x['a']", "dict"),
        ("x['a'] = 1", "dict"),
        ("return y[:x]", "int"),
        ("a, b = x", "tuple"),
        ("return [one for one in x]", "list"),
        ("for n, one in enumerate(x): pass", "list"),
        ("yield from x", "list"),
        ("return range(x)", "int"),
        ("return re.match('a', x)", "str"),
        ("return os.path.exists(x)", "str"),
        ("return ','.join(x)", "list[str]"),
        ("return x(1)", "Callable"),
        ("return dict(**x)", "dict"),
        ("raise x", "Exception"),
        ("x = x or {}", "dict"),
        ("x: bytes = x", "bytes"),
        ("pass", ""),
    ],
)
def test_a_use_speaks_for_a_type(body: str, form: str) -> None:
    assert best(body) == form


def test_what_is_asked_of_an_item_is_known_of_what_the_collection_holds() -> None:
    assert best("for one in x: one += 'a'", place="shop:f#x[]") == "str"


def test_what_is_kept_in_an_attribute_is_used_there() -> None:
    index = index_of(
        shop="""
        class Cart:
            def __init__(self, x):
                self.kept = x
            def double(self):
                return self.kept * 2
        """
    )
    evidence = read_flow(index, TypeTexts(index))
    evidence.spread()

    assert "int" in map(str, evidence.of("shop:Cart.__init__#x"))


def test_a_condition_alone_is_remembered_as_such() -> None:
    index = index_of(shop="def f(x, y):\n    return 1 if x and not y else 2\n")
    evidence = read_flow(index, TypeTexts(index))

    assert list(evidence.tested) == ["shop:f#x", "shop:f#y"]
