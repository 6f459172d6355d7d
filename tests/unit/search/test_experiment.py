"""A guess stands only where the same calls go well with other values of the same types."""

from __future__ import annotations

import importlib
import itertools
import sys
import textwrap
from pathlib import Path

import pytest

from refute.discover.discovery import discover
from refute.discover.modules import locate
from refute.execute.machine import Machine
from refute.generate.presets import Presets
from refute.judge.laws.registry import LAWS
from refute.look.kinds import Kinds
from refute.model.sequence import Literal, Sequence
from refute.model.typeform import TypeForm
from refute.model.verdict import Severity
from refute.search.examiner import Examiner
from refute.search.experiment import Experiment, with_numbers

_numbers = itertools.count()
TEXT = """
    names = []

    def enter(name):
        names.append(name)

    def enter_name(name: str) -> None:
        names.append(name if name != "a" else "")

    def shown(number: int) -> str:
        return number * names[-1][0]

    def mean(numbers):
        return sum(numbers) / len(numbers)

    def pairs(items):
        return [item[1] for item in items]

    class Box:
        def __init__(self, thing):
            self.thing = thing

        def __repr__(self):
            return self.thing

        def size(self):
            return {0: 1}[len(self.thing)]

        def wrap(self, other):
            self.thing = other.upper()

    class Coin:
        def __init__(self, value):
            self.value = value

        def __eq__(self, other):
            return isinstance(other, Coin) and self.value == other.value

        def __hash__(self):
            return id(self)

    class Votes:
        def __init__(self) -> None:
            self.closed = False

        def close(self) -> None:
            self.closed = True

        def of(self, name: str) -> int:
            return {}[name] if self.closed else 0

    class Watch:
        def __init__(self, owner):
            self.owner = owner

        def start(self):
            self.since = 1

        def elapsed(self):
            return 2 - self.since

    class Cache:
        def __init__(self, make):
            self.make, self.storage = make, None

        def open(self):
            self.storage = self.make()

        def flush(self):
            self.storage.write()

    def opened(box):
        return sum(box) / len(box)
"""


class Bench:
    def __init__(self, module: str, folder: Path) -> None:
        self.subject = discover([locate(module, folder)])
        self.routines = {r.target.partition(":")[2]: r for r in self.subject.routines}
        kinds = Kinds({cls: name for name, cls in self.subject.classes.items()})
        self.examiner = Examiner(self.subject, kinds, Machine(kinds), LAWS)
        presets = Presets(self.subject)
        self.experiment = Experiment(
            self.examiner, lambda call, kinds: True, presets.for_form, lambda: None
        )

    def guess(self, sequence: Sequence):
        violation, _ = self.examiner.examine(sequence, lambda call, kinds: True)
        assert violation is not None
        return violation

    def supports(self, sequence: Sequence) -> bool:
        return self.experiment.supports(sequence, self.guess(sequence))

    def calls(self, *steps: tuple[str, tuple[int, ...]] | str) -> Sequence:
        """Return a sequence of literals, given by their source, and of calls on earlier positions."""
        sequence = Sequence()
        for step in steps:
            if isinstance(step, str):
                name = type(eval(step)).__name__
                sequence = sequence.extend(Literal(step, TypeForm(name)))
            else:
                name, places = step
                call = self.routines[name].call(tuple(range(len(places))))
                sequence = sequence.extend(call, list(places))
        return sequence


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    module = f"tried_{next(_numbers)}"
    (tmp_path / f"{module}.py").write_text(textwrap.dedent(TEXT))
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()
    yield Bench(module, tmp_path)
    sys.modules.pop(module, None)


def test_a_guess_stands_where_another_value_of_the_type_is_taken(bench):
    assert bench.supports(bench.calls("b''", ("mean", (0,))))


def test_nothing_is_not_taken_as_proof_that_something_would_do(bench):
    # pairs("") returns, but no text with something in it ever does.
    assert not bench.supports(bench.calls("'a'", ("pairs", (0,))))


def test_what_was_put_into_an_object_is_in_doubt_as_well(bench):
    assert bench.supports(bench.calls("'ab'", ("Box", (0,)), ("Box.size", (1,)))) is False
    assert bench.supports(bench.calls("[1]", ("Box", (0,)), ("Box.size", (1,)))) is False


def test_a_law_broken_whatever_the_types_stands(bench):
    assert bench.supports(bench.calls("0", ("Coin", (0,)), ("Coin", (0,))))


def test_a_law_that_other_types_obey_falls(bench):
    sequence = bench.calls("0", ("Box", (0,)))

    assert bench.guess(sequence).rule == "repr-raises"
    assert not bench.supports(sequence)


def test_the_same_call_on_a_new_object_shows_that_it_is_the_state(bench):
    asked = bench.calls("''", ("Votes", ()), ("Votes.close", (1,)), ("Votes.of", (1, 0)))
    violation = bench.guess(asked)

    assert bench.experiment.is_about_the_state(asked, violation)


def test_numbers_stand_for_what_equals_them(bench):
    sequence = bench.calls("True", "'a'", ("Box", (0,)))

    assert [s.operation.source for s in with_numbers(sequence).steps[:2]] == ["1", "'a'"]
    assert with_numbers(bench.calls("'a'")) == bench.calls("'a'")


def test_an_attribute_that_is_missing_whatever_was_passed_stands(bench):
    assert bench.supports(bench.calls("0", ("Watch", (0,)), ("Watch.elapsed", (1,))))


def test_an_attribute_of_something_else_does_not(bench):
    assert not bench.supports(bench.calls("0", ("Cache", (0,)), ("Cache.flush", (1,))))


def test_a_parameter_with_the_name_of_a_class_asks_for_its_objects(bench):
    assert bench.supports(bench.calls("[]", ("mean", (0,))))
    assert not bench.supports(bench.calls("[]", ("opened", (0,))))


def test_infinity_in_an_object_proves_nothing_where_nobody_asks_for_a_number(bench):
    finite = bench.calls("1.5", ("Coin", (0,)), ("Coin", (0,)))
    infinite = bench.calls("float('inf')", ("Coin", (0,)), ("Coin", (0,)))

    assert bench.supports(finite)
    assert not bench.supports(infinite)


def test_a_call_that_left_its_mark_elsewhere_counts_too(bench):
    wrong = bench.calls("0", ("enter", (0,)), "1", ("shown", (2,)))
    right = bench.calls("'a'", ("enter_name", (0,)), "1", ("shown", (2,)))
    empty = bench.calls("''", ("enter", (0,)), "1", ("shown", (2,)))

    assert bench.guess(wrong).severity is Severity.ERROR
    # What is no text is never shown: perhaps nobody means it to be entered.
    assert bench.experiment.tried(wrong, bench.guess(wrong)).severity is Severity.ROBUSTNESS
    # Other texts are shown, so that it is not the type.
    assert bench.experiment.tried(empty, bench.guess(empty)).severity is Severity.LIKELY
    assert bench.experiment.tried(right, bench.guess(right)).severity is Severity.ERROR
