"""Questions to a corpus."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from refute.keep.query import Corpus, Kept, _changes_later, as_test, corpus
from refute.keep.store import Saved
from refute.model.errors import UsageError
from refute.model.execution import Raised, Returned
from refute.model.finding import Finding
from refute.model.recording import Observation
from refute.model.sequence import Call, Literal, Sequence
from refute.model.story import Did
from refute.model.typeform import ANY, INT, TypeForm
from refute.model.verdict import Blame, Violation

SEQUENCE = Sequence().extend(Call("shop:f", (), INT))


def finding(place: str) -> Finding:
    violation = Violation("raises", 0, Blame.CODE, "KeyError", "shop:f", ("raises", place))
    return Finding(violation, SEQUENCE, SEQUENCE, 0, "feedback")


def saved(folder: Path, one: Finding | None, *did: Did) -> Saved:
    return Saved(SEQUENCE, ("shop",), folder, one, did)


@pytest.mark.parametrize(
    ("source", "changes"),
    [
        ("([1],)", True),
        ("[]", True),
        ("{'a': 1}", True),
        ("set()", True),
        ("(1, bytearray(b'a'))", True),
        ("(1, ('[',))", False),
        ("frozenset({1, 2})", False),
        ("'[1]'", False),
        ("-1", False),
    ],
)
def test_what_holds_something_that_can_change_may_change_later(
    tmp_path: Path, source: str, changes: bool
):
    twice = SEQUENCE.extend(Call("shop:f", (), INT))
    one = Saved(twice, ("shop",), tmp_path, None, (Did(Returned(INT, source), "", source),) * 2)

    assert _changes_later(one, 0) is changes
    assert not _changes_later(one, 1), "nothing comes after it"


ZERO = Literal("0", INT)
PAIR = (
    Sequence()
    .extend(Call("shop:Cart", (), ANY, how="new"))
    .extend(ZERO)
    .extend(Call("shop:Cart.add", (ANY, INT), ANY, how="method"), [0, 1])
    .extend(Call("shop:Cart.pop_spec", (ANY,), INT, how="method"), [0])
)
DID = (
    Did(Returned(ANY, "Cart"), "Cart(items=[])"),
    Did(Returned(INT, "0"), "", "0"),
    Did(Returned(ANY, "None"), "Cart(items=[0])", "None"),
    Did(Raised("IndexError", "pop from empty list")),
)


def kept(*did: Did) -> Kept:
    return Kept(Saved(PAIR, ("shop",), Path(), None, did))


@pytest.mark.parametrize(
    ("name", "steps"),
    [
        ("add", [2]),
        ("Cart.add", [2]),
        ("shop:Cart.add", [2]),
        ("pop", [3]),  # by its specification
        ("dd", []),
    ],
)
def test_calls_are_found_by_any_end_of_their_name(name: str, steps: list[int]):
    assert kept().calls(name) == steps


def test_what_was_called_before_what_is_counted():
    assert kept().before("add", "pop")
    assert not kept().before("add", "pop", times=2)
    assert not kept().before("pop", "add")
    assert not kept().before("add", "nosuch")


def test_what_a_step_did_is_told_until_the_run_ended():
    one = kept(*DID)

    assert one.operations() == ["shop:Cart", "shop:Cart.add", "shop:Cart.pop"]
    assert one.returned(1) == "0"
    assert one.raised() == "IndexError"
    assert one.returned(3) is one.raised(0) is None
    assert one.state(2) == "Cart(items=[0])"
    assert kept().outcome(0) is None
    assert kept().state(0) == ""


def test_a_corpus_is_asked_and_answers_with_a_corpus(tmp_path: Path):
    walk, failure = saved(tmp_path, None), saved(tmp_path, finding("f:1"))
    both = Corpus([walk, failure])

    assert len(both) == 2
    assert [one.id for one in both.walks] == [walk.id]
    assert [one.id for one in both.findings] == [failure.id]
    assert both[walk.id].kind == "walk"
    with pytest.raises(KeyError):
        both["nosuch"]


def test_a_walk_is_a_test_of_what_its_calls_returned():
    test = as_test(Saved(PAIR, ("shop",), Path(), None, DID[:3]))

    assert [(one.step, one.expected) for one in test.observations] == [(1, "0"), (2, "None")]
    assert test.raises is None


def test_a_walk_whose_calls_return_objects_only_is_a_test_of_what_these_show():
    made = Did(
        Returned(TypeForm("shop:Cart"), "<Cart>"), seen=(("len({0})", "2"), ("{0}.x", "raises E"))
    )
    walk = Saved(Sequence(PAIR.steps[:1]), ("shop",), Path(), None, (made,))

    assert as_test(walk).observations == (Observation(0, "len({0})", "2"),)
    assert as_test(replace(walk, did=(replace(made, seen=()),))) is None


def test_a_walk_that_ends_by_an_exception_raises_it_if_python_has_it():
    own = (*DID[:3], Did(Raised("EmptyCart", "")))

    assert as_test(Saved(PAIR, ("shop",), Path(), None, DID)).raises.exception == "IndexError"
    assert as_test(Saved(PAIR, ("shop",), Path(), None, own)) is None
    assert as_test(Saved(PAIR, ("shop",), Path(), None, ())) is None


def test_a_folder_that_is_not_there_is_said(tmp_path: Path):
    with pytest.raises(UsageError, match="there is no folder"):
        corpus(tmp_path / "nowhere")
