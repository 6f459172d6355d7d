"""The running sequence stands in shared memory before each call."""

from __future__ import annotations

import mmap
import os
from collections.abc import Iterator

import pytest

from refute.execute import journal
from refute.execute.journal import Journal
from refute.model.sequence import Call, Display, Literal, Operation, Sequence
from refute.model.typeform import INT, STR, TypeForm

F = Call("shop:f", (INT,), INT)
G = Call("shop:größe", (), INT)
ZERO = Literal("0", INT)
LINE = Literal("'a\\n\\t\\u2028'", STR)
SET = Display("set", (INT,), TypeForm("set"))


@pytest.fixture
def book() -> Iterator[tuple[Journal, mmap.mmap]]:
    descriptor = os.memfd_create("journal")
    os.ftruncate(descriptor, journal.SIZE)
    yield Journal(descriptor), mmap.mmap(descriptor, journal.SIZE)
    os.close(descriptor)


def hold(book: Journal, operation: Operation, *arguments: int) -> None:
    book.hold(book.name(operation), arguments)


def note(book: Journal, operation: Operation, *arguments: int) -> None:
    book.note(book.name(operation), arguments)


def test_nothing_is_running_at_first(book):
    assert journal.read(book[1]) is None


def test_a_call_is_written_with_what_was_held_for_it(book):
    ours, memory = book
    ours.begin()
    hold(ours, ZERO)
    assert journal.read(memory) is None
    note(ours, F, 1)

    assert journal.read(memory) == Sequence().extend(ZERO).extend(F, [0])


def test_text_of_any_kind_survives(book):
    ours, memory = book
    ours.begin()
    hold(ours, LINE)
    note(ours, G)

    assert journal.read(memory) == Sequence().extend(LINE).extend(G)


def test_a_call_taken_back_is_forgotten_and_what_came_with_it_stays(book):
    ours, memory = book
    ours.begin()
    note(ours, G)
    hold(ours, ZERO)
    note(ours, F, 1)
    ours.take_back()
    note(ours, F, 2)

    assert journal.read(memory) == Sequence().extend(G).extend(ZERO).extend(F, [0])


def test_a_display_taken_back_leaves_the_call_before_it(book):
    ours, memory = book
    ours.begin()
    note(ours, G)
    hold(ours, SET, 1)
    ours.take_back()
    note(ours, F, 1)

    assert journal.read(memory) == Sequence().extend(G).extend(F, [0])


def test_a_new_sequence_begins_from_nothing(book):
    ours, memory = book
    ours.begin()
    note(ours, G)
    hold(ours, ZERO)
    ours.begin()
    note(ours, G)

    assert journal.read(memory) == Sequence().extend(G)


def test_idle_says_that_nothing_runs_and_every_sign_counts(book):
    ours, memory = book
    ours.begin()
    note(ours, G)
    ours.beat()
    ours.idle()

    assert journal.read(memory) is None
    assert journal.progress(memory) == 3


def test_what_does_not_fit_is_left_out_to_the_end(book):
    ours, memory = book
    ours.begin()
    note(ours, G)
    note(ours, Call("shop:" + "x" * journal.SIZE, (), INT))
    note(ours, G)

    assert journal.read(memory) == Sequence().extend(G)


def test_rubbish_is_no_sequence(book):
    _, memory = book
    for rubbish in (b"{}\t\n", b"77\t\n", b"\xff\t\n"):
        memory[32 : 32 + len(rubbish)] = rubbish
        memory[0:8] = (32 + len(rubbish)).to_bytes(8, "little")

        assert journal.read(memory) is None


def test_operations_for_which_the_table_has_no_room_are_written_with_their_steps(book):
    ours, memory = book
    many = [Call(f"shop:{'x' * 1000}{number}", (), INT) for number in range(2000)]
    names = [ours.name(operation) for operation in many]
    ours.begin()
    note(ours, many[0])
    note(ours, many[-1])

    assert names[0] == b"0" and names[-1].startswith(b"{")
    assert ours.name(many[0]) == b"0"
    assert journal.read(memory) == Sequence().extend(many[0]).extend(many[-1])


def test_the_parent_can_call_the_search_off(book: tuple[Journal, mmap.mmap]) -> None:
    notes, memory = book
    notes.begin()
    before = notes.is_called_off()
    journal.call_off(memory)

    assert (before, notes.is_called_off()) == (False, True)
    assert journal.read(memory) is None and journal.progress(memory) == 0


def test_of_all_arguments_there_ever_were_few_are_kept(book):
    ours, memory = book
    for first in range(1, 200):
        ours.begin()
        for second in range(1, 200):
            hold(ours, SET, first, second)

    assert len(ours._arguments) <= journal._MOST_WRITTEN
    ours.begin()
    hold(ours, ZERO)
    note(ours, F, 1)
    assert journal.read(memory) == Sequence().extend(ZERO).extend(F, [0])
