"""Whether a value is what an annotation asks for: compared with typeguard, which looks at every item.

What we take to be meant typeguard must accept.  The other way round we are stricter on purpose: True is no number, a
text is no collection, and what cannot be seen is not believed.
"""

from __future__ import annotations

import collections.abc
from typing import Any, Literal, NewType, Optional, Protocol, TypedDict

from hypothesis import given
from hypothesis import strategies as st
from typeguard import CollectionCheckStrategy, TypeCheckError, check_type

from refute.discover.annotations import Annotations
from refute.discover.argument_makers import typed_dicts
from refute.discover.signatures import Signatures
from refute.judge.arguments import Arguments
from refute.look.kinds import Kinds
from refute.model.subject import Subject

UserId = NewType("UserId", int)


class Named(Protocol):
    def name(self) -> str: ...


class Cat:
    def name(self) -> str:
        return "cat"


class User(TypedDict):
    name: str
    ages: list[int]


LEAVES = st.sampled_from(
    [int, str, float, bool, bytes, None, UserId, Named, Cat, User, Literal["a", 1]]
)


def _composed(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(
        inner.map(lambda one: list[one]),
        inner.map(lambda one: tuple[one, ...]),
        st.tuples(inner, inner).map(lambda two: tuple[two]),
        inner.map(lambda one: collections.abc.Sequence[one]),  # noqa: TID251
        inner.map(lambda one: dict[str, one]),
        inner.map(lambda one: collections.abc.Mapping[str, one]),
        inner.map(lambda one: Optional[one]),  # noqa: UP045
        st.tuples(inner, inner).map(lambda two: two[0] | two[1] if None not in two else two[0]),
    )


# Into iterables typeguard does not look: that would use them up.
annotations = st.recursive(LEAVES, _composed, max_leaves=4)
values = st.recursive(
    st.sampled_from([0, 1, True, 1.5, "a", "", b"", None, Cat(), {"name": "a", "ages": [1]}]),
    lambda inner: st.one_of(
        st.lists(inner, max_size=12),
        st.lists(inner, max_size=3).map(tuple),
        st.dictionaries(st.sampled_from(["a", "name", 0]), inner, max_size=2),
    ),
    max_leaves=8,
)


def ours(value: object, annotation: Any) -> bool:
    known = Annotations()
    form = known.form(annotation)
    assert form is not None
    signatures = Signatures(frozenset(), annotations=known)
    subject = Subject((), (), known.classes, typed_dicts=typed_dicts(signatures))
    kinds = Kinds({cls: name for name, cls in known.classes.items()})
    arguments = Arguments(subject, kinds)
    return arguments.is_closed(form) and arguments.is_what_is_asked_for(
        value, kinds.of(value), form
    )


def theirs(value: object, annotation: Any) -> bool:
    try:
        check_type(value, annotation, collection_check_strategy=CollectionCheckStrategy.ALL_ITEMS)
    except TypeCheckError:
        return False
    return True


def is_strict_about(value: object) -> bool:
    """Whether we are stricter: a bool, or a text, somewhere in it."""
    if isinstance(value, dict):
        return any(map(is_strict_about, (*value, *value.values())))
    if isinstance(value, list | tuple):
        return any(map(is_strict_about, value))
    return isinstance(value, bool | str | bytes)


@given(values, annotations)
def test_what_we_take_to_be_meant_typeguard_accepts(value, annotation):
    if ours(value, annotation):
        assert theirs(value, annotation)


@given(values, annotations)
def test_of_an_iterable_every_item_is_looked_at(value, annotation):
    if isinstance(value, list) and ours(value, list[annotation]):
        assert ours(value, collections.abc.Iterable[annotation])


@given(values, annotations)
def test_what_typeguard_accepts_we_take_to_be_meant_unless_we_are_stricter(value, annotation):
    if theirs(value, annotation) and not is_strict_about(value):
        assert ours(value, annotation)
