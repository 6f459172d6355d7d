"""What a run found and counted: `Results`; who writes it to a file: `ResultWriter`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from refute.model.errors import GivenUp
from refute.model.finding import Finding, without_overtaken
from refute.model.messages import Learned
from refute.model.options import Options
from refute.model.quantities import counted
from refute.model.recording import Candidate
from refute.model.sequence import Sequence
from refute.model.verdict import Severity

# How a call is counted that an application model does not allow.
FORBIDDEN = "appmodel"
# After so many calls that its own precondition refused, an operation of which none was accepted is told.
UNMET = 50


@dataclass(slots=True)
class Results:
    """Everything a run found and counted, merged over the workers."""

    options: Options
    targets: list[str]
    findings: dict[str, Finding] = field(default_factory=dict)
    flaky: dict[str, Finding] = field(default_factory=dict)
    ignored: dict[str, Finding] = field(default_factory=dict)  # known, and not to be told of
    order_dependent: dict[str, Finding] = field(default_factory=dict)
    sequences: int = 0
    calls: int = 0
    seconds: float = 0.0
    verdicts: Counter[str] = field(default_factory=Counter)
    operations: dict[str, dict[str, Any]] = field(default_factory=dict)
    unreached: dict[str, str] = field(default_factory=dict)
    # Operations of which no call returned, each with its parameters.
    unaccepted: dict[str, str] = field(default_factory=dict)
    definitions: dict[str, str] = field(
        default_factory=dict
    )  # where operations are defined, if elsewhere
    skipped: dict[str, str] = field(default_factory=dict)
    unlisted: tuple[str, ...] = ()  # tested, though no `__all__` lists them
    structures: dict[str, dict[str, Any]] = field(default_factory=dict)  # small objects, by class
    faulty: dict[str, str] = field(default_factory=dict)  # specifications that cannot be used
    refused: Counter[str] = field(default_factory=Counter)
    refusals: dict[str, str] = field(default_factory=dict)
    causes: Counter[str] = field(
        default_factory=Counter
    )  # seen by workers, and what became of them
    stopped: list[str] = field(default_factory=list)
    restarts: int = 0
    chance: float = 1.0
    branches: int | None = None  # taken by one worker, where they are watched
    exhausted: bool = False  # every combination of arguments within the plan was tried
    # Of a package that is searched module by module: by module what was done in it, in numbers.
    modules: dict[str, dict[str, int]] = field(default_factory=dict)
    learned: Learned | None = None  # from the user's own tests
    walks: dict[str, Sequence] = field(default_factory=dict)  # by what they show
    recorded: dict[int, list[Candidate]] = field(default_factory=dict)  # for a suite, by worker
    parameters: dict[str, tuple[str, ...]] = field(default_factory=dict)  # names, by operation
    interrupted: bool = False
    in_force: str = ""
    failure: Exception | None = None  # what went wrong; raised when what was found has been shown

    def failed(self, wrong: Exception) -> None:
        """Keep what went wrong until what was found has been shown.

        What the code under test did is told beside the findings, and is no failure where there are some.
        """
        if isinstance(wrong, GivenUp) and self.findings:
            self.faulty[wrong.slug] = str(wrong)
        else:
            self.failure = self.failure or wrong

    def nothing_tested(self) -> str:
        """Return why no call says anything about the code under test; "" where one does."""
        if self._is_all_forbidden():
            return "no call is allowed by the application model"
        begun = self.sequences or self.operations or self.restarts or self.modules
        if self.seconds and not begun:
            return "there was no time for a call"
        called = any(numbers.get("calls") for numbers in self.operations.values())
        is_known = (
            self.operations and not self.restarts
        )  # what a worker did last before it died is not
        return "no operation could be called" if is_known and not called else ""

    def never_passed(self) -> dict[str, int]:
        """Return the operations of which no call returned and none is a finding: how often each was called."""
        return {
            target: numbers.get("calls", 0)
            for target, numbers in self.operations.items()
            if not numbers.get("passed") and not numbers.get("failed")
        }

    def unmet_contracts(self) -> dict[str, int]:
        """Return the operations that never got what their contract asks for: how often each was called."""
        return {
            target: calls
            for target, calls in self.never_passed().items()
            if self.operations[target].get("unmet", 0) >= UNMET
        }

    def _is_all_forbidden(self) -> bool:
        """Return whether application models allowed no call at all, so that objects were made and nothing was tested."""
        called = {target: n for target, n in self.operations.items() if n.get("calls")}
        forbidden = [t for t, n in called.items() if {*n.get("raised", {})} == {FORBIDDEN}]
        forbidden = [t for t in forbidden if not called[t].get("passed")]
        makers = {target.rpartition(".")[0] for target in forbidden}
        return bool(forbidden) and makers.issuperset({*called}.difference(forbidden))

    def stopped_operations(self) -> list[str]:
        """Return the operations of which a call was stopped: by the parent, or by the clock in the worker."""
        by_clock = [t for t, n in self.operations.items() if "stopped" in n.get("raised", {})]
        return list(dict.fromkeys([*self.stopped, *by_clock]))

    def out_of_memory(self) -> list[str]:
        """Return the operations of which a call found too little memory."""
        return [t for t, n in self.operations.items() if "MemoryError" in n.get("raised", {})]

    def ordered(self) -> list[Finding]:
        """Return the findings in the order of showing: by severity, then shortest first."""
        shown = without_overtaken(self.findings.values())
        return sorted(shown, key=lambda f: (*rank(f), len(f.sequence), f.id))

    def shown(self) -> list[Finding]:
        """Return the findings down to the severity asked for, in the same order."""
        return self._down_to(Severity(self.options.severity))

    def failing(self) -> list[Finding]:
        """Return the findings that make the run fail."""
        return self._down_to(Severity(self.options.fail_on))

    def _down_to(self, least: Severity) -> list[Finding]:
        return [one for one in self.ordered() if one.violation.severity.rank <= least.rank]

    def tally(self) -> str:
        """Return how many findings there are: those that are shown, and apart those that are only counted."""
        shown = self.shown()
        left = [one for one in self.ordered() if one not in shown]
        # Doubtful ones have a line of their own.
        more = sum(one.violation.severity is not Severity.DOUBTFUL for one in left)
        return counted(len(shown), "finding") + (f" and {more} of lower severity" if more else "")


def rank(finding: Finding) -> tuple[int, int, int]:
    """Return what makes one finding better than another: surer, then without probes, then shorter."""
    sequence = finding.sequence
    return finding.violation.severity.rank, sequence.probes(), sequence.calls()


Progress = Callable[[Results, float], None]


def most_branches(*counts: int | None) -> int | None:
    """Return the largest of the numbers that are known: workers take nearly the same branches."""
    return max((count for count in counts if count is not None), default=None)


@dataclass(frozen=True, slots=True)
class FinishedRun:
    """What can be written about a run when it is over."""

    results: Results
    version: str  # of refute
    files_written: list[str]  # paths of the tests
    program: Callable[[Finding], str]  # a finding as a Python program that shows it


class ResultWriter(Protocol):
    """A format of result file.  It gets an option of the command line, `--name FILE`, of which `help` speaks."""

    help: str

    def text(self, run: FinishedRun) -> str:
        """Return what the file is to hold."""
