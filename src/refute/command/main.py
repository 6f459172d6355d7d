"""The command line: `find`, `suite`, `plan`, `structures`, `exhaust`, `replay`, `show`.

Exit codes are pytest's: 0 nothing found, 1 findings, 2 interrupted, 3 our own defect, 4 usage, 5 nothing to test.
"""

from __future__ import annotations

import argparse
import difflib
import os
import re
import signal
import sys
from collections.abc import Callable
from functools import partial
from importlib.machinery import PathFinder
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from refute import __version__
from refute.command import plan, saved_options, structures_options
from refute.command.again import again_command
from refute.model.errors import Defect, NothingToTest, UsageError
from refute.model.ignore import unused
from refute.model.options import GENERATORS, Options

if TYPE_CHECKING:
    from refute.api import Report
    from refute.keep.after_run import CorpusKeeper
    from refute.model.finding import Finding

NOTHING_FOUND, FINDINGS, INTERRUPTED, DEFECT, USAGE, NOTHING_TO_TEST = range(6)

VERBS = ("find", "suite", "plan", "structures", "exhaust", "replay", "show")


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}{self._near(message)} ({self.prog} --help)", "usage")

    def _near(self, message: str) -> str:
        """Return what an unknown option of this verb may have been meant to be."""
        found = re.search(r"unrecognized arguments: (-[\w-]+)", message)
        known = sorted({name for action in self._actions for name in action.option_strings})
        names = difflib.get_close_matches(found[1], known, n=1, cutoff=0.7) if found else []
        return f". Did you mean {names[0]}?" if names else ""

    def of_verb(self, name: str) -> argparse.ArgumentParser:
        """Return the parser of a verb; this one for what is none."""
        for action in self._actions:
            if isinstance(action, argparse._SubParsersAction) and name in action.choices:
                verb: argparse.ArgumentParser = action.choices[name]
                return verb
        return self


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    given = sys.argv[1:] if arguments is None else arguments
    try:
        return _run(given)
    except NothingToTest as nothing:
        _complain(nothing)
        return NOTHING_TO_TEST
    except UsageError as wrong:
        _complain(wrong)
        return USAGE
    except KeyboardInterrupt:
        print("refute: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return INTERRUPTED
    except Defect as ours:
        print(
            f"refute: a defect of refute itself: {ours}\nPlease report it.  [defect]",
            file=sys.stderr,
        )
        return DEFECT


def _complain(error: UsageError) -> None:
    print(f"refute: {error}", file=sys.stderr)


def _run(given: list[str]) -> int:
    # `refute TARGET` means `refute find TARGET`.
    if given and given[0] not in VERBS and not given[0].startswith("-"):
        _check_verb(given[0])
        given = ["find", *given]
    parser = _parser()
    parsed, unknown = parser.parse_known_args(given)
    if unknown:
        # Said by the parser of the verb: only its options can have been meant.
        parser.of_verb(given[0]).error(f"unrecognized arguments: {' '.join(unknown)}")
    run: Callable[[argparse.Namespace], int] = parsed.run
    return run(parsed)


def _check_verb(word: str) -> None:
    """Refuse what is more likely a misspelt verb than a target."""
    near = difflib.get_close_matches(word, VERBS, n=1, cutoff=0.7)
    if not near or not word.isidentifier() or os.path.exists(word) or os.path.exists(f"{word}.py"):
        return
    if word not in sys.builtin_module_names and PathFinder.find_spec(word) is None:
        raise UsageError(
            f"there is no verb {word}, and no module of that name. Did you mean refute {near[0]}?",
            "usage",
        )


# ---- arguments --------------------------------------------------------------------------------------------------


def _parser() -> _Parser:
    parser = _Parser(
        prog="refute",
        description="Looks for calls that break Python code, shows the shortest, says who is to blame, "
        "and writes the pytest file.",
        epilog="refute TARGET means refute find TARGET.  Exit codes: 0 nothing found, 1 findings, 2 interrupted, "
        "3 a defect of refute, 4 usage, 5 nothing to test.  The code under test RUNS, in child processes, with "
        "writing outside a scratch folder, network and new processes refused unless --allow says otherwise.",
    )
    parser.add_argument("--version", action="version", version=f"refute {__version__}")
    verbs = parser.add_subparsers(metavar="VERB", parser_class=_Parser)
    verbs.required = True
    find = verbs.add_parser(
        "find",
        help="look for sequences that break the code; print each finding, shortest first",
        description="Look for sequences of calls that break the code; print each finding, shortest first.",
    )
    _add_search_arguments(find)
    find.add_argument(
        "-o", "--output", metavar="DIR", help="write tests that show the findings to DIR"
    )
    find.set_defaults(run=_find)
    suite = verbs.add_parser(
        "suite",
        help="write a pytest suite that records today's behaviour (and the findings, apart)",
        description="Write a pytest suite that records today's behaviour to DIR/test_<module>.py, and tests that "
        "show the findings to DIR/test_<module>_findings.py.  Files of other origin in DIR are never touched.",
    )
    _add_search_arguments(suite)
    suite.add_argument(
        "-o", "--output", metavar="DIR", required=True, help="the folder for the tests"
    )
    suite.set_defaults(run=_suite)
    plan.add_parser(verbs).set_defaults(run=_plan)
    structures_options.add_parsers(verbs)
    for verb in ("structures", "exhaust"):
        verbs.choices[verb].set_defaults(run=partial(_small, verb))
    saved_options.add_parsers(verbs)
    return parser


def _add_search_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "targets",
        metavar="TARGET",
        nargs="+",
        help="a module (pkg.mod), a package (every module below it), pkg.mod:Class, pkg.mod:Class.method, "
        "pkg.mod:function, or a path to a file or folder",
    )
    budget = parser.add_argument_group("budget")
    budget.add_argument(
        "--for", dest="seconds", metavar="TIME", help="how long: 60s (default), 500ms, 2m"
    )
    budget.add_argument(
        "--sequences", metavar="N", type=int, help="a number of sequences instead of a time"
    )
    budget.add_argument(
        "--until-dry",
        action="store_true",
        default=None,
        help="stop early when hardly anything new is to be expected",
    )
    budget.add_argument(
        "-x",
        "--exitfirst",
        dest="stop_at_first",
        action="store_true",
        default=None,
        help="stop at the first finding",
    )
    budget.add_argument(
        "-n",
        "--jobs",
        metavar="JOBS",
        type=int,
        help="worker processes (default: the number of cores)",
    )
    search = parser.add_argument_group("search")
    search.add_argument(
        "--seed", metavar="N", type=int, help="start of the random numbers (default 0)"
    )
    search.add_argument(
        "-k",
        dest="keep",
        metavar="PATTERN",
        action="append",
        help="test only operations whose name matches: a part of the name, *, 'not', 'and', 'or'",
    )
    search.add_argument(
        "--exclude",
        metavar="PATTERN",
        action="append",
        help="never call operations whose name matches",
    )
    search.add_argument(
        "--by",
        choices=GENERATORS,
        help="how to search (default mix: all ways together; graph: planned combinations of arguments alone; "
        "walk-blind is the undirected baseline)",
    )
    search.add_argument(
        "--length", metavar="N", type=int, help="calls in the longest sequences (default 100)"
    )
    search.add_argument(
        "--repeat",
        metavar="P",
        type=float,
        help="probability that an operation is repeated (default 0.1)",
    )
    search.add_argument(
        "--most-repeats", metavar="N", type=int, help="how often at the most (default 100)"
    )
    search.add_argument(
        "--on-target",
        metavar="P",
        type=float,
        help="in a walk, probability that a call is made on the object walked around (default 0.8)",
    )
    search.add_argument(
        "--reuse",
        metavar="P",
        type=float,
        help="probability that an argument is a value the sequence has already (default 0.55)",
    )
    search.add_argument(
        "--past-exceptions",
        action="store_true",
        default=None,
        help="extend sequences beyond a call that raised",
    )
    search.add_argument(
        "--largest-number",
        metavar="N",
        type=int,
        help="results beyond it are not used as arguments (default 1000000)",
    )
    search.add_argument(
        "--private",
        action="store_true",
        default=None,
        help="also test names that begin with _ or are not in __all__",
    )
    search.add_argument(
        "--no-probes",
        action="store_true",
        default=None,
        help="do not call probe_… methods, which exist for testing only",
    )
    search.add_argument(
        "--invariants",
        metavar="NAME",
        action="append",
        help="a method of this name, too, says whether an object is good (repeatable)",
    )
    limits = parser.add_argument_group("limits")
    limits.add_argument(
        "--call-timeout",
        metavar="TIME",
        help="a call is stopped after this long (default 5s; of a short run a twentieth)",
    )
    limits.add_argument("--memory", metavar="SIZE", help="memory of one worker (default 2G)")
    limits.add_argument(
        "--allow",
        metavar="EFFECTS",
        action="append",
        help="files,network,processes,threads: what the code may do outside its scratch folder",
    )
    results = parser.add_argument_group("results")
    results.add_argument(
        "--severity",
        choices=("error", "likely", "robustness"),
        help="show findings down to this severity (default likely)",
    )
    results.add_argument(
        "--walks",
        metavar="N",
        type=int,
        help="passing sequences kept in .refute/walks for replay (default 64)",
    )
    results.add_argument("--json", metavar="FILE", help="write everything as JSON")
    results.add_argument("--junitxml", metavar="FILE", help="write the findings as JUnit XML")
    results.add_argument(
        "-v",
        "--verbose",
        action="count",
        default=0,
        help="say also what could not be tested, and why",
    )
    results.add_argument("-q", "--quiet", action="store_true", help="only the findings")


def _options(parsed: argparse.Namespace) -> Options:
    from refute.discover.configuration import options_from

    return options_from(vars(parsed), Path.cwd())


# ---- find and suite ---------------------------------------------------------------------------------------------


def _find(parsed: argparse.Namespace) -> int:
    from refute.api import find

    options = _options(parsed)
    _check_outputs(parsed)
    keeper = _keeper(parsed, options)
    with _Progress(parsed.quiet) as progress:
        report = find(parsed.targets, options=options, progress=progress, epilogue=keeper)
    _save(keeper, report)  # before anything else that may go wrong
    refused: UsageError | None = None
    if parsed.output:
        try:
            _write_findings(keeper, report, Path(parsed.output))
        except UsageError as trouble:
            refused = trouble
    code = _conclude(parsed, report, options)
    if refused is not None:
        raise refused  # only now: what was found is shown and saved first
    return code


def _suite(parsed: argparse.Namespace) -> int:
    from refute.api import suite

    options = _options(parsed)
    _check_outputs(parsed)
    keeper = _keeper(parsed, options)
    with _Progress(parsed.quiet) as progress:
        report = suite(
            parsed.targets, parsed.output, options=options, progress=progress, epilogue=keeper
        )
    _save(keeper, report)
    _write_mended(keeper, report, Path(parsed.output))
    return _conclude(parsed, report, options)


def _plan(parsed: argparse.Namespace) -> int:
    for name in plan.files_of(parsed):
        _check_file(name)
    return plan.run(parsed)


def _write_findings(keeper: CorpusKeeper, report: Report, directory: Path) -> None:
    from refute.record.test_folder import SuiteFolder

    results = report.results
    again = again_command("find", results.targets, results.options, "DIR")
    folder = SuiteFolder(directory, results, report.located, report.notes, again)
    files = folder.findings() | folder.mended(keeper.passing)
    report.files_written += folder.write(files)
    folder.remove_stale((*keeper.passing, *keeper.mended), files)


def _write_mended(keeper: CorpusKeeper, report: Report, directory: Path) -> None:
    from refute.record.test_folder import SuiteFolder

    folder = SuiteFolder(directory, report.results, report.located, report.notes)
    report.files_written += folder.write(folder.mended(keeper.passing))
    written = [Path(path).name for path in report.files_written]
    folder.remove_stale((*keeper.passing, *keeper.mended), written)


def _small(verb: str, parsed: argparse.Namespace) -> int:
    for name in (parsed.json, getattr(parsed, "output", None)):
        if name is not None:
            _check_file(name)
    return structures_options.run(verb, parsed)


def _check_outputs(parsed: argparse.Namespace) -> None:
    """Complain before the work about what would fail after it."""
    for name in (parsed.json, parsed.junitxml):
        if name is not None:
            _check_file(name)
    if parsed.output:
        folder = Path(parsed.output).absolute()
        if folder.exists() and not folder.is_dir():
            raise UsageError(f"{parsed.output} is a file, not a folder.", "unwritable")
        while not folder.exists():
            folder = folder.parent
        _try_to_write(folder, parsed.output)


def _check_file(name: str) -> None:
    if Path(name).is_dir():
        raise UsageError(f"cannot write {name}: it is a folder.", "unwritable")
    _try_to_write(Path(name).absolute().parent, name)


def _try_to_write(folder: Path, shown: str) -> None:
    # Asking for permission is not enough: /proc and read-only disks grant it and refuse all the same.
    from tempfile import TemporaryFile

    try:
        with TemporaryFile(dir=folder):
            pass
    except OSError as refused:
        why = refused.strerror or str(refused)
        raise UsageError(f"cannot write {shown}: {why} ({folder}).", "unwritable") from None


class _Progress:
    def __init__(self, quiet: bool) -> None:
        from refute.report.text import ProgressLine

        self._line = ProgressLine(sys.stderr, quiet)

    def __call__(self, results: Any, left: float) -> None:
        if results.interrupted:
            self._line.clear()
            print(
                "refute: interrupted; writing what was recorded so far (Ctrl-C again: only the findings)",
                file=sys.stderr,
            )
            return
        self._line.update(
            results.seconds,
            left,
            results.sequences,
            results.calls,
            len(results.findings),
            results.branches,
            results.options.sequences,
        )

    def __enter__(self) -> _Progress:
        # Ended from outside, by a CI system say: as with Ctrl-C, what was found is kept and nothing is left lying about.
        self._before = signal.signal(signal.SIGTERM, signal.default_int_handler)
        return self

    def __exit__(self, *exception: object) -> None:
        signal.signal(signal.SIGTERM, self._before)
        self._line.clear()


def _conclude(parsed: argparse.Namespace, report: Report, options: Options) -> int:
    results = report.results
    ordered = results.ordered()
    shown = [one.finding for one in report.shown]
    folded = [f for f in ordered if f not in shown and not f.violation.severity.counts]
    _print_findings(shown, folded, parsed, report, options)
    _write_results(parsed, report)
    if results.defect:
        raise Defect(f"a worker stumbled.\n{results.defect}")
    if results.interrupted:
        return INTERRUPTED
    counted = any(finding.violation.severity.counts for finding in ordered)
    if counted:
        return FINDINGS
    return NOTHING_TO_TEST if results.is_all_forbidden() else NOTHING_FOUND


def _keeper(parsed: argparse.Namespace, options: Options) -> CorpusKeeper:
    from refute.keep.after_run import CorpusKeeper

    keeper = CorpusKeeper(Path.cwd(), parsed.targets, options)
    for complaint in keeper.complaints:
        _complain(complaint)
    return keeper


def _save(keeper: CorpusKeeper, report: Report) -> None:
    try:
        keeper.save(report.results)
    except (UsageError, OSError) as refused:
        print(f"refute: the findings are not saved for replay: {refused}", file=sys.stderr)
    for findings, what in (
        (keeper.known, "known from an earlier run, still failing"),
        (keeper.back, "mended once, failing again"),
    ):
        report.earlier |= {finding.id: what for finding in findings}
        if findings:
            report.notes.append(f"{what}: {', '.join(finding.id for finding in findings)}")
    for finding in keeper.mended:
        from refute.report.text import headline

        report.notes.append(f"does not fail any more: {finding.id} {headline(finding)}")


def _print_findings(
    shown: list[Finding],
    folded: list[Finding],
    parsed: argparse.Namespace,
    report: Report,
    options: Options,
) -> None:
    from refute.render.source import pasted
    from refute.report import text

    results = report.results
    style = text.Style(sys.stdout)
    folder = os.getcwd()
    for finding, *others in text.by_place(shown):
        lines = pasted(finding.sequence, finding.violation)
        earlier = report.earlier.get(finding.id, "")
        told = text.finding_lines(finding, lines, style, folder, earlier)
        text.print_lines([*told, *text.other_ways(others), ""])
    if not parsed.quiet:
        _print_besides(folded, report, options)
    for _, wrong in sorted(results.faulty.items()):
        print(f"refute: {wrong}")
    if not parsed.quiet:
        _print_untested(parsed, report)
        print(report)
        if shown:
            print(
                f"again: refute replay {shown[0].id}    as a test: refute show {shown[0].id} --pytest"
            )
    if results.interrupted:
        print("refute: interrupted; what was found until then is above", file=sys.stderr)


def _print_besides(folded: list[Finding], report: Report, options: Options) -> None:
    from refute.report import text

    if folded:
        print(text.folded(folded, report.results.internal))
    for path in report.files_written:
        print(f"wrote {path}")
    for note in report.notes:
        print(note)
    ignored = report.results.ignored
    if ignored:
        ids = ", ".join(sorted(ignored))
        noun = "finding" if len(ignored) == 1 else "findings"
        print(f"{len(ignored)} {noun} ignored, as configured: {ids}")
    for entry in unused(options.ignore, list(ignored.values())):
        print(f"ignore: nothing was found that {entry} would ignore; it can go")
    for finding in report.results.order_dependent.values():
        print(
            f"order-dependent, not shown: {text.headline(finding)} ({finding.id}) needs other calls before it"
        )
    for finding in report.results.flaky.values():
        print(
            f"flaky, not shown: {text.headline(finding)} ({finding.id}) did not repeat in a fresh process"
        )


def _print_untested(parsed: argparse.Namespace, report: Report) -> None:
    from refute.model.results import FORBIDDEN

    results = report.results
    never = [t for t, n in results.operations.items() if n.get("calls") and not n.get("passed")]
    shown = {finding.violation.operation for finding in results.findings.values()}
    lines = [
        f"never called: {target}: {why}"
        for target, why in results.unreached.items()
        if target not in shown
    ]
    # What was only ever stopped, or broke a promise, is told elsewhere, or is a finding.
    lines += [
        f"always raised: {t}: {_reasons(results.operations[t])}"
        for t in never
        if {*results.operations[t].get("raised", {})} - {"stopped", "invariant", FORBIDDEN}
    ]
    lines += [
        f"stopped: {target} did not return in time"
        for target in _stopped(results)
        if target not in shown
    ]
    lines += [
        f"refused: {effect}: the code tried to {what}" for effect, what in results.refusals.items()
    ]
    skipped = results.skipped.items()
    # A module that could not be tested at all is told always, the rest with -v.
    lines += [f"skipped: {n}: {why}" for n, why in skipped if parsed.verbose or ":" not in n]
    # Who wrote bounds down wants them used.
    wrong = [n for n, one in results.structures.items() if one.get("refused")]
    told = [f"bounds not used: {n}: {results.structures[n]['note']}" for n in sorted(wrong)]
    lines = told + lines
    if parsed.verbose:
        lines += [_structures(target, one) for target, one in sorted(results.structures.items())]
        lines.append(f"in force: {results.in_force}")
    most = len(lines) if parsed.verbose else 4
    for line in lines[:most]:
        print(line)
    if len(lines) > most:
        print(f"… and {len(lines) - most} more (-v)")


def _structures(target: str, one: dict[str, Any]) -> str:
    """Return a line about the small objects of a class: how many, and to how many of them calls lead."""
    if not one["objects"]:
        return f"small objects: {target}: none listed: {one['note']}"
    return f"small objects: {target}: {one['note']}; calls lead to {one['by_calls']}"


def _stopped(results: Any) -> list[str]:
    """Return the operations of which a call was stopped: by the parent, or by the clock in the worker."""
    by_clock = [t for t, n in results.operations.items() if "stopped" in n.get("raised", {})]
    return list(dict.fromkeys([*results.stopped, *by_clock]))


def _reasons(numbers: dict[str, Any]) -> str:
    raised = sorted(numbers.get("raised", {}).items(), key=lambda item: -item[1])
    return ", ".join(f"{name} ×{count}" for name, count in raised[:3])


def _write_results(parsed: argparse.Namespace, report: Report) -> None:
    import json

    from refute.render.files import write_whole
    from refute.render.source import source
    from refute.report.result_file import junit_xml, result_to_json

    results = report.results

    def program(finding: Finding) -> str:
        return source(finding.sequence, finding.violation)

    if parsed.json:
        data = result_to_json(
            version=__version__,
            seed=results.options.seed,
            targets=results.targets,
            seconds=results.seconds,
            sequences=results.sequences,
            calls=results.calls,
            operations=results.operations,
            verdicts=dict(results.verdicts),
            findings=results.ordered(),
            flaky=list(results.flaky.values()),
            order_dependent=list(results.order_dependent.values()),
            stopped=_stopped(results),
            restarts=results.restarts,
            files_written=report.files_written,
            chance=results.chance,
            unreached=results.unreached,
            skipped=results.skipped,
            structures=results.structures,
            faulty=results.faulty,
            refused=dict(results.refused),
            source=program,
        )
        write_whole(Path(parsed.json), json.dumps(data, indent=1) + "\n")
    if parsed.junitxml:
        text = junit_xml(results.ordered(), list(results.operations), program)
        write_whole(Path(parsed.junitxml), text)


if __name__ == "__main__":
    raise SystemExit(main())
