"""What the user's own pytest tests do with the subject: `answer_learn`, run in a fork of a fresh process."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from refute.execute import clock
from refute.execute.clock import Patience
from refute.execute.coverage import Arc, Arcs, name_of
from refute.execute.sandbox.guard import Guard
from refute.look.subject_time import calls_subject
from refute.model.messages import NO_TESTS, Learned, LearnFrom
from refute.model.sequence import Call, Sequence
from refute.record.call_recorder import CallRecorder
from refute.search.shortening import independent_parts
from refute.search.steering import subject_files
from refute.supervise.answering import Imported

# So many sequences are learned, the first ones; and so many seconds one test may take.
_MOST, _SLOWEST = 500, 5.0
_REASONS = 8
# Not the user's options, which may start processes; output that needs none of our descriptors.
_OPTIONS = (
    "-o",
    "addopts=",
    "-p",
    "no:cacheprovider",
    "-p",
    "no:faulthandler",
    "--capture=sys",
    "-q",
)
_EXITS = {
    2: "pytest could not collect them",
    3: "pytest failed",
    4: "pytest cannot run them",
    5: NO_TESTS,
}


def answer_learn(question: LearnFrom, imported: Imported) -> Learned:
    """Run the tests and return what they have called, as sequences."""
    subject, examiner = imported.subject, imported.examiner
    arcs = Arcs(subject_files(examiner)) if question.watches else None
    plugin = _Plugin(CallRecorder(subject), arcs, question.time, imported.guard)
    code = int(_run([*_OPTIONS, *question.paths], plugin))
    if not plugin.passed and not plugin.failed:
        return Learned(trouble=_EXITS.get(code, f"pytest ended with exit code {code}"))
    tested = {one.target for one in subject.routines}
    parts = [part for one in plugin.sequences for part in independent_parts(one)]
    # An object as it was made, too: what a test did with it later is only one way to go on.
    starts = [start for part in parts for start in _starts(part)]
    found = dict.fromkeys(one for one in (*starts, *parts) if _calls(one, tested))
    return Learned(
        tuple(found)[:_MOST],
        len(plugin.passed),
        len(plugin.failed),
        sum(isinstance(step.operation, Call) for one in plugin.sequences for step in one.steps),
        _most(plugin.recorder.not_written),
        tuple(sorted(map(name_of, plugin.taken))),
    )


def _most(reasons: Counter[str]) -> dict[str, int]:
    """Return the reasons that count most, the rest together."""
    most = dict(reasons.most_common(_REASONS))
    rest = reasons.total() - sum(most.values())
    return {**most, "others": rest} if rest else most


@calls_subject
def _run(arguments: list[str], plugin: object) -> int:
    return pytest.main(arguments, plugins=[plugin])


def _starts(sequence: Sequence) -> Iterator[Sequence]:
    for position, (operation, _) in enumerate(sequence.steps):
        if isinstance(operation, Call) and operation.how in ("new", "function"):
            yield sequence.slice_for(position)


def _calls(sequence: Sequence, tested: set[str]) -> bool:
    return any(isinstance(one, Call) and one.target in tested for one, _ in sequence.steps)


class _TooSlow(BaseException):
    """A test takes too long; no `except Exception` of the test's keeps it going."""


class _Plugin:
    """Listens while pytest runs a test, and keeps what was heard of those that pass."""

    def __init__(
        self,
        recorder: CallRecorder,
        arcs: Arcs | None,
        seconds: float,
        guard: Guard,
    ) -> None:
        self.recorder = recorder
        self._guard = guard
        self.sequences: list[Sequence] = []
        self.passed: set[str] = set()
        self.failed: set[str] = set()
        self.taken: set[Arc] = set()
        self._arcs = arcs
        self._seconds = seconds
        self._deadline = math.inf

    def pytest_collection_finish(self) -> None:
        """Begin to count the time: what it takes to import the tests cannot be made shorter."""
        self._deadline = time.monotonic() + self._seconds

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Note whether a test passes: all of its phases."""
        if report.failed:
            self.failed.add(report.nodeid)
        elif report.when == "call" and report.passed:
            self.passed.add(report.nodeid)
        self.passed -= self.failed

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: Any) -> Iterator[None]:
        """Listen to a test and its fixtures."""
        self.recorder.begin()
        with ExitStack() as stack:
            taken = stack.enter_context(self._arcs.watched()) if self._arcs else set()
            stack.enter_context(self.recorder.listening())
            yield
        if item.nodeid in self.passed:
            self.sequences.append(self.recorder.sequence)
            self.taken |= taken
        if time.monotonic() > self._deadline:
            item.session.shouldstop = "there is no more time"

    @pytest.hookimpl(hookwrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Iterator[None]:
        """Let later tests use what is made once for several of them."""
        yield
        if fixturedef.scope != "function":
            self.recorder.share()

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_call(self) -> Iterator[None]:
        """Stop a test that takes too long."""
        left = max(0.5, min(_SLOWEST, self._deadline - time.monotonic()))
        waiting = Patience(left, lambda frame: 0, _TooSlow)
        with self._guard.trusted():
            clock.start(waiting)
        yield
        with self._guard.trusted():
            clock.stop(waiting)
