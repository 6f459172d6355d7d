"""Whatever the seed: the same sequences twice, arguments that fit, a pool that keeps its bound, a journal that is true."""

from __future__ import annotations

import mmap
import os
import sys
from pathlib import Path
from random import Random

import pytest
from arbitrary import sequences
from hypothesis import given, settings
from hypothesis import strategies as st

from refute.discover.discovery import discover
from refute.discover.modules import locate
from refute.execute import journal
from refute.execute.journal import Journal
from refute.generate import pool as pools
from refute.generate.pool import Entry, Pool
from refute.generate.seen import Seen
from refute.model.execution import Outcome
from refute.model.options import Options
from refute.model.sequence import Call, Display, Literal, Sequence, Step
from refute.model.typeform import ANY
from refute.search.campaign import Campaign

SUBJECTS = Path(__file__).parents[1] / "subjects"
MODULES = ["int_stack", "tree_map", "polynomial", "unmodifiable", "binomial_heap", "canvas"]


@pytest.fixture(scope="module", autouse=True)
def on_the_path():
    sys.path.insert(0, str(SUBJECTS))
    yield
    sys.path.remove(str(SUBJECTS))


def campaign(module: str, seed: int, **options) -> Campaign:
    subject = discover([locate(module, SUBJECTS)])
    return Campaign(subject, Options(seed=seed, **options), None, None, lambda *told: None)


def made_by(one: Campaign, count: int) -> list[Sequence]:
    made = []
    for _ in range(count):
        one.one()
        if one.last is not None:
            made.append(one.last.sequence)
    return made


@settings(max_examples=20)
@given(st.integers(0, 10**6), st.sampled_from(MODULES), st.sampled_from(["feedback", "walk-blind"]))
def test_same_seed_same_sequences_and_same_findings(seed, module, by):
    first, second = campaign(module, seed, by=by), campaign(module, seed, by=by)

    assert made_by(first, 20) == made_by(second, 20)
    assert first.triage.findings.keys() == second.triage.findings.keys()
    assert first.tally == second.tally


@settings(max_examples=20)
@given(st.integers(0, 10**6), st.sampled_from(MODULES))
def test_every_argument_fits_where_the_code_says_what_it_wants(seed, module):
    one = campaign(module, seed)
    performed: list[Step] = []
    perform = one.machine.perform

    def watched(step: Step) -> Outcome:
        machine = one.machine
        here = len(machine.values)
        inputs = step.operation.inputs if isinstance(step.operation, Call | Display) else ()
        for back, want in zip(step.arguments, inputs, strict=True):
            have = machine.kinds.forms[machine.value_kinds[here - back]]
            assert want == ANY or have.name == "large" or one.knowledge.fits(have, want), (
                f"{have} for {want} in {step}"
            )
        performed.append(step)
        return perform(step)

    one.machine.perform = watched
    made_by(one, 25)

    assert sum(isinstance(step.operation, Call) for step in performed) > 25


@settings(max_examples=20)
@given(st.integers(0, 10**6), st.sampled_from(MODULES), st.integers(1, 30))
def test_no_sequence_is_much_longer_than_asked(seed, module, length):
    one = campaign(module, seed, length=length, most_repeats=10, repeat=0.5)

    for sequence in made_by(one, 20):
        assert Sequence(sequence.steps) == sequence
        # What is asked for, and what had to be made on the way to the last call.
        assert sum(isinstance(s.operation, Call) for s in sequence.steps) <= 40 * length + 100


additions = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 40), st.integers(1, 9)))


@given(additions, st.integers(0, 99))
def test_a_pool_keeps_its_bound_and_the_shorter_of_equals(added, seed):
    pool = Pool(Random(seed).random)
    shortest: dict[int, int] = {}
    for kind, key, calls in added:
        if pool.is_new(key, calls):
            pool.add(kind, key, Entry((), 0, state=key), calls)
        shortest[key] = min(calls, shortest.get(key, calls))

    assert all(len(pool.entries(kind)) <= pools._MOST_PER_KIND for kind in pool.kinds())
    assert len(pool) == sum(len(pool.entries(kind)) for kind in pool.kinds())
    assert all(not pool.is_new(key, calls) for key, calls in shortest.items())
    assert all(pool.is_new(key, calls - 1) for key, calls in shortest.items())
    for kind in pool.kinds():
        assert pool.pick([kind]) in pool.entries(kind)
    assert pool.pick([99]) is None


@given(st.lists(st.integers(-(2**62), 2**62), max_size=40))
def test_what_was_just_seen_is_not_new(numbers):
    seen = Seen(16)
    for number in numbers:
        seen.add(number)

        assert not seen.add(number)


# ---- the journal -------------------------------------------------------------------------------------------------


@given(sequences(max_size=12, plain=True), st.data())
def test_the_journal_tells_what_was_begun(sequence, data):
    descriptor = os.memfd_create("journal")
    os.ftruncate(descriptor, journal.SIZE)
    memory = mmap.mmap(descriptor, journal.SIZE)
    book = Journal(descriptor)
    book.begin()
    done: list[Step] = []
    written = 0
    for step in sequence.steps:
        # As the machine does: a step that raises is taken back, and those after it are made without it.
        if not all(back <= len(done) for back in step.arguments):
            continue
        name = book.name(step.operation)
        if isinstance(step.operation, Call):
            book.note(name, step.arguments)
            written = len(done) + 1
        else:
            book.hold(name, step.arguments)
        done.append(step)
        if not isinstance(step.operation, Literal) and data.draw(st.booleans()):
            book.take_back()
            done.pop()
            written = min(written, len(done))
            if isinstance(step.operation, Call):
                written = written_before(done)
    read = journal.read(memory)

    assert (read.steps if read else ()) == tuple(done[:written])
    book.idle()
    assert journal.read(memory) is None
    os.close(descriptor)


def written_before(done: list[Step]) -> int:
    """Return up to where the journal is written: the last call; what is held comes with the next."""
    calls = [place for place, step in enumerate(done) if isinstance(step.operation, Call)]
    return calls[-1] + 1 if calls else 0
