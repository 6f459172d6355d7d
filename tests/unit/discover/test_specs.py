"""Predicates by name, and the exceptions that documentation names."""

from __future__ import annotations

import pytest

from refute.discover.specs import answers, invariant_name, is_spec, misshapen


class Holder:
    def __init__(self) -> None: ...

    def rep_ok(self) -> bool:
        return True

    def invariant(self, strict: bool) -> bool:
        return True


def test_a_predicate_takes_only_self() -> None:
    assert invariant_name(Holder) == "rep_ok"
    assert invariant_name(Holder, ("invariant",)) is None
    assert invariant_name(int) is None


class Specified:
    def _check(self) -> None: ...

    def add(self) -> None: ...

    def add_spec(self) -> None:
        self.add()
        assert self, "POST"

    def find_spec(self) -> str:
        return "no method find, no assertion: an operation like any other"


def test_what_belongs_to_the_specification() -> None:
    assert all(is_spec(Specified, name) for name in ("_check", "add_spec", "appmodel"))
    assert not any(is_spec(Specified, name) for name in ("check", "add", "find_spec"))
    assert not is_spec(Holder, "invariant")


def compares(self):
    return self.size > 0


def chooses(self):
    return None if self.size else 1


def looks_further(self):
    return self.root and self.root.left is None


def says_yes_only(self):
    if all(self.items):
        return True


def delegates(self):
    if self.root is None:
        return True
    return self.look()


def delegates_at_times(self):
    return self.root is None or self.look()


def asserts(self):
    if self.root is None:
        return True
    assert self.root.size > 0


def ends_with_a_call(self):
    if self.root is None:
        return True
    self.look()


def says_no_only(self):
    if self.size < 0:
        return False


def hides(self):
    def inner():
        return True

    self.size = inner


@pytest.mark.parametrize("one", [compares, chooses, looks_further, says_yes_only])
def test_a_predicate_answers_where_all_it_returns_is_yes_or_no(one) -> None:
    assert answers(one)


@pytest.mark.parametrize(
    "one", [delegates, delegates_at_times, asserts, ends_with_a_call, says_no_only, hides, len]
)
def test_others_may_say_yes_by_nothing_at_all(one) -> None:
    assert not answers(one)


def test_specifications_that_cannot_be_called_are_named() -> None:
    class Wrong:
        def rep_ok(self, depth): ...
        def appmodel(self, a, b, c): ...
        def temporal_spec(self, z): ...
        def invariant(self, matrix): ...  # a word of mathematics

    class Right:
        def rep_ok(self, depth=3): ...
        def appmodel(self, last): ...
        def temporal_spec(self): ...

    assert dict(misshapen(Wrong)) == {
        "rep_ok": "takes (self, depth), and is not used. It should take (self).  [spec-parameters]",
        "temporal_spec": "takes (self, z), and is not used. It should take (self).  [spec-parameters]",
        "appmodel": "takes (self, a, b, c), and is not used. It should take (self) or (self, last).  "
        "[spec-parameters]",
    }
    assert dict(misshapen(Right)) == {}


def test_specifications_that_are_no_plain_methods_are_named() -> None:
    class Wrong:
        async def invariant(self): ...
        def _check(self):
            yield True

        @property
        def rep_ok(self): ...
        @staticmethod
        def temporal_spec(): ...
        @classmethod
        def appmodel(cls, last): ...

    class Right:
        @property
        def invariant(self): ...  # a word of mathematics

    said = "is {}, and is not used. Make it a plain method.  [spec-parameters]"
    assert dict(misshapen(Wrong)) == {
        "invariant": said.format("async"),
        "_check": said.format("a generator"),
        "rep_ok": said.format("a property"),
        "temporal_spec": said.format("a static method"),
        "appmodel": said.format("a class method"),
    }
    assert invariant_name(Wrong) is None
    assert dict(misshapen(Right)) == {}
