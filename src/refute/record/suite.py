"""A suite that records today's behaviour: `write_suite`.

The workers have chosen sequences that show something; here each is recorded in a fresh process and in four others
with other hash seeds, orders, time zones and working folders, as if on other machines (`elsewhere`), and what all of
them saw alike becomes assertions (Pacheco's thesis, 7.2 and 9.1).  Then the emitted text itself is run in five fresh processes; a test that fails in
any of them is dropped.  The same holds the other way round for findings: their tests must fail.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from refute import __version__
from refute.judge.observations import agreed, asserting
from refute.model.errors import Defect
from refute.model.finding import Finding
from refute.model.messages import (
    Died,
    NotImported,
    Question,
    RanTests,
    Recorded,
    Recordings,
    RecordTests,
    Replied,
    RunTests,
    TimedOut,
)
from refute.model.recording import Candidate, RecordedTest, Sight
from refute.model.results import Results
from refute.model.sequence import Sequence
from refute.model.subject import Located
from refute.record.called_with import noting_calls, only_what_is_told
from refute.record.test_folder import SuiteFolder, by_module
from refute.render.findings_module import findings_file
from refute.render.folding import test_ids
from refute.render.suite_module import distinct
from refute.render.test_names import module_of, recorded_target, suite_name
from refute.search.selection import select
from refute.supervise import interrupts
from refute.supervise.confirm import last_target
from refute.supervise.fresh_process import FreshProcess

# So many fresh processes try each test; the first two run forwards and backwards, so that of any two tests each comes
# first.
_PROCESSES = 5
# In the third each is run as if it were alone.
_ORDERS = ("forward", "backward", "alone")
_ROUNDS = 6
# So many sequences are recorded in one process before we look at the clock; at first few, so that there are some.
_AT_FIRST, _AT_ONCE = 8, 50
# Of the operations that have no test so many are named.
_MOST_NAMED = 4
# After Ctrl-C, so many seconds for recording and trying: as much as there is time for is written.
_IN_A_HURRY = 3.0

_MORE_TIME = "give it more (--for)"
# What is recorded of a sequence that there was no time for.
_TOO_LATE: Recorded = (None, ("time",))

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Written:
    """What became of a suite: the paths of its files, and how many recorded tests are in them."""

    paths: list[str]
    tests: int


def write_suite(
    results: Results, located: list[Located], directory: Path, again: str, notes: list[str]
) -> Written:
    """Write what the run recorded, and the findings, apart; `notes` gets what the reader should know."""
    folder = SuiteFolder(directory, results, located, notes, again)
    with _Processes(results, located) as processes:
        _set_aside_findings_that_pass(results, processes)
        recording = _Recording(list(results.findings.values()), processes)
        tests = recording.tests(_chosen(results.recorded))
        trying = _Trying(folder.recorded, processes, folder.suite_name)
        kept = trying.passing(tests)
    said = [*trying.notes(), *recording.notes({recorded_target(test) for test in kept})]
    notes += said if kept else [_no_suite(said)]
    return Written(folder.write(folder.recorded(kept) | folder.findings()), len(kept))


def _no_suite(reasons: list[str]) -> str:
    """Return why nothing is recorded, and what to do about it."""
    why = "; ".join(reasons) or "no call gave a result or an exception that is the same each time"
    return f"no suite is written: {why}  [nothing-recorded]"


def _chosen(recorded: dict[int, list[Candidate]]) -> list[Candidate]:
    """Return the sequences of all workers that together show everything, none twice."""
    candidates = [one for _, some in sorted(recorded.items()) for one in some]
    chosen = [candidates[place] for place in select(candidates)]
    telling: dict[Sequence, list[Sight]] = {}
    for one in chosen:
        telling.setdefault(one.sequence, []).extend(one.telling)
    return [Candidate(sequence, frozenset(), tuple(some)) for sequence, some in telling.items()]


# ---- five processes -------------------------------------------------------------------------------------------


class _Processes:
    """Fresh processes with different hash seeds, asked at the same time."""

    def __init__(self, results: Results, located: list[Located]) -> None:
        options = results.options
        # Started here, in the main thread: they end with the thread that started them.
        self._each = [FreshProcess(located, options, n, n) for n in range(_PROCESSES)]
        self._pool = ThreadPoolExecutor(_PROCESSES)
        self.patience = 2 * options.call_timeout + 5
        self.deadline = time.monotonic() + options.seconds - results.seconds
        if options.sequences is not None:
            self.deadline = float("inf")
        self._hurry = results.interrupted
        if self._hurry:
            self.deadline = time.monotonic() + _IN_A_HURRY

    def __enter__(self) -> _Processes:
        return self

    def __exit__(self, *exception: object) -> None:
        # Ended first, so that nobody waits for an answer.
        for process in self._each:
            process.end()
        self._pool.shutdown(cancel_futures=True)
        for process in self._each:
            process.close()

    @property
    def left(self) -> float:
        """How many seconds are left; never less than it takes to answer, or nothing would be written."""
        return max(2.0, self.deadline - time.monotonic())

    def ask(self, place: int, question: Question[Replied]) -> Replied | Died | TimedOut:
        """Return the answer of one process, made in a fork of it.

        Time for that is not cut short: on a busy machine everything would be dropped.
        """
        seconds = self.left if self._hurry else self.patience
        return self._each[place].ask(replace(question, seconds=seconds))

    def is_too_late(self) -> bool:
        """Whether the user has waited long enough beyond the time asked for."""
        return time.monotonic() > self.deadline + (0 if self._hurry else self.patience)

    def all(self, task: Callable[[int], T]) -> list[T]:
        """Return what the task makes of each process, by its number."""
        with interrupts.waiting():
            return list(self._pool.map(task, range(_PROCESSES)))


# ---- recording ------------------------------------------------------------------------------------------------


class _Recording:
    """Records sequences as tests, and notes why some became none."""

    def __init__(self, findings: list[Finding], processes: _Processes) -> None:
        self._findings = findings
        self._processes = processes
        self._asked: dict[
            str, list[str]
        ] = {}  # by operation what it asks for, where no test came of it
        self._late = 0  # sequences that there was no time for

    def tests(self, sequences: list[Candidate]) -> list[RecordedTest]:
        """Return the tests that all processes record alike, of as many sequences as there is time for.

        What a finding is about is not how the subject is to behave: such exceptions are not recorded.
        """
        processes = self._processes
        made = self._agreed(sequences[:_AT_FIRST])  # waits until the processes have started
        # A third of the time is kept for trying the tests.
        until = time.monotonic() + processes.left * 2 / 3
        start = _AT_FIRST
        while start < len(sequences) and time.monotonic() < until:
            made += self._agreed(sequences[start : start + _AT_ONCE])
            start += _AT_ONCE
        self._late += len(sequences[start:])
        blamed = {(f.violation.operation, f.violation.exception) for f in self._findings}
        return distinct(test for test in made if _raising(test) not in blamed)

    def _agreed(self, chosen: list[Candidate]) -> list[RecordedTest]:
        faults = tuple(
            (v.exception, v.file, v.line)
            for v in (finding.violation for finding in self._findings)
            if v.exception and v.file and v.line
        )
        processes = self._processes
        noting = [noting_calls(one.sequence) for one in chosen]
        answers = processes.all(lambda place: _batch(noting, faults, place, processes))
        tests: list[RecordedTest] = []
        for one, *alike in zip(chosen, *answers, strict=True):
            if _TOO_LATE in alike:
                self._late += 1
                continue
            test = agreed(test for test, _ in alike)
            asked = dict.fromkeys(words for _, some in alike for words in some)
            if test is not None:
                tests.append(_telling(test, one))
            elif asked:
                self._asked.setdefault(last_target(one.sequence), []).extend(asked)
        return tests

    def notes(self, tested: Collection[str]) -> list[str]:
        """Return how much there was no time for, and which operations have no test because of what they ask for."""
        by_reason: dict[str, list[str]] = {}
        for target, asked in sorted(self._asked.items()):
            if target not in tested:
                reason = " and ".join(dict.fromkeys(asked))
                by_reason.setdefault(reason, []).append(target.partition(":")[2])
        return [
            *([f"no time to record {_sequences(self._late)}: {_MORE_TIME}"] if self._late else []),
            *(_untested(names, reason) for reason, names in sorted(by_reason.items())),
        ]


def _telling(test: RecordedTest, candidate: Candidate) -> RecordedTest:
    """Return a test that asserts what tells the most, and notes what functions are called with where it says so."""
    lists = len(test.sequence) - len(candidate.sequence)
    telling = [(step + lists, expression) for step, expression in candidate.telling]
    return only_what_is_told(asserting(test, telling), candidate.sequence)


def _untested(names: list[str], reason: str) -> str:
    shown = ", ".join(names[:_MOST_NAMED])
    if len(names) > _MOST_NAMED:
        shown += f" and {len(names) - _MOST_NAMED} more"
    return f"no test of {shown}: {'it asks' if len(names) == 1 else 'they ask'} {reason}"


def _raising(test: RecordedTest) -> tuple[str, str] | None:
    """Return the operation that raises at the end of a test, and the name of the exception."""
    if test.raises is None:
        return None
    return recorded_target(test), test.raises.exception.rpartition(":")[2].rpartition(".")[2]


def _batch(
    sequences: list[Sequence],
    faults: tuple[tuple[str, str, int], ...],
    place: int,
    processes: _Processes,
) -> list[Recorded]:
    """Return what one process records of the sequences; those that end it, or never end, are found by halving."""
    if not sequences:
        return []
    answer = processes.ask(place, RecordTests(tuple(sequences), place, place > 0, faults))
    if isinstance(answer, Recordings) and len(answer.tests) == len(sequences):
        return list(answer.tests)
    if processes.is_too_late():
        return [_TOO_LATE] * len(sequences)
    if len(sequences) == 1:
        return [(None, ())]
    half = len(sequences) // 2
    return [
        *_batch(sequences[:half], faults, place, processes),
        *_batch(sequences[half:], faults, place, processes),
    ]


# ---- trying ---------------------------------------------------------------------------------------------------


class _Trying:
    """Runs the emitted tests in every process, and keeps those that pass in all of them."""

    def __init__(
        self,
        written: Callable[[list[RecordedTest]], dict[str, str]],
        processes: _Processes,
        suite_name: Callable[[str], str] = suite_name,
    ) -> None:
        self._written = written
        self._suite_name = suite_name
        self._processes = processes
        self._untried: set[RecordedTest] = set()
        self._dropped: set[RecordedTest] = set()

    def passing(self, tests: list[RecordedTest]) -> list[RecordedTest]:
        """Return the tests that pass in every process, whatever the order."""
        kept = tests
        for number in range(_ROUNDS):
            found = self._processes.all(partial(self._not_passing, kept, number))
            failing = set[RecordedTest]().union(*found)
            if not failing:
                return kept
            self._dropped |= failing
            kept = [test for test in kept if test not in failing]
        self._dropped |= set(kept)
        return []  # tests that disturb each other again and again: better none than some that fail

    def _not_passing(self, tests: list[RecordedTest], number: int, place: int) -> set[RecordedTest]:
        """Return the tests that fail in one process; one that ends it, or never ends, is found by halving."""
        names = {
            f"{self._suite_name(module)}::{name}": test
            for module, some in by_module(tests).items()
            for name, test in test_ids(some).items()
        }
        order = _ORDERS[place] if place < len(_ORDERS) else f"{number} {place}"
        answer = self._processes.ask(place, RunTests(self._written(tests), order, place))
        if isinstance(answer, RanTests):
            outcomes = answer.outcomes
            return {names[name] for name in names if outcomes.get(name, "not run") is not None}
        if len(tests) <= 1:
            return set(tests)
        if self._processes.is_too_late():
            self._untried.update(tests)
            return set(tests)
        half = len(tests) // 2
        return self._not_passing(tests[:half], number, place) | self._not_passing(
            tests[half:], number, place
        )

    def notes(self) -> list[str]:
        """Return how many tests were dropped, and why."""
        why = (
            (self._dropped - self._untried, "did not repeat"),
            (self._untried, f"could not be tried in time: {_MORE_TIME}"),
        )
        return [f"dropped {_tests(len(some))} that {reason}" for some, reason in why if some]


def _tests(number: int) -> str:
    return "a test" if number == 1 else f"{number} tests"


def _sequences(number: int) -> str:
    return "a sequence" if number == 1 else f"{number} sequences"


# ---- findings -------------------------------------------------------------------------------------------------


def _set_aside_findings_that_pass(results: Results, processes: _Processes) -> None:
    """Count as flaky the findings whose tests do not fail in the way they say."""
    for id_, finding in list(results.findings.items()):
        if results.interrupted and time.monotonic() > processes.deadline:
            return  # they were confirmed as sequences
        # Their tests start a process, which is refused here; they were confirmed by ending one of ours.
        if finding.violation.rule not in ("dies", "hangs") and not _fails_as_it_says(
            finding, processes
        ):
            del results.findings[id_]
            results.flaky[id_] = replace(finding, stable=False)


def _fails_as_it_says(finding: Finding, processes: _Processes) -> bool:
    text = findings_file(module_of(finding), [finding], version=__version__)
    files = {"test_finding.py": text}
    answer = processes.ask(0, RunTests(files, "forward", 0))
    if isinstance(answer, NotImported):
        raise Defect(f"the test for finding {finding.id} cannot be run: {answer.why}\n{text}")
    if not isinstance(answer, RanTests):
        return True  # no answer says nothing; it was confirmed as a sequence
    expected = ("AssertionError", finding.violation.exception)
    outcomes = list(answer.outcomes.values())
    return len(outcomes) == 1 and outcomes[0] is not None and outcomes[0][0] in expected
