"""The smallest failing input as code and as a test: what is written fails, as it says."""

from __future__ import annotations

import enum
import functools
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from refute.exhaustive.inputs import method_of
from refute.exhaustive.method import Exhaustion, exhaust
from refute.exhaustive.structures import array, bounds
from refute.model.errors import UsageError


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Part:
    n: int

    def rep_ok(self) -> bool:
        return self.n < 2


class Lamp:
    colour: Colour
    parts: list[Part]

    def rep_ok(self) -> bool:
        return len(self.parts) < 2 and all(self.parts)

    def paint(self, colour: Colour) -> None:
        if colour is Colour.BLUE and self.colour is Colour.RED:
            self.parts = {}["blue"]

    def add(self, colour: Colour) -> None:
        self.parts.append(Part())

    def turn(self) -> None:
        for part in self.parts:
            part.n += 1

    def same(self, colour: Colour) -> Colour:
        self.colour = colour
        return self.colour

    def same_spec(self, colour: Colour) -> Colour:
        said = self.same(colour)
        assert said is Colour.RED, "POST"
        return said

    def wait(self) -> None:
        while self.parts:
            pass

    def check(self, *, loud: bool) -> bool:
        return loud


LAMPS = bounds(Lamp, Part=1, n=range(2), parts=array(1, Part))


def unchanged(self: Lamp, old: Any, result: bool) -> bool:
    return not result and len(self.parts) == len(old.self.parts)


def fails(report: Exhaustion, folder: Path) -> str:
    """Return what pytest prints about the one test of a report, which must fail."""
    file = folder / "test_it.py"
    file.write_text(report.as_pytest(str(Path(__file__).parent)))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)
    assert done.returncode == 1, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("method", "given", "line", "printed"),
    [
        (Lamp.paint, {}, "lamp.paint(Colour.BLUE)", "KeyError"),
        (Lamp.turn, {}, "lamp.turn()", "assert lamp.parts[0].rep_ok()"),
        (Lamp.same, {}, "lamp.same_spec(Colour.BLUE)", "POST"),
        (Lamp.check, {"ensures": unchanged}, "result = lamp.check(loud=True)", "unchanged"),
        (Lamp.wait, {"limit": 0.1}, "lamp.wait()", "assert in_time"),
    ],
)
def test_the_test_fails_as_it_says(
    method: Any, given: dict[str, Any], line: str, printed: str, tmp_path: Path
) -> None:
    report = exhaust(method, LAMPS, **given)

    assert report.failed
    test = report.as_pytest()
    assert line in test
    assert "<Colour" not in f"{report}{test}"
    assert "Smallest of" in test or "limit" in given
    assert "Part=1 " in test or "limit" in given
    assert printed in fails(report, tmp_path)


def test_a_promise_without_a_name_is_shown_but_makes_no_test() -> None:
    report = exhaust(Lamp.check, LAMPS, ensures=lambda result: not result)

    assert "lamp.check(loud=True)" in str(report)
    assert report.source() is None
    with pytest.raises(UsageError, match="is it a lambda") as refused:
        report.as_pytest()
    assert refused.value.slug == "not-writable"


def test_where_nothing_failed_there_is_nothing_to_write() -> None:
    with pytest.raises(UsageError) as refused:
        exhaust(Lamp.check, LAMPS).as_pytest()

    assert refused.value.slug == "no-failure"


def renaming(function: Any) -> Any:
    def wrapper(self: Any) -> int:
        done: int = function(self)
        return done

    return wrapper


CALLS: list[int] = []


class Cell:
    n: int

    def rep_ok(self) -> bool:
        return self.n >= 0

    async def later(self) -> int:
        return 1 // self.n

    def each(self) -> Iterator[int]:
        yield 1 // self.n

    async def each_later(self) -> AsyncIterator[int]:
        yield 1 // self.n

    @classmethod
    def made(cls, cell: Cell) -> int:
        return 1 // cell.n

    @staticmethod
    def inverse(cell: Cell, *, top: int) -> int:
        return top // cell.n

    @staticmethod
    def of_number(n: int) -> int:
        return 1 // n

    @renaming
    def wrapped(self) -> int:
        return 1 // self.n

    def plain(self) -> int:
        return 1 // self.n

    also = plain
    partly = functools.partialmethod(plain)

    def __hidden(self) -> int:
        return 1 // self.n

    def once(self) -> None:
        CALLS.append(self.n)
        CALLS[1]


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("later", "asyncio.run(cell.later())"),
        ("each", "itertools.islice(cell.each(), 64)"),
        ("each_later", "cell.each_later()"),
        ("made", "Cell.made(cell)"),
        ("inverse", "Cell.inverse(cell, top=0)"),
        ("of_number", "Cell.of_number(0)"),
        ("wrapped", "cell.wrapped()"),
        ("also", "cell.also()"),
        ("partly", "cell.partly()"),
        ("_Cell__hidden", "cell._Cell__hidden()"),
    ],
)
def test_a_method_is_called_by_the_name_it_has_and_run_to_its_end(
    name: str, line: str, tmp_path: Path
) -> None:
    method = method_of(getattr(Cell, name), Cell, Cell, name)
    given = {"inverse": {"top": [0]}, "of_number": {"n": [0, 1]}}.get(name, {})
    report = exhaust(method, bounds(Cell, n=range(2)), parameters=given)

    assert (report.tested, report.failed) == (2, 1)
    assert line in report.as_pytest()
    assert "ZeroDivisionError" in fails(report, tmp_path)


@pytest.mark.parametrize("name", ["wrapped", "_Cell__hidden", "made", "plain"])
def test_the_name_of_a_method_is_found_in_its_class(name: str) -> None:
    assert exhaust(getattr(Cell, name), bounds(Cell, n=range(2))).name == f"Cell.{name}"


def test_what_does_not_fail_again_is_not_written() -> None:
    CALLS.clear()
    report = exhaust(Cell.once, bounds(Cell, n=range(2)))

    assert report.failed == 1
    assert "cell.once()" in str(report)
    with pytest.raises(UsageError, match="does not fail") as refused:
        report.as_pytest()
    assert refused.value.slug == "not-writable"
