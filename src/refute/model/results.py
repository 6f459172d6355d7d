"""What a run found and counted: `Results`; who writes it to a file: `ResultWriter`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from refute.model.finding import Finding, without_overtaken
from refute.model.options import Options
from refute.model.recording import Candidate
from refute.model.sequence import Sequence
from refute.model.verdict import Severity

# How a call is counted that an application model does not allow.
FORBIDDEN = "appmodel"


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
    homes: dict[str, str] = field(default_factory=dict)  # where inherited operations are defined
    skipped: dict[str, str] = field(default_factory=dict)
    internal: set[str] = field(default_factory=set)  # operations that the package does not offer
    structures: dict[str, dict[str, Any]] = field(default_factory=dict)  # small objects, by class
    faulty: dict[str, str] = field(default_factory=dict)  # specifications that cannot be used
    refused: Counter[str] = field(default_factory=Counter)
    refusals: dict[str, str] = field(default_factory=dict)
    stopped: list[str] = field(default_factory=list)
    restarts: int = 0
    chance: float = 1.0
    branches: int | None = None  # taken by one worker, where they are watched
    exhausted: bool = False  # every combination of arguments within the plan was tried
    walks: dict[str, Sequence] = field(default_factory=dict)  # by what they show
    recorded: dict[int, list[Candidate]] = field(default_factory=dict)  # for a suite, by worker
    interrupted: bool = False
    in_force: str = ""
    failure: Exception | None = None  # what went wrong; raised when what was found has been shown

    def is_all_forbidden(self) -> bool:
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


_RANKS = {severity: place for place, severity in enumerate(Severity)}


def rank(finding: Finding) -> tuple[int, int, int]:
    """Return what makes one finding better than another: surer, then without probes, then shorter."""
    sequence = finding.sequence
    return _RANKS[finding.violation.severity], sequence.probes(), sequence.calls()


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
