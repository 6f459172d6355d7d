"""The running sequence, and arguments for its next call."""

from __future__ import annotations

from itertools import count
from random import Random
from types import SimpleNamespace

import pytest

from refute.generate.knowledge import Slot
from refute.generate.presets import Presets
from refute.generate.supply import Supply
from refute.model.sequence import WRITE_FILE, Call, Literal
from refute.model.subject import Input, Subject
from refute.model.typeform import ANY, BOOL, INT, STR


def sequences(one, count: int):
    for _ in range(count):
        one.campaign.one()
        yield one.campaign.last.sequence


def test_numbers_that_multiply_are_small(bench):
    one = bench(
        """
        class Text:
            def __mul__(self, times: int) -> str:
                return "x" * times
        """,
        by="feedback",
    )
    given = [
        sequence.steps[sequence.sources(position)[1]].operation
        for sequence in sequences(one, 100)
        for position, step in enumerate(sequence.steps)
        if isinstance(step.operation, Call) and step.operation.target.endswith("__mul__")
    ]
    numbers = [int(one.source) for one in given if isinstance(one, Literal)]

    assert numbers
    assert max(map(abs, numbers)) < 1000


def test_what_looks_for_a_file_is_given_one_with_contents(bench, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    one = bench(
        """
        def count(name: str) -> int:
            with open(name) as file:
                return file.read().count("key=")

        def listed(folder: str) -> int:
            return len(folder)
        """
    )
    made = [step.operation for sequence in sequences(one, 300) for step in sequence.steps]
    written = [call for call in made if isinstance(call, Call) and call.target == WRITE_FILE]

    assert written
    assert Literal("'key='", STR) in made
    assert one.known("count").passed > 0
    assert one.known("count").slots[0].files and not one.known("listed").slots[0].files


def test_a_file_in_another_folder_is_not_written(bench):
    one = bench("def f(name: str) -> None: ...")
    known = one.known("f")
    for source in ("'a/b.txt'", "''", "'c.txt'", "'d.txt'"):
        name = source.strip("'").replace("c.", "other.")
        known.note_missing_file((0,), [Literal(source, STR)], name)

    assert [step.operation.source for step in known.slots[0].files] == ["'d.txt'"]


def test_a_handler_that_was_passed_is_passed_again(bench):
    one = bench(
        """
        class Bus:
            def __init__(self):
                self.handlers = []

            def on(self, handler):
                self.handlers.append(handler)

            def off(self, handler):
                self.handlers.remove(handler)

            def emit(self):
                for handler in self.handlers:
                    handler()
        """
    )
    one.run(100)

    assert one.known("Bus.off").passed > 0


@pytest.mark.parametrize(
    ("other", "shares"),
    [
        (Input("b", INT), True),
        (Input("b", INT, default="3"), True),
        (Input("b", ANY, default="3"), False),
        (Input("b", ANY, offers=(Literal("41", INT),)), False),
        (Input("b", INT, sizes=(9,)), False),
        (Input("b", BOOL, default="True"), False),
    ],
)
def test_of_the_few_presets_of_a_sequence_those_of_one_input_are_not_passed_for_another(
    other: Input, shares: bool
) -> None:
    presets = Presets(Subject((), (), {}))
    slots = [Slot(Input("a", other.form), presets), Slot(other, presets)]
    made = count()  # each time another one
    supply = SimpleNamespace(
        _few={}, _draw=Random(0).random, _write=lambda one: one, _any_preset=lambda _: next(made)
    )
    for slot in slots:
        slot.texts = None
    first, second = ({Supply._preset(supply, slot) for _ in range(99)} for slot in slots)

    assert (first == second) is shares


def test_what_can_be_had_once_is_given_by_a_function(bench):
    one = bench(
        """
        from collections.abc import AsyncIterator, Awaitable
        from contextlib import AbstractAsyncContextManager

        async def total(items: AsyncIterator[int]) -> int:
            return sum([one async for one in items])

        async def soon(one: Awaitable[int]) -> int:
            return 1 + await one

        async def inside(lock: AbstractAsyncContextManager[int]) -> int:
            async with lock as number:
                return 1 + number
        """
    )
    one.run(100)

    assert all(one.known(name).passed > 0 for name in ("total", "soon", "inside"))
