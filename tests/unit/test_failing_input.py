"""The smallest failing input as code and as a test: what is written fails, as it says."""

from __future__ import annotations

import enum
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from refute.errors import UsageError
from refute.methods import Exhaustion, exhaust
from refute.small import array, bounds


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
            raise KeyError("blue")

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
