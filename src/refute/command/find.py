"""`refute find` and `refute suite`: search, save what was found, write files, say what there is."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from refute import __version__, api
from refute.command.command_line import FINDINGS, INTERRUPTED, NOTHING_FOUND, NOTHING_TO_TEST
from refute.command.replay import FAILING_AGAIN
from refute.command.settings import again_command
from refute.command.writable import check_folder, check_outputs
from refute.discover.configuration import options_from
from refute.keep.after_run import CorpusKeeper
from refute.model.errors import UsageError
from refute.model.finding import Finding
from refute.model.options import Options
from refute.model.results import FinishedRun, Results
from refute.model.verdict import Severity
from refute.record.test_folder import SuiteFolder
from refute.render.files import write_whole
from refute.render.source import pasted, source
from refute.report import run_lines, text
from refute.report.formats import FORMATS
from refute.report.progress import ProgressLine, search_progress
from refute.supervise.interrupts import held_back


def find(parsed: argparse.Namespace) -> int:
    """Look for sequences that break the code."""
    options, keeper = _prepare(parsed)
    with held_back():
        with _Progress(parsed.quiet) as progress:
            report = api.find(parsed.targets, options=options, progress=progress, keeper=keeper)
        _save(keeper, report)  # before anything else that may go wrong
        if parsed.output:
            _try(report, lambda: _write_findings(keeper, report, Path(parsed.output)))
        _try(report, lambda: _write_results(parsed, report))
    return _conclude(parsed, report)


def suite(parsed: argparse.Namespace) -> int:
    """Record today's behaviour as a pytest suite."""
    options, keeper = _prepare(parsed)
    directory = Path(parsed.output)
    with held_back():
        with _Progress(parsed.quiet) as progress:
            recording = replace(options, record=True)
            report = api.find(parsed.targets, options=recording, progress=progress, keeper=keeper)
            _try(report, lambda: api.write_suite(report, directory))
        _save(keeper, report)
        _try(report, lambda: _write_mended(keeper, report, directory))
        _try(report, lambda: _write_results(parsed, report))
    return _conclude(parsed, report)


def _try(report: api.Report, write: Callable[[], None]) -> None:
    """Write files; what goes wrong is told when what was found has been shown."""
    try:
        write()
    except Exception as wrong:
        report.results.failure = report.results.failure or wrong


# ---- before ------------------------------------------------------------------------------------------------------


def _prepare(parsed: argparse.Namespace) -> tuple[Options, CorpusKeeper]:
    options = options_from(vars(parsed), Path.cwd())
    check_outputs(*(getattr(parsed, name) for name in FORMATS))
    if parsed.output:
        check_folder(parsed.output)
    keeper = CorpusKeeper(Path.cwd(), parsed.targets, options)
    for complaint in keeper.complaints:
        print(f"refute: {complaint}", file=sys.stderr)
    return options, keeper


class _Progress:
    """Shows where the search stands."""

    def __init__(self, quiet: bool) -> None:
        self._line = ProgressLine(sys.stderr, quiet=quiet)

    def __call__(self, results: Results, left: float) -> None:
        if results.interrupted:
            self._line.clear()
            print(
                "refute: interrupted; writing what was recorded so far (Ctrl-C again: only the findings)",
                file=sys.stderr,
            )
        else:
            self._line.update(results.seconds, lambda: search_progress(results, left))

    def __enter__(self) -> _Progress:
        return self

    def __exit__(self, *exception: object) -> None:
        self._line.clear()


# ---- files -------------------------------------------------------------------------------------------------------


def _save(keeper: CorpusKeeper, report: api.Report) -> None:
    try:
        keeper.save(report.results)
    except (UsageError, OSError) as refused:
        print(f"refute: the findings are not saved for replay: {refused}", file=sys.stderr)
    for findings, what in (
        (keeper.known, "known from an earlier run, still failing"),
        (keeper.back, FAILING_AGAIN),
    ):
        report.earlier |= {finding.id: what for finding in findings}
        named = [f.id for f in findings if f.violation.severity is not Severity.DOUBTFUL]
        if named:
            report.notes.append(f"{what}: {', '.join(named)}")
    if left_out := keeper.left_out():
        report.notes.append(
            f"saved earlier, and left out by -k or --exclude: {', '.join(left_out)}"
        )
    for finding in keeper.mended:
        report.notes.append(f"does not fail any more: {finding.id} {text.headline(finding)}")


def _write_findings(keeper: CorpusKeeper, report: api.Report, directory: Path) -> None:
    results = report.results
    again = again_command("find", results.targets, results.options, "DIR")
    folder = SuiteFolder(directory, results, report.located, report.notes, again)
    files = folder.findings() | folder.mended(keeper.passing)
    report.files_written += folder.write(files)
    folder.remove_stale((*keeper.passing, *keeper.mended), files)


def _write_mended(keeper: CorpusKeeper, report: api.Report, directory: Path) -> None:
    folder = SuiteFolder(directory, report.results, report.located, report.notes)
    report.files_written += folder.write(folder.mended(keeper.passing))
    written = [Path(path).name for path in report.files_written]
    folder.remove_stale((*keeper.passing, *keeper.mended), written)


def _write_results(parsed: argparse.Namespace, report: api.Report) -> None:
    def program(finding: Finding) -> str:
        return source(finding.sequence, finding.violation)

    run = FinishedRun(report.results, __version__, report.files_written, program)
    for name, writer in FORMATS.items():
        if file := getattr(parsed, name):
            write_whole(Path(file), writer.text(run))


# ---- what is said ------------------------------------------------------------------------------------------------


def _conclude(parsed: argparse.Namespace, report: api.Report) -> int:
    """Print everything; return the exit code."""
    results = report.results
    _print_run(parsed, report)
    if results.failure is not None:
        raise results.failure  # only now: what was found is shown and saved first
    if results.interrupted:
        return INTERRUPTED
    if results.failing():
        return FINDINGS
    return NOTHING_TO_TEST if results.nothing_tested() else NOTHING_FOUND


def _print_run(parsed: argparse.Namespace, report: api.Report) -> None:
    results = report.results
    shown = [one.finding for one in report.shown]
    style = text.Style(sys.stdout)
    folder = str(Path.cwd())
    for finding, *others in text.by_place(shown):
        lines = pasted(finding.sequence, finding.violation)
        earlier = report.earlier.get(finding.id, "")
        told = text.finding_lines(finding, lines, style, folder, earlier)
        text.print_lines([*told, *text.other_ways(others), ""])
    if not parsed.quiet:
        text.print_lines(run_lines.folded(results, shown))
        text.print_lines([f"wrote {path}" for path in report.files_written])
        text.print_lines(report.notes)
        text.print_lines(run_lines.not_shown(results))
    text.print_lines([f"refute: {wrong}" for _, wrong in sorted(run_lines.faulty(results).items())])
    if not parsed.quiet:
        text.print_lines(run_lines.untested(results, bool(parsed.verbose)))
        text.print_lines(run_lines.learned(results, bool(parsed.verbose)))
        text.print_lines(run_lines.by_module(results, bool(parsed.verbose)))
        print(report.last_line())
        if shown:
            print(
                f"again: refute replay {shown[0].id}    as a test: refute show {shown[0].id} --pytest"
            )
    if results.interrupted:
        print("refute: interrupted; what was found until then is above", file=sys.stderr)
