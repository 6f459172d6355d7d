"""Which operations cut something into parts, and whether these are the whole."""

from __future__ import annotations

import pytest

CHUNKS = "def chunks(items, size): return []\n"


@pytest.mark.parametrize("name", ["chunks", "split_at", "batched", "train_test_split", "halves"])
def test_who_cuts(module, name):
    assert module(f"def {name}(items, n): return []\n").relations("parts") == [(name,)]


@pytest.mark.parametrize(
    "text",
    [
        "def windows(items, n): return []",
        "def split_words(text): return []",
        "def chunks(): return []",
        'def chunks(items, n):\n    """Return chunks; the rest is dropped."""',
        "class Chunks:\n    def __init__(self, items): ...\n    def chunks(self): return []",
        "class Pieces:\n    def __init__(self, items): ...",
    ],
)
def test_who_does_not(module, text):
    assert module(text + "\n").relations("parts") == []


@pytest.mark.parametrize(
    ("whole", "pieces", "seen"),
    [
        ([1, 2, 3], [[1, 2], [3]], True),
        ("abc", ["c", "ab"], True),  # in whatever order
        ([1, 2], ([1], [2]), True),
        ([1, 2, 3, 4], [[1, 2]], False),
        ([1, 2], [[1], [3]], False),
        ([1], [[1]], None),  # says nothing
        ([1, 2], 5, None),
        ({1: 2}, [[1]], None),
        ([1, 2], [1, 2], None),
        ([[1], [2]], [[[1]], [[2]]], None),
        ([1, 2], [[1]] * 64, None),
    ],
)
def test_the_parts_are_the_whole_or_not(module, whole, pieces, seen):
    relation = module(CHUNKS).relation("parts")

    assert relation.seen([whole, 1, pieces], (0, 1, 2)) is seen
