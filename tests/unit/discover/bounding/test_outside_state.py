"""What a predicate reads outside its object, and what of it changes."""

from __future__ import annotations

import datetime
import itertools
import math
import random
import time
from random import random as chance
from typing import Any, ClassVar

import pytest

from refute.discover.bounding.outside_state import outside_of
from refute.exhaustive.structures import structures

numbers = itertools.count()
limit = 3
calls = 0
known = {"a": 1}
WORDS = ("a", "b")


class Settings:
    depth = 2
    seen: ClassVar[set[int]] = set()

    def __init__(self) -> None:
        self.most = 3


settings = Settings()


def deeper() -> bool:
    return len(known) > 0


class Flag:
    on: bool
    marks: ClassVar[list[int]] = []

    def chance(self) -> bool:
        return chance() < 2 and random.random() < 2

    def clock(self) -> bool:
        return time.time() > 0 and datetime.date.today() is not None

    def still(self) -> bool:
        return math.pi > limit and len(WORDS) == 2 and datetime.date(2024, 1, 1).year > 0

    def counts(self) -> bool:
        global calls
        calls += 1
        return self.on

    def used_up(self) -> bool:
        return next(numbers) >= 0

    def by_function(self) -> bool:
        return deeper() and all(w for w in WORDS if known)

    def of_class(self) -> bool:
        Settings.seen.add(len(Settings.seen))
        Settings.depth += 1
        return self.on

    def of_object(self) -> bool:
        settings.most += 1
        self.marks.append(1)
        return self.on


@pytest.mark.parametrize(
    ("predicate", "nondeterministic", "changeable", "changed"),
    [
        (Flag.chance, ["chance", "random.random"], [], []),
        (Flag.clock, ["time.time", "datetime.date.today"], [], []),
        (Flag.still, [], [], []),
        (Flag.counts, [], [], ["calls"]),
        (Flag.used_up, [], ["numbers"], ["numbers"]),
        (Flag.by_function, [], ["known"], []),
        (Flag.of_class, [], ["Settings.seen"], ["Settings.depth", "Settings.seen"]),
        (Flag.of_object, [], ["Flag.marks"], ["Flag.marks", "settings"]),
    ],
)
def test_what_is_outside(
    predicate: Any, nondeterministic: list[str], changeable: list[str], changed: list[str]
) -> None:
    outside = outside_of(predicate, [Flag])
    outside.remember()
    one = Flag()
    one.on = True
    predicate(one)

    assert sorted(outside.nondeterministic) == sorted(nondeterministic)
    assert outside.changeable() == changeable
    assert sorted(outside.changed()) == changed


@pytest.mark.parametrize(
    ("predicate", "told"),
    [
        (Flag.chance, "depends on chance or time (chance, random.random)"),
        (Flag.counts, "reads global state (calls), and it has changed during the search"),
        (Flag.by_function, "reads global state (known); it must not change"),
    ],
)
def test_the_warning_names_it(predicate: Any, told: str) -> None:
    found = structures(Flag, on=[False, True], predicate=predicate)
    found.count()

    assert [line for line in found.warnings() if told in line and "[predicate-global]" in line]


class Anything:
    """Has every attribute one asks for, and another below it."""

    def __getattr__(self, name: str) -> Any:
        return Anything()

    def __call__(self) -> bool:
        return True


switches = Anything()


class Switched:
    n: int

    def rep_ok(self) -> bool:
        return switches.enabled() and self.n >= 0


def test_objects_that_have_every_attribute_are_not_unwrapped() -> None:
    assert "switches" in outside_of(Switched.rep_ok, [Switched]).places
