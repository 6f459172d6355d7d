"""Code about which guesses are tried, and what tries them: the fixture `experiments`."""

from __future__ import annotations

import importlib
import itertools
import sys
import textwrap
from collections.abc import Iterator
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
from refute.search.examiner import Examiner
from refute.search.experiment import Experiment

_numbers = itertools.count()
TEXT = """
    import collections

    names = []

    def enter(name):
        names.append(name)

    def enter_name(name: str) -> None:
        names.append(name if name != "a" else "")

    def shown(number: int) -> str:
        return number * names[-1][0]

    def mean(numbers):
        return sum(numbers) / len(numbers)

    def by_letter(name):
        return [1 // len(part) for part in name]

    def by_part(parts):
        return [1 // len(part) for part in parts]

    def pairs(items):
        return [item[-2] for item in items]

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

    def share(rows, parts):
        return len(rows) // (parts - 3)

    def headed(rows, header=True):
        return len(rows) // header

    def picked(table, key):
        return table[key]

    def by_own_items(table):
        return [table[key] for key in table] if len(table) > 1 else []

    class Basket:
        def __init__(self, things):
            self.things, self.sealed = things, False

        def seal(self) -> None:
            self.sealed = True

        def keep(self, things) -> None:
            self.things = things

        def share(self) -> float:
            return 1 / (len(self.things) if self.sealed else 1)

        def first(self):
            return self.things["first"] if self.sealed else None

        def mean(self):
            return sum(self.things) / len(self.things)

    def fraction():
        return collections.deque()

    def empty(things):
        things.clear()

    class Slice:
        def __init__(self, taken, left):
            self.parts = taken, left

        def __eq__(self, other):
            return isinstance(other, Slice) and self.parts == other.parts

        def __hash__(self):
            return hash(self.parts)

        def __copy__(self):
            return Slice(*reversed(self.parts))

        __deepcopy__ = None

    class Span:
        def __init__(self, low, high):
            self.low, self.high = low, high

        def __eq__(self, other):
            return isinstance(other, Span) and type(self.low) is type(self.high)

        __hash__ = None

    def classes(numbers, related):
        return [[one for one in numbers if related(one)][0] for _ in numbers]

    def parts(rows, size: int):
        return [rows[0] for _ in range(3)][3 // size]

    def digits(text):
        return len(text) // int(text.count(chr(55)))
"""


class Bench:
    def __init__(self, module: str, folder: Path) -> None:
        self.subject = discover([locate(module, folder)])
        self.routines = {r.target.partition(":")[2]: r for r in self.subject.routines}
        kinds = Kinds({cls: name for name, cls in self.subject.classes.items()})
        self.examiner = Examiner(self.subject, kinds, Machine(kinds), LAWS)
        presets = Presets(self.subject)
        self.taken: list[Literal] = []
        self.experiment = Experiment(
            self.examiner,
            lambda call, kinds: True,
            presets.written,
            lambda: None,
            taken=lambda call, number: self.taken,
        )

    def guess(self, sequence: Sequence):
        violation, _ = self.examiner.examine(sequence, lambda call, kinds: True)
        assert violation is not None
        return violation

    def supports(self, sequence: Sequence) -> bool:
        return self.experiment.doubt(sequence, self.guess(sequence)) is None

    def tried(self, sequence: Sequence):
        return self.experiment.tried(sequence, self.guess(sequence)).violation

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
def experiments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    module = f"tried_{next(_numbers)}"
    (tmp_path / f"{module}.py").write_text(textwrap.dedent(TEXT))
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()
    yield Bench(module, tmp_path)
    sys.modules.pop(module, None)
