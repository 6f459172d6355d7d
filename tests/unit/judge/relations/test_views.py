"""Several ways to look at one object."""

from __future__ import annotations

import pytest

SEQUENCE = """
class Ring:
    def __init__(self, *items): self.items = list(items)
    def __len__(self): return len(self.items)
    def __iter__(self): return iter(self.items)
    def __getitem__(self, i): return {0}
"""
MAPPING = """
class Book:
    def __init__(self, **names): self.names = names
    def __len__(self): return len(self.names)
    def keys(self): return list(self.names)
    def values(self): return {0}
    def items(self): return {1}
"""


def degrees(module, text: str, *arguments, **named) -> dict[str, float | None]:
    import sys

    from refute.judge.relations.related import relations_of

    one = module(text)
    made = getattr(sys.modules[one.name], "Ring" if "Ring" in text else "Book")(*arguments, **named)
    found = [r for r in relations_of(one.subject) if r.family.rule == "views"]
    return {relation.variant: relation.degree([made], (0,)) for relation in found}


@pytest.mark.parametrize(
    ("item", "last", "rest"),
    [
        ("self.items[i]", 1, 1),
        ("self.items[abs(i)] if type(i) is int else self.items[i]", 0, 1),
        ("self.items[i] if type(i) is int else []", 1, 0),
        ("self.items[i - 1]", None, None),  # counted otherwise
        ("{}[i]", None, None),
    ],
)
def test_the_last_item_and_slices(module, item, last, rest):
    assert degrees(module, SEQUENCE.format(item), 1, 2, 3) == {"last": last, "slice": rest}


def test_of_nothing_and_of_too_much_nobody_can_tell(module):
    text = SEQUENCE.format("self.items[i]")

    assert degrees(module, text) == {"last": None, "slice": None}
    assert degrees(module, text, *range(100)) == {"last": None, "slice": None}


def test_what_has_keys_or_no_length_is_no_sequence(module):
    for change in (
        ("def __len__", "def size"),
        ("def __len__", "def keys(self): ...\n    def __len__"),
    ):
        found = degrees(module, SEQUENCE.format("self.items[i]").replace(*change), 1)
        assert not {"last", "slice"} & found.keys()


PAIRS = "list(self.names.items())"


@pytest.mark.parametrize(
    ("values", "items", "pairs"),
    [
        ("list(self.names.values())", PAIRS, 1),
        ("list(self.names.values())[::-1]", PAIRS, 0),
        ("[]", "list(self.names)", None),
        ("[]", "5", None),
    ],
)
def test_items_are_the_keys_with_the_values(module, values, items, pairs):
    assert degrees(module, MAPPING.format(values, items), a=1, b=2) == {
        "pairs": pairs,
        "counted": 1,
    }


def test_the_length_counts_the_keys(module):
    text = MAPPING.format("[]", "[]")

    assert degrees(module, text)["counted"] is None
    assert degrees(module, text.replace("len(self.names)", "5"), a=1)["counted"] == 0
    assert degrees(module, text.replace("len(self.names)", "{}[1]"), a=1)["counted"] is None


def test_a_class_that_is_not_known_has_no_views(module):
    one = module(SEQUENCE.format("1"))
    one.subject.classes.clear()

    assert one.relations("views") == []
