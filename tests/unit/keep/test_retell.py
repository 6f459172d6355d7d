"""A promise that is broken is shown with its source and the values in it, before and now; what checks it is hidden."""

from __future__ import annotations

import pytest

from refute.keep.retell import explain, tell
from refute.model.execution import Returned
from refute.model.finding import Finding
from refute.model.sequence import Call, Callback, Literal, Parameter, Sequence
from refute.model.story import Explained
from refute.model.typeform import ANY, INT, NONE, TypeForm

DOOR = """
    class Door:
        def __init__(self) -> None:
            self._locked = False
            self._n = 0
        def lock(self) -> None:
            self._locked = True
        def slam(self) -> None:
            self._locked = False
        def look(self) -> int:
            self._n += 1
            return self._n
        def temporal_spec(self):
            from refute.temporal import always, leads_to, never, unless, until
            return {}
"""


def found(bench, text: str) -> tuple[object, Finding]:
    """Return a campaign on a module with the first thing that it finds."""
    one = bench(text)
    for _ in range(300):
        told = one.run(1)
        if told:
            return one.campaign, told[0]
    raise AssertionError("nothing was found")


def clauses(bench, text: str) -> list[Explained]:
    campaign, finding = found(bench, text)
    campaign.slate.restore(True)
    machine, is_subject = campaign.machine, campaign.examiner.is_subject
    story = tell(machine, finding.sequence, is_subject)
    campaign.slate.restore(True)
    frame = story.frames[-1] if story.frames else None
    return explain(machine, finding.sequence, frame, "", {}, is_subject)


@pytest.mark.parametrize(
    ("prop", "source", "values"),
    [
        (
            "unless(lambda d: d._locked, lambda d: False)",
            "d._locked unless False",
            {"d._locked": "True  →  False"},
        ),
        (
            "always(lambda d, old: d._n == old._n), never(lambda d: d._n == 9)",
            "always d._n == old._n",
            {"d._n": "1", "old._n": "0", "d._n == old._n": "False"},
        ),
        (
            "leads_to(lambda d: d._locked, lambda d: not d._locked, within=2)",
            "d._locked leads to not d._locked within 2",
            {"d._locked": "True", "not d._locked": "False", "within 2": "2 changes have passed"},
        ),
        (
            "until(lambda d: d._n < 2, lambda d: d._locked, within=9)",
            "d._n < 2 until d._locked",
            {"d._n": "0  →  2", "d._n < 2": "True  →  False", "d._locked": "False"},
        ),
        (
            "never(lambda d: d._n == 1, named='no one')",
            "no one\nnever d._n == 1",
            {"d._n": "0  →  1", "d._n == 1": "False  →  True"},
        ),
    ],
)
def test_a_temporal_property_is_shown_with_its_values(
    bench, prop: str, source: str, values: dict[str, str]
) -> None:
    (clause,) = clauses(bench, DOOR.replace("{}", prop))

    assert clause.source == source
    assert not clause.raises and clause.where.rpartition(":")[2] == "15"
    assert {text: value for text, value in clause.values if text not in ("d", "old")} == values


def test_what_watches_an_object_is_not_looked_into(bench) -> None:
    campaign, finding = found(bench, DOOR.replace("{}", "never(lambda d: d._n == 1)"))
    campaign.slate.restore(True)
    story = tell(campaign.machine, finding.sequence, campaign.examiner.is_subject)
    drawn = {node.name for step in story.steps for node in step.changed.values()}

    assert drawn == {"Door"}
    assert [step.value for step in story.steps if step.value == "a Watch"] == ["a Watch"]


def test_a_first_state_that_breaks_a_promise_is_shown(bench) -> None:
    (clause,) = clauses(bench, DOOR.replace("{}", "always(lambda d: d._n == 1)"))

    assert dict(clause.values)["d._n"] == "0"


def test_a_condition_with_a_name_shows_what_it_returns(bench) -> None:
    text = DOOR.replace(
        "return {}", "def few(d):\n                return d._n < 2\n            return always(few)"
    )
    (clause,) = clauses(bench, text)

    assert clause.source == "always few"
    assert dict(clause.values)["d._n"] == "0  →  2"


def test_a_condition_of_deal_is_shown_with_its_values(bench) -> None:
    (clause,) = clauses(
        bench,
        """
        import deal
        @deal.chain(deal.pre(lambda x: x > 0), deal.post(lambda result: result > 1))
        def f(x: int) -> int:
            return x
        """,
    )

    assert clause == Explained(
        clause.where, "result > 1", (("result", "1"), ("result > 1", "False"))
    )


def test_what_a_contract_does_not_list_is_shown_where_it_comes_from(bench) -> None:
    campaign, finding = found(
        bench,
        """
        import deal
        @deal.safe
        def f(x: int) -> float:
            return 1 / x
        """,
    )
    story = tell(campaign.machine, finding.sequence, campaign.examiner.is_subject)

    assert story.raised == "ZeroDivisionError"
    assert story.steps[-1].outcome.message == "ZeroDivisionError: division by zero"
    assert [frame.function for frame in story.frames] == ["f"]


def test_messages_have_no_colours(bench) -> None:
    campaign, finding = found(
        bench,
        """
        import deal
        @deal.post(lambda result: result > 1)
        def f(x: bool) -> bool:
            return x
        """,
    )
    story = tell(campaign.machine, finding.sequence, campaign.examiner.is_subject)

    assert story.steps[-1].outcome.message.startswith("expected result > 1 (where result=")


def test_an_invariant_that_keeps_books_is_shown_as_it_was_asked(bench) -> None:
    (clause,) = clauses(
        bench,
        """
        class Till:
            aux_last = 0
            def __init__(self) -> None:
                self._coins = 0
            def take(self) -> None:
                self._coins -= 1
            def classinv(self) -> bool:
                last, self.aux_last = self.aux_last, self._coins
                return self._coins >= last
        """,
    )

    assert clause.source == "return self._coins >= last"
    assert dict(clause.values)["last"] == "0"


SIGNAL = """
    from collections.abc import Callable

    class Signal:
        def __init__(self) -> None:
            self._slots: list[Callable[[int], None]] = []
        def connect(self, slot: Callable[[int], None]) -> None:
            self._slots.append(slot)
        def emit(self, value: int) -> None:
            for slot in self._slots:
                slot(value)
        def size(self) -> int:
            return len(self._slots)
"""


def test_what_is_called_back_is_told_with_where_it_stands(bench) -> None:
    campaign = bench(SIGNAL).campaign
    (module,) = campaign.examiner.subject.modules
    signal = TypeForm(f"{module}:Signal")
    new = Call(signal.name, (), signal, how="new")
    size = Call(f"{module}:Signal.size", (signal,), INT, how="method")
    connect = Call(f"{module}:Signal.connect", (signal, ANY), NONE, how="method")
    emit = Call(f"{module}:Signal.emit", (signal, INT), NONE, how="method")
    inner = Sequence().extend(Parameter(1)).extend(size, [0])
    asks = Callback("slot", ("x",), (INT,), NONE, (signal,), inner)
    # One that connects another one to a second signal, and makes that run.
    body = Sequence().extend(new).extend(asks, [0]).extend(connect, [0, 1])
    body = body.extend(Literal("1", INT)).extend(emit, [0, 3])
    outer = Callback("slot", ("x",), (INT,), NONE, (), body)
    sequence = Sequence().extend(new).extend(outer).extend(connect, [0, 1])
    sequence = sequence.extend(Literal("0", INT)).extend(emit, [0, 3])

    for _ in range(2):  # also where the machine has made functions before
        told = tell(campaign.machine, sequence, campaign.examiner.is_subject).steps
        calls = [one for one in told[-1].inside if one.depth == 2 or one.path[-1] == 4]

        assert [one.inside for one in told[:-1]] == [()] * 4
        assert [(one.path, one.depth) for one in calls] == [((1, 0, 4), 1), ((1, 0, 1, 0, 1), 2)]
        assert calls[1].outcome == Returned(INT, "1")
