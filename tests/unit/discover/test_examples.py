"""Python statements and doctests as sequences."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from refute.model.sequence import Call, Display, Literal, Sequence
from refute.model.subject import Subject

Found = Callable[..., Subject]

SHOP = '''
"""A shop.

{text}
"""
from enum import Enum

class Color(Enum):
    RED = 1

class Cart:
    def __init__(self, limit=3): self.items = {{}}
    def add(self, name, count=1, *more): self.items[name] = count
    def __getitem__(self, name): return self.items[name]
    def __setitem__(self, name, count): self.items[name] = count
    def __delitem__(self, name): del self.items[name]
    def __len__(self): return len(self.items)
    def __contains__(self, name): return name in self.items
    def __add__(self, other): return self
    def __neg__(self): return self
    def __eq__(self, other): return self is other
    @property
    def size(self) -> int: return len(self.items)
    @classmethod
    def of(cls, *names) -> "Cart": return cls()

def total(carts): return 0
'''


def shown(sequence: Sequence) -> list[str]:
    texts: list[str] = []
    for place, (operation, _) in enumerate(sequence.steps):
        given = ", ".join(texts[source] for source in sequence.sources(place))
        match operation:
            case Literal(source=source):
                texts.append(source)
            case Call(target=target, keywords=keywords):
                names = "".join(f" {one}=" for one in keywords)
                texts.append(f"{target.partition(':')[2]}({given}){names}")
            case Display(kind=kind):
                texts.append(f"{kind}({given})")
    used = {source for place in range(len(sequence)) for source in sequence.sources(place)}
    return [text for place, text in enumerate(texts) if place not in used]


@pytest.mark.parametrize(
    ("example", "calls"),
    [
        (">>> Cart()", ["Cart()"]),
        (">>> Cart(5).add('a')", ["Cart.add(Cart(5), 'a')"]),
        (">>> c = Cart(limit=5)\n>>> c.add('a', count=2)", ["Cart.add(Cart(5), 'a', 2)"]),
        (">>> Cart().add('a', 1, 2, 3)", ["Cart.add(Cart(), 'a', 1, 2, 3)"]),
        (">>> import shop\n>>> print(shop.Cart.of('a').size)", ["Cart.size(Cart.of('a'))"]),
        (">>> import shop as s\n>>> s.Cart()", ["Cart()"]),
        (">>> from shop import Cart as C\n>>> C()", ["Cart()"]),
        (">>> total([Cart()])", ["total(list(Cart()))"]),
        (">>> total({'a': Cart()})", ["total(dict('a', Cart()))"]),
        (">>> total(Color.RED)", ["total(shop.Color.RED)"]),
        (">>> Cart()['a'] = 1", ["Cart.__setitem__(Cart(), 'a', 1)"]),
        (">>> del Cart()['a']", ["Cart.__delitem__(Cart(), 'a')"]),
        (">>> 'a' in Cart()", ["Cart.__contains__(Cart(), 'a')"]),
        (">>> len(Cart())", ["Cart.__len__(Cart())"]),
        (">>> -(Cart() + Cart())", ["Cart.__neg__(Cart.__add__(Cart(), Cart()))"]),
        (">>> Cart() == 1", ["Cart.__eq__(Cart(), 1)"]),
    ],
)  # fmt: skip
def test_an_example_is_written_as_calls(found: Found, example: str, calls: list[str]) -> None:
    examples = found(SHOP.format(text=example)).examples

    assert [shown(one) for one in examples] == [calls]


@pytest.mark.parametrize(
    "example",
    [
        ">>> unknown()",
        ">>> c = unknown()\n>>> c.add('a')",
        ">>> total(unknown)",
        ">>> for c in [Cart()]: c.add('a')",
        ">>> Cart().remove('a')",
        ">>> Cart(color=1)",
        ">>> Cart().add()",
        ">>> Cart() + ",
        ">>> 1 + 1",
        ">>> len([1])",
    ],
)
def test_what_cannot_be_written_as_calls_is_left_out(found: Found, example: str) -> None:
    assert [shown(one) for one in found(SHOP.format(text=example)).examples] in ([], [["Cart()"]])


def test_what_raises_is_a_sequence_of_its_own(found: Found) -> None:
    text = ">>> c = Cart()\n>>> c['a']\nTraceback (most recent call last):\nKeyError: 'a'\n>>> c.add('a')"

    examples = found(SHOP.format(text=text)).examples

    assert [shown(one) for one in examples] == [
        ["Cart.__getitem__(Cart(), 'a')"],
        ["Cart.add(Cart(), 'a')"],
    ]


def test_what_another_package_calls_the_same_is_not_ours(found: Found) -> None:
    subject = found(
        """
        '''Write numbers down.

        >>> import json
        >>> json.dumps(1)
        >>> dumps(2)
        '''
        def dumps(number): return str(number)
        """
    )

    assert [shown(one) for one in subject.examples] == [["dumps(2)"]]


def test_what_the_package_makes_elsewhere_is_called_where_it_is_published(
    found: Found, write: Callable[[str, str], object]
) -> None:
    write("_shop.py", "def total(carts): return 0")
    subject = found("'''>>> total([])'''\nfrom _shop import total\n__all__ = ['total']")

    assert [shown(one) for one in subject.examples] == [["total([])"]]
