"""Whatever is done to a sequence, what comes out is a sequence, and says what it should."""

from __future__ import annotations

from arbitrary import operations, sequences
from hypothesis import given
from hypothesis import strategies as st

from refute.model.sequence import Literal, Sequence, Step
from refute.model.typeform import INT


def is_well_formed(sequence: Sequence) -> bool:
    """Return whether checking anew finds nothing: parts of sequences are not checked when they are made."""
    return Sequence(sequence.steps) == sequence


def tree(sequence: Sequence, position: int) -> object:
    """Return what the value at a position is made of, without any numbering."""
    parts = tuple(tree(sequence, source) for source in sequence.sources(position))
    return sequence.steps[position].operation, parts


nonempty = sequences(min_size=1)


@given(sequences(), sequences(), sequences())
def test_concatenation_is_associative(a, b, c):
    assert a.concatenate(b).concatenate(c) == a.concatenate(b.concatenate(c))


@given(sequences())
def test_the_empty_sequence_changes_nothing(a):
    assert a.concatenate(Sequence()) == a == Sequence().concatenate(a)


@given(sequences(), sequences())
def test_joined_sequences_keep_their_values(a, b):
    joined = a.concatenate(b)

    assert len(joined) == len(a) + len(b)
    assert joined.calls() == a.calls() + b.calls()
    for position in range(len(b)):
        assert tree(joined, len(a) + position) == tree(b, position)


@given(sequences(), sequences())
def test_sequences_are_equal_modulo_names(a, b):
    # Nothing is numbered from the start: the same steps elsewhere are the same steps.
    assert a.concatenate(b).steps[len(a) :] == b.steps
    assert hash(Sequence(a.steps)) == hash(a)


@given(sequences(), st.data())
def test_extending_adds_one_step_that_uses_what_it_was_given(a, data):
    places = st.lists(st.integers(0, len(a) - 1), max_size=3) if len(a) else st.just([])
    sources = data.draw(places)
    operation = data.draw(operations(len(sources)))
    longer = a.extend(operation, sources)

    assert longer.steps[:-1] == a.steps
    assert longer.sources(len(a)) == tuple(sources)
    assert all(len(a) in longer.users(source) for source in sources)


@given(nonempty, st.data())
def test_sources_and_users_are_the_same_relation(a, data):
    here = data.draw(st.integers(0, len(a) - 1))
    there = data.draw(st.integers(0, len(a) - 1))

    assert (here in a.users(there)) == (there in a.sources(here))


@given(nonempty, st.data())
def test_a_slice_makes_the_same_values_and_holds_nothing_else(a, data):
    wanted = data.draw(st.lists(st.integers(0, len(a) - 1), min_size=1, max_size=3, unique=True))
    part = a.slice_for(*wanted)
    last = len(part) - 1

    assert is_well_formed(part)
    assert tree(part, last) == tree(a, max(wanted))
    unused = [p for p in range(len(part)) if not part.users(p)]
    assert len(unused) <= len(wanted)
    assert part.slice_for(*unused) == part


@given(nonempty, st.data())
def test_influence_holds_the_slice_and_all_that_used_it(a, data):
    wanted = data.draw(st.integers(0, len(a) - 1))
    last = data.draw(st.integers(wanted, len(a) - 1))
    influential = a.influence(wanted, last=last)
    part = a.keeping(influential)

    assert influential == sorted(set(influential))
    assert is_well_formed(part)
    assert tree(part, influential.index(wanted)) == tree(a, wanted)
    for position in influential:
        assert set(a.sources(position)) <= set(influential)
        if not isinstance(a.steps[position].operation, Literal):
            assert {user for user in a.users(position) if user <= last} <= set(influential)


@given(nonempty, st.data())
def test_steps_go_unless_something_that_stays_needs_them(a, data):
    gone = data.draw(st.sets(st.integers(0, len(a) - 1)))
    rest = a.without(*gone)
    stay = [p for p in range(len(a)) if p not in gone]

    if any(gone & set(a.sources(p)) for p in stay):
        assert rest is None
    else:
        assert rest is not None and is_well_formed(rest)
        assert [tree(rest, i) for i in range(len(rest))] == [tree(a, p) for p in stay]


@given(nonempty, st.data())
def test_rewiring_changes_one_step_only(a, data):
    position = data.draw(st.integers(0, len(a) - 1))
    arity = len(a.steps[position].arguments)
    places = st.integers(0, position - 1) if position else st.nothing()
    sources = data.draw(st.lists(places, min_size=arity, max_size=arity)) if arity else []
    changed = a.rewire(position, sources)

    assert changed.sources(position) == tuple(sources)
    assert changed.steps[position].operation == a.steps[position].operation
    assert changed.rewire(position, a.sources(position)) == a
    assert [s for p, s in enumerate(changed.steps) if p != position] == [
        s for p, s in enumerate(a.steps) if p != position
    ]


@given(nonempty, st.data())
def test_replacing_an_operation_and_back_changes_nothing(a, data):
    position = data.draw(st.integers(0, len(a) - 1))
    changed = a.replace(position, Literal("7", INT), ())

    assert is_well_formed(changed)
    assert changed.sources(position) == ()
    assert changed.replace(position, a.steps[position].operation, a.sources(position)) == a


@given(nonempty, nonempty, st.data())
def test_a_spliced_value_takes_the_place_of_the_old_one(a, maker, data):
    position = data.draw(st.integers(0, len(a) - 1))
    made = data.draw(st.integers(0, len(maker) - 1))
    spliced = a.splice(position, maker, made)

    assert is_well_formed(spliced)
    assert len(spliced) == len(maker) + len(a) - 1
    assert spliced.steps[: len(maker)] == maker.steps
    for user in a.users(position):
        moved = len(maker) + user - 1
        assert spliced.steps[moved].operation == a.steps[user].operation
        assert made in spliced.sources(moved)


@given(sequences(), st.integers(-3, 12))
def test_an_argument_must_be_an_earlier_step(a, back):
    steps = (*a.steps, Step(Literal("0", INT), (back,)))
    try:
        made = Sequence(steps)
    except ValueError:
        assert not 1 <= back <= len(a)
    else:
        assert made.sources(len(a)) == (len(a) - back,)


@given(sequences())
def test_with_literals_of_their_own_the_calls_are_the_same(a):
    apart = a.with_own_literals()

    def calls(sequence: Sequence) -> list[object]:
        return [
            tree(sequence, position)
            for position, step in enumerate(sequence.steps)
            if not (isinstance(step.operation, Literal) and step.operation.is_unchanging)
        ]

    assert is_well_formed(apart)
    assert calls(apart) == calls(a)
    for position, step in enumerate(apart.steps):
        if isinstance(step.operation, Literal) and step.operation.is_unchanging:
            assert len(apart.users(position)) == 1
