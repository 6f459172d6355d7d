"""Live objects show what their fields hold."""

from __future__ import annotations

import enum
import inspect

from refute.discover.bounding.observed import annotations_of

NOTHING = inspect.Parameter.empty


class Colour(enum.Enum):
    RED = 1


class Node:
    __slots__ = ("key", "later", "next")

    def __init__(self, key, following=None):
        self.key, self.next = key, following


class Box:
    def __init__(self, *items):
        self.items, self.first = list(items), Node(1, Node("x"))
        self.names, self.colour, self.odd = {"a": 1}, Colour.RED, object()


def seen(*objects):
    return annotations_of(objects, lambda cls: cls in (Node, Box))


def test_fields_hold_what_was_seen_in_them():
    found = seen(Box(1), Box())[Box]

    assert found["items"] == list[int]
    assert found["names"] == dict[str, int]
    assert found["colour"] is Colour
    assert found["first"] is Node


def test_a_field_with_something_that_cannot_be_listed_says_nothing():
    assert seen(Box())[Box]["odd"] is NOTHING
    assert seen(Box())[Box]["items"] is NOTHING


def test_parts_are_looked_at_too_and_of_numbers_and_texts_the_numbers_count():
    found = seen(Box())[Node]

    assert found["key"] is int
    assert found["next"] == Node | None


def test_what_is_inside_collections_is_looked_at():
    assert seen([{1: Node(2)}, {Node(3)}]).keys() == {Node}
