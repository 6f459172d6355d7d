"""The Python API: `find`, `suite`, and the `Report` they return."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Unpack

from refute import __version__
from refute.discover.files import may_touch_files
from refute.discover.modules import Located, locate
from refute.given import Given
from refute.model.finding import Finding
from refute.model.sequence import Sequence
from refute.model.verdict import Severity
from refute.options import Options
from refute.render.files import relative_entries
from refute.render.source import snippet, source
from refute.render.testfile import findings_file, findings_name, module_of
from refute.report.text import headline, summary
from refute.results import Progress, Results
from refute.settings import Settings, chosen
from refute.supervisor import Epilogue, Supervisor


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
        module = module_of(self.finding)
        return findings_file(
            module, [self.finding], version=__version__, in_folder=may_touch_files(module, ())
        )


@dataclass(slots=True, repr=False)
class Report:
    """What a run found; printed, the last line that `refute find` prints."""

    results: Results
    located: list[Located]
    files_written: list[str] = field(default_factory=list)
    tests: int = 0  # how many recorded tests were written
    notes: list[str] = field(default_factory=list)  # what the reader should know about the files
    earlier: dict[str, str] = field(
        default_factory=dict
    )  # findings of earlier runs, by id: what became of them

    @property
    def findings(self) -> list[ReportedFinding]:
        """All findings: errors first, then likely ones, then robustness; the shortest first."""
        return [ReportedFinding(finding) for finding in self.results.ordered()]

    @property
    def shown(self) -> list[ReportedFinding]:
        """The findings down to the severity asked for, in the same order: what the command line shows."""
        worst = list(Severity)
        kept = worst[: worst.index(Severity(self.results.options.severity)) + 1]
        return [one for one in self.findings if one.finding.violation.severity in kept]

    @property
    def seed(self) -> int:
        """The seed of the run."""
        return self.results.options.seed

    def __str__(self) -> str:
        results = self.results
        return summary(
            len(self.shown),
            results.sequences,
            results.calls,
            None if results.options.sequences is not None else results.seconds,
            self.seed,
            results.chance,
            exhausted=results.exhausted and not results.restarts,
            forbidden=results.is_all_forbidden(),
        )

    def __repr__(self) -> str:
        return f"<refute.Report: {self}>"


def find(
    target: str | list[str],
    *,
    options: Options | None = None,
    presets: Given | None = None,
    progress: Progress | None = None,
    epilogue: Epilogue | None = None,
    **settings: Unpack[Settings],
) -> Report:
    """Look for sequences that break the target: a module, a package, `module:Class.method`, or a path.

    Options are given by keyword, named as on the command line (`seconds` for `--for`), or as `Options`; keywords win.
    pyproject.toml is not read.  The code runs in child processes only, in one unless `jobs` says otherwise.  With
    `sequences` and one job two runs with the same seed are equal.
    """
    return _search(target, chosen("find", options, settings), presets, progress, epilogue)


def _search(
    target: str | list[str],
    options: Options,
    presets: Given | None,
    progress: Progress | None,
    epilogue: Epilogue | None,
) -> Report:
    targets = [target] if isinstance(target, str) else list(target)
    if presets is not None:
        options = replace(options, presets=presets.values, implementations=presets.implementations)
    located = [locate(one, os.getcwd()) for one in targets]
    results = Supervisor(targets, located, options, progress, epilogue).search()
    return Report(results, located)


def suite(
    target: str | list[str],
    directory: str | os.PathLike[str],
    *,
    options: Options | None = None,
    presets: Given | None = None,
    progress: Progress | None = None,
    epilogue: Epilogue | None = None,
    **settings: Unpack[Settings],
) -> Report:
    """Record how the target behaves today as pytest files in `directory`, and the findings, apart.

    Options are those of `find`; `report.files_written` has the paths of the files.
    """
    from refute.suite import write_suite

    recording = replace(chosen("suite", options, settings), record=True)
    report = _search(target, recording, presets, progress, epilogue)
    while True:
        try:
            report.files_written += write_suite(report, Path(directory))
            return report
        except KeyboardInterrupt:
            if report.results.interrupted:
                return report  # the findings are all that is left to show
            report.results.interrupted = True  # once more, with the little time there is now


def finding_files(report: Report, directory: Path, severity: str, again: str) -> dict[str, str]:
    """Return the text of the findings files by name: those of the severity asked for, or worse."""
    worst = list(Severity)
    kept = worst[: worst.index(Severity(severity)) + 1]
    by_module: dict[str, list[Finding]] = {}
    for finding in report.results.ordered():
        if finding.violation.severity in kept:
            by_module.setdefault(home_of(finding, report.results), []).append(finding)
    places = path_entries(report.located)
    entries = relative_entries(places, directory)
    return {
        findings_name(module): findings_file(
            module,
            findings,
            version=__version__,
            again=again,
            path_entries=entries,
            in_folder=may_touch_files(module, places),
        )
        for module, findings in by_module.items()
    }


def home_of(finding: Finding, results: Results) -> str:
    """Return the module in whose file a finding belongs: the one that defines the operation."""
    return results.homes.get(finding.violation.operation, module_of(finding))


def path_entries(located: list[Located]) -> list[str]:
    """Return the folders that must be on the path for the targets to be imported, each once."""
    return list(
        dict.fromkeys(
            entry for one in located for entry in one.path_entries if _holds(entry, one.modules)
        )
    )


def _holds(entry: str, modules: tuple[str, ...]) -> bool:
    """Return whether a module is imported from this folder, not from where it is installed."""
    tops = {module.partition(".")[0] for module in modules}
    return any(Path(entry, name).exists() for top in tops for name in (top, f"{top}.py"))
