"""Several ways to look at one object."""

from __future__ import annotations

import sys

import pytest

from refute.judge.relations.related import relations_of

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


def seen(module, text: str, *arguments, **named) -> dict[str, bool | None]:
    """Return by variant whether the views agree; an item is asked for from the end."""
    one = module(text)
    made = getattr(sys.modules[one.name], "Ring" if "Ring" in text else "Book")(*arguments, **named)
    found = [r for r in relations_of(one.subject) if r.family.rule == "views"]
    return {one.variant: one.seen(*_values(made, one.variant)) for one in found}


def _values(made, variant: str):
    if variant != "item":
        return [made], (0,)
    try:
        return [made, -1, made[-1]], (0, 1, 2)
    except (KeyError, IndexError):
        return [made, -1, None], (0, 1, 2)


@pytest.mark.parametrize(
    ("item", "from_end", "rest"),
    [
        ("self.items[i]", True, True),
        ("self.items[abs(i)] if type(i) is int else self.items[i]", False, True),
        ("self.items[i] if type(i) is int else []", True, False),
        ("self.items[i - 1]", None, None),  # counted otherwise
        ("{}[i]", None, None),
    ],
)
def test_items_from_the_end_and_slices(module, item, from_end, rest):
    assert seen(module, SEQUENCE.format(item), 1, 2, 3) == {"item": from_end, "slice": rest}


def test_of_nothing_and_of_too_much_nobody_can_tell(module):
    text = SEQUENCE.format("self.items[i]")

    assert seen(module, text) == {"item": None, "slice": None}
    assert seen(module, text, *range(100)) == {"item": None, "slice": None}


def test_what_has_keys_or_no_length_is_no_sequence(module):
    for change in (
        ("def __len__", "def size"),
        ("def __len__", "def keys(self): ...\n    def __len__"),
    ):
        found = seen(module, SEQUENCE.format("self.items[i]").replace(*change), 1)
        assert not {"item", "slice"} & found.keys()


PAIRS = "list(self.names.items())"


@pytest.mark.parametrize(
    ("values", "items", "pairs"),
    [
        ("list(self.names.values())", PAIRS, True),
        ("list(self.names.values())[::-1]", PAIRS, False),
        ("[]", "list(self.names)", None),
        ("[]", "5", None),
    ],
)
def test_items_are_the_keys_with_the_values(module, values, items, pairs):
    assert seen(module, MAPPING.format(values, items), a=1, b=2) == {
        "pairs": pairs,
        "counted": True,
    }


def test_one_pair_is_enough_and_none_is_not(module):
    text = MAPPING.format("list(self.names.values())", PAIRS)

    assert seen(module, text, a=1)["pairs"] is True
    assert seen(module, text)["pairs"] is None


def test_what_is_no_number_has_no_place(module):
    relation = next(
        one for one in relations_of(module(SEQUENCE.format("1")).subject) if one.variant == "item"
    )

    assert relation.seen([[1, 2], "a", 1], (0, 1, 2)) is None


def test_the_length_counts_the_keys(module):
    text = MAPPING.format("[]", "[]")

    assert seen(module, text)["counted"] is None
    assert seen(module, text.replace("len(self.names)", "5"), a=1)["counted"] is False
    assert seen(module, text.replace("len(self.names)", "{}[1]"), a=1)["counted"] is None


def test_a_class_that_is_not_known_has_no_views(module):
    one = module(SEQUENCE.format("1"))
    one.subject.classes.clear()

    assert one.relations("views") == []
