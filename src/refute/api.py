"""The Python API: `find`, `suite`, and the `Report` they return."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import ModuleType
from typing import Any, Unpack

from refute.command.settings import Settings, again_command, chosen
from refute.discover.modules import locate
from refute.discover.user_presets import UserPresets
from refute.model.errors import UsageError
from refute.model.finding import Finding
from refute.model.options import Options
from refute.model.results import Progress, Results
from refute.model.sequence import Sequence
from refute.model.subject import Located
from refute.render.source import snippet, source
from refute.render.test_names import module_of
from refute.report.text import headline, summary
from refute.search.pytest_modules import PytestModules
from refute.supervise.by_module import search
from refute.supervise.supervisor import Keeper


@dataclass(frozen=True, slots=True, repr=False)
class ReportedFinding:
    """A finding with the ways to write it down."""

    finding: Finding

    def __repr__(self) -> str:
        return f"<finding {self.id}: {headline(self.finding)}>"

    @property
    def id(self) -> str:
        """The short name under which it is saved."""
        return self.finding.id

    @property
    def sequence(self) -> Sequence:
        """The smallest sequence that shows it, as data."""
        return self.finding.sequence

    @property
    def operation(self) -> str:
        """The blamed operation, `module:qualname`."""
        return self.finding.violation.operation

    @property
    def rule(self) -> str:
        """The broken rule: "raises", "eq-reflexive", "invariant"…"""
        return self.finding.violation.rule

    @property
    def severity(self) -> str:
        """How sure we are: "error", "likely" or "robustness"."""
        return self.finding.violation.severity.value

    @property
    def message(self) -> str:
        """What went wrong, in one line."""
        return self.finding.violation.message

    def lines(self) -> list[str]:
        """Return the sequence as lines of Python, without imports."""
        return snippet(self.finding.sequence, self.finding.violation)

    def source(self) -> str:
        """Return a program that shows the finding."""
        return source(self.finding.sequence, self.finding.violation)

    def as_pytest(self) -> str:
        """Return a pytest module with one test, which fails until the fault is mended."""
        return PytestModules().findings(module_of(self.finding), [self.finding])


@dataclass(slots=True, repr=False)
class Report:
    """What a run found; printed, the last line that `refute find` prints, and how many operations never passed."""

    results: Results
    located: list[Located]
    files_written: list[str] = field(default_factory=list)
    tests: int = 0  # how many recorded tests were written
    notes: list[str] = field(default_factory=list)  # what the reader should know about the files
    # Findings of earlier runs, by id: what became of them.
    earlier: dict[str, str] = field(default_factory=dict)

    @property
    def findings(self) -> list[ReportedFinding]:
        """All findings: errors first, then likely ones, then robustness; the shortest first."""
        return [ReportedFinding(finding) for finding in self.results.ordered()]

    @property
    def shown(self) -> list[ReportedFinding]:
        """The findings down to the severity asked for, in the same order: what the command line shows."""
        return [ReportedFinding(finding) for finding in self.results.shown()]

    @property
    def seed(self) -> int:
        """The seed of the run."""
        return self.results.options.seed

    def __str__(self) -> str:
        return self.last_line(len(self.results.never_passed()))

    def last_line(self, never_passed: int = 0) -> str:
        """Return what was done, and what is likely left; how many operations never passed where nothing else says so."""
        results = self.results
        return summary(
            results.tally(),
            results.sequences,
            results.calls,
            None if results.options.sequences is not None else results.seconds,
            self.seed,
            results.chance,
            exhausted=results.exhausted and not results.restarts,
            nothing_tested=results.nothing_tested(),
            never_passed=never_passed,
        )

    def __repr__(self) -> str:
        return f"<refute.Report: {self}>"


def find(
    target: Any,
    *,
    options: Options | None = None,
    presets: UserPresets | None = None,
    progress: Progress | None = None,
    keeper: Keeper | None = None,
    **settings: Unpack[Settings],
) -> Report:
    """Look for sequences that break the target: a module, a package, `module:Class.method`, a path, or a list of such.

    Also the module, class or function itself; it is imported anew in another process, by its name.

    Options are given by keyword, named as on the command line (`seconds` for `--for`), or as `Options`; keywords win.
    pyproject.toml is not read.  The code runs in child processes only, in one unless `jobs` says otherwise.  With
    `sequences` and one job two runs with the same seed are equal.
    """
    return _search(target, chosen("find", options, settings), presets, progress, keeper)


def _search(
    target: Any,
    options: Options,
    presets: UserPresets | None,
    progress: Progress | None,
    keeper: Keeper | None,
) -> Report:
    targets = [*map(_name_of, target if isinstance(target, list) else [target])]
    if presets is not None:
        options = replace(options, presets=presets.values, implementations=presets.implementations)
    located = [locate(one, os.getcwd()) for one in targets]
    return Report(*search(targets, located, options, progress, keeper))


def _name_of(target: Any) -> str:
    """Return a target by its name: that of a module, or of a class, function or method with its module's."""
    if isinstance(target, str):
        return target
    if isinstance(target, ModuleType):
        return target.__name__
    module, name = getattr(target, "__module__", None), getattr(target, "__qualname__", None)
    if not isinstance(module, str) or not isinstance(name, str) or "<" in name:
        raise UsageError(
            f"{target!r} is no target: give a module, class or function that can be imported, or its name.",
            "bad-target",
        )
    return f"{module}:{name}"


def suite(
    target: Any,
    directory: str | os.PathLike[str],
    *,
    options: Options | None = None,
    presets: UserPresets | None = None,
    progress: Progress | None = None,
    keeper: Keeper | None = None,
    **settings: Unpack[Settings],
) -> Report:
    """Record how the target behaves today as pytest files in `directory`, and the findings, apart.

    Options are those of `find`; `report.files_written` has the paths of the files.
    """
    recording = replace(chosen("suite", options, settings), record=True)
    report = _search(target, recording, presets, progress, keeper)
    write_suite(report, Path(directory))
    return report


def write_suite(report: Report, directory: Path) -> None:
    """Record what a search with `record` has chosen as pytest files in `directory`; of Ctrl-C the first makes it hurry."""
    from refute.record import suite

    results = report.results
    again = again_command("suite", results.targets, results.options, "DIR")
    while True:
        try:
            written = suite.write_suite(results, report.located, directory, again, report.notes)
            report.files_written += written.paths
            report.tests = written.tests
            return
        except KeyboardInterrupt:
            if results.interrupted:
                return  # the findings are all that is left to show
            results.interrupted = True  # once more, with the little time there is now
