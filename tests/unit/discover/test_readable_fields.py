"""Which public attributes are read."""

from __future__ import annotations

from collections.abc import Callable

from refute.model.subject import Subject

Found = Callable[..., Subject]


def read(subject: Subject) -> dict[str, str]:
    return {
        one.target.partition(":")[2]: str(one.output)
        for one in subject.routines
        if one.how == "field"
    }


def test_attributes_that_hold_objects_or_collections_are_read(found: Found) -> None:
    subject = found(
        """
        import collections, threading
        class Part:
            def use(self): ...
        def make() -> Part: ...
        def guess(): ...
        class Whole:
            named: Part
            size: int
            kept: dict[str, int]
            def __init__(self, given: Part, text: str):
                self.given = given
                self.made = Part()
                self.called = make()
                self.guessed = guess()
                self.items: list[int] = []
                self.queue = collections.deque()
                self.by_name = {}
                self.text = text
                self.lock = threading.Lock()
                self.size = 3
                self._hidden = Part()
                self.prop = []
            @property
            def prop(self): ...
        """
    )

    assert read(subject) == {
        "Whole.named": "Part",
        "Whole.kept": "dict[str, int]",
        "Whole.given": "Part",
        "Whole.made": "Part",
        "Whole.called": "Part",
        "Whole.guessed": "any",
        "Whole.items": "list[int]",
        "Whole.queue": "deque",
        "Whole.by_name": "dict",
    }


def test_the_parts_of_an_object_that_promises_something_are_left_alone(found: Found) -> None:
    subject = found(
        """
        class Whole:
            def __init__(self): self.items = []
            def invariant(self): return True
        """
    )

    assert read(subject) == {}
