"""Sequences made shorter, plainer and apart."""

from __future__ import annotations

from refute.model.sequence import Call, Display, Literal, Sequence
from refute.model.typeform import ANY, INT, TypeForm
from refute.search.shortening import Shortening, independent_parts
from refute.search.shown import Shown
from refute.shrink.shrinker import Context, Value

F, G = Call("shop:f", (INT,), INT), Call("shop:g", (ANY,), INT)
LITERALS = [Literal("1", INT), Literal("0", INT)]
CONTEXT = Context(
    fits=lambda have, wanted: have == wanted,
    makers=lambda value: [],
    simplest=lambda value: None,
    literals=lambda form: LITERALS,
)


def show(sequence: Sequence, for_branches: bool = False) -> Shown | None:
    """Show which operations are called; each must be given something."""
    calls = [step for step in sequence.steps if isinstance(step.operation, Call)]
    if not all(step.arguments for step in calls):
        return None
    called = {step.operation.target for step in calls}
    values = (Value(INT, 0),) * len(sequence)
    return Shown(sequence, frozenset((name, "int") for name in called), values, for_branches)


def shortened(*sequences: Sequence) -> list[Sequence]:
    shortening = Shortening(show, None, lambda sequence: sequence, lambda: False)
    return [one.sequence for one in shortening.shortened([*map(show, sequences)], CONTEXT)]


def test_parts_that_have_nothing_to_do_with_each_other_are_apart():
    one = Sequence().extend(Literal("1", INT)).extend(F, [0])
    other = Sequence().extend(Literal("1", INT)).extend(G, [0])
    both = one.concatenate(other)

    assert independent_parts(both) == [other, one]
    assert shortened(both) == [other, one]


def test_what_others_show_too_is_left_out():
    one = Sequence().extend(Literal("1", INT)).extend(F, [0])

    assert shortened(one, one.concatenate(one)) == [one]


def test_a_plain_value_is_written_for_a_strange_one():
    bytes_passed = Sequence().extend(Literal("b'a'", TypeForm("bytes"))).extend(G, [0])

    assert shortened(bytes_passed) == [Sequence().extend(Literal("1", INT)).extend(G, [0])]


def test_a_short_list_keeps_its_items():
    def passing(count: int) -> Sequence:
        made = Sequence()
        for _ in range(count):
            made = made.extend(Literal("1", INT))
        listed = Display("list", (INT,) * count, TypeForm("list", (INT,)))
        return made.extend(listed, range(count)).extend(G, [count])

    assert shortened(passing(3)) == [passing(3)]
    assert len(shortened(passing(6))[0]) < len(passing(6))


def test_when_it_is_late_nothing_is_tried():
    long = Sequence().extend(Literal("1", INT)).extend(F, [0]).extend(F, [1])
    shortening = Shortening(show, None, lambda sequence: sequence, lambda: True)

    assert [one.sequence for one in shortening.shortened([show(long)], CONTEXT)] == [long]
