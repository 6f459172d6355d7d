"""Whether `in`, `len` and `bool` ask for what iteration yields, or for something else."""

from __future__ import annotations

from collections.abc import Iterator

from refute.judge.laws.collection_meaning import (
    asks_another_question,
    counts_in_another_unit,
    is_answered_otherwise,
    tells_another_truth,
)


class Plain:
    def __init__(self, items: list[int]) -> None:
        self.items, self.quorum = items, 2

    def __iter__(self) -> Iterator[int]:
        return iter(self.items)

    def __contains__(self, item: int) -> bool:
        return item in self.items

    def __len__(self) -> int:
        return len(self.items)

    def __bool__(self) -> bool:
        return len(self.items) > 0


class OtherType(Plain):
    def __contains__(self, item: str) -> bool:
        return item in self.items


class Words(Plain):
    def __contains__(self, item: object) -> bool:
        return any(item in line.split() for line in self.items)


class Cells(Plain):
    def __iter__(self) -> Iterator[int]:
        for row in self.items:
            yield from row


class Quorum(Plain):
    def __bool__(self) -> bool:
        return len(self.items) >= self.quorum


class Said(Plain):
    def __bool__(self) -> bool:
        """Return whether the door is open."""
        return len(self.items) > 0


class Hours(Plain):
    def __contains__(self, item: int) -> bool:
        return item in self.items or item // 60 in self.items


def test_a_plain_collection_speaks_of_one_thing():
    assert not asks_another_question(Plain)
    assert not counts_in_another_unit(Plain)
    assert not tells_another_truth(Plain)


def test_another_annotation_or_cutting_a_text_is_another_question():
    assert asks_another_question(OtherType)
    assert asks_another_question(Words)


def test_a_table_is_as_long_as_its_rows_and_yields_cells():
    assert counts_in_another_unit(Cells)


def test_without_a_length_nothing_is_counted():
    assert not counts_in_another_unit(object)


def test_a_truth_of_its_own_reads_another_field_or_is_put_in_words():
    assert tells_another_truth(Quorum)
    assert tells_another_truth(Said)
    assert not tells_another_truth(object)


def test_a_yes_to_what_is_never_yielded_is_another_meaning():
    assert is_answered_otherwise(Hours([1, 2]), [1])
    assert not is_answered_otherwise(Plain([1, 2]), [1])
    assert not is_answered_otherwise(Hours([*range(300)]), [1])  # too many to say


class Errors:
    below: list[int] = []

    @property
    def total(self) -> int:
        return sum(self.below)

    def __len__(self) -> int:
        """Return the `total`."""
        return self.total

    def __iter__(self):
        return iter(self.below)


class Unsaid(Errors):
    def __len__(self) -> int:
        """Return the total number of items."""
        return len(self.below)


def test_a_length_that_is_said_to_be_a_property_counts_what_that_counts():
    assert counts_in_another_unit(Errors)
    assert not counts_in_another_unit(Unsaid)
