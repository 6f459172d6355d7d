"""Findings as a pytest module: `findings_file`.

A test of a finding fails now in the way it says and passes once the fault is mended.
The same input gives the same bytes: no dates, no absolute paths.
"""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterable

from refute.model.finding import EXHAUST, Finding, finding_id
from refute.model.sequence import Sequence
from refute.model.verdict import Violation
from refute.render.files import MARK
from refute.render.layout import INDENT, indented, quoted, statement
from refute.render.module_text import RESERVED, WIDTH, add_folder_fixture, add_helpers, module_text
from refute.render.names import Imports
from refute.render.source import failing, one_line, source
from refute.render.test_names import UniqueNames, finding_names

_RUN_HELPER = '''\
def _run(*lines):
    """Run the lines in a process of their own: they may end it."""
    return subprocess.run(
        [sys.executable, "-c", "\\n".join(lines)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        timeout=60,
    )'''

_ENDS_HELPER = '''\
def _ends_within(seconds, *lines):
    """Run the lines in a process of their own; return whether it ends in time."""
    try:
        subprocess.run(
            [sys.executable, "-c", "\\n".join(lines)],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            timeout=seconds,
        )
    except subprocess.TimeoutExpired:
        return False
    return True'''


def findings_file(
    module: str,
    findings: Iterable[Finding],
    *,
    version: str,
    again: str = "",
    path_entries: Iterable[str] = (),
    mended: bool = False,
    in_folder: bool = False,
) -> str:
    """Return a pytest module in which each finding is a test that fails; that passes, where they are mended.

    `again` is the command that makes the file; `path_entries` are folders, relative to the file, from which the
    subject is imported; with `in_folder` each test runs in an empty folder of its own.
    """
    ordered = sorted(findings, key=_importance)
    imports = Imports(RESERVED)
    names = UniqueNames()
    helpers: list[str] = []
    tests = []
    for finding in ordered:
        name = names.fresh(*finding_names(finding.violation))
        tests.append(_finding_test(name, finding, imports, helpers))
    head = [
        f"{MARK} {version}: what {'broke' if mended else 'breaks'} {module}.",
        "# Each test failed once; the fault that it shows is mended."
        if mended
        else "# Each test fails now and passes once the fault it shows is mended.",
    ]
    seeds = sorted({finding.seed for finding in ordered if finding.found_by != EXHAUST})
    add_folder_fixture(in_folder, imports, helpers)
    return module_text(head, again, seeds, imports, helpers, tests, path_entries)


# --- files


# --- findings


def _importance(finding: Finding) -> tuple[int, str, str, str]:
    violation = finding.violation
    return (violation.severity.rank, violation.operation, violation.rule, finding.id)


def _finding_test(name: str, finding: Finding, imports: Imports, helpers: list[str]) -> list[str]:
    violation = finding.violation
    lines = [f"def {name}():", *_docstring(finding)]
    if violation.rule in ("dies", "hangs"):
        body = _in_a_process(finding, imports, helpers)
    else:
        body = _failing_lines(finding.sequence, violation, imports, helpers)
    return lines + indented(body)


def _failing_lines(
    sequence: Sequence, violation: Violation, imports: Imports, helpers: list[str]
) -> list[str]:
    rendered, line = failing(sequence, violation, imports, WIDTH - len(INDENT))
    add_helpers(rendered, helpers)
    if not line and violation.exception is None:
        return [*rendered.lines, "", *_told_elsewhere(violation, imports)]
    if not line:
        return rendered.lines or ["pass"]
    return [*rendered.lines, "", *_laid_out(line)]


def _told_elsewhere(violation: Violation, imports: Imports) -> list[str]:
    """Return the end of a test in which nothing fails by itself: what looks at the calls is a plugin, or refute."""
    imports.module("pytest")
    id_ = finding_id(violation.signature)
    why = ast.Constant(f"{violation.rule} is told by what watches these calls: refute replay {id_}")
    skip = ast.Call(ast.Attribute(ast.Name("pytest"), "skip"), [why], [])
    return statement("", skip, width=WIDTH - len(INDENT))


def _laid_out(line: str) -> list[str]:
    if len(line) <= WIDTH - len(INDENT):
        return [line]
    match ast.parse(line).body[0]:
        case ast.Assert(test, None):
            return statement("assert ", test, width=WIDTH - len(INDENT))
        case ast.Expr(value):
            return statement("", value, width=WIDTH - len(INDENT))
    return [line]


def _in_a_process(finding: Finding, imports: Imports, helpers: list[str]) -> list[str]:
    for module in ("os", "subprocess", "sys"):
        imports.module(module)
    hangs = finding.violation.rule == "hangs"
    helper = _ENDS_HELPER if hangs else _RUN_HELPER
    if helper not in helpers:
        helpers.append(helper)
    program = source(finding.sequence, finding.violation).splitlines()
    quotes = [f"{INDENT}{quoted(line)}," for line in program if line]
    if hangs:
        # Two at least: a process must start, too.
        seconds = f"{INDENT}{max(2.0, finding.violation.seconds):g},"
        return ["in_time = _ends_within(", seconds, *quotes, ")", "", "assert in_time"]
    return ["run = _run(", *quotes, ")", "", "assert run.returncode == 0, run.stderr"]


def _docstring(finding: Finding) -> list[str]:
    violation = finding.violation
    what = one_line(violation.message, 200).rstrip(".")
    shown = violation.operation.rpartition(":")[2]
    told = what if shown in what else f"{shown}: {what}"
    why = f"; {one_line(violation.told_reason, 200)}" if violation.reason else ""
    by_chance = finding.found_by != EXHAUST
    text = f"Finding {finding.id}, blame: {violation.blame.value}{why}."
    told_first = one_line(violation.reason, 400)
    # Not `capitalize`, which makes small letters of the names of classes.
    text = text if by_chance else f"{told_first[:1].upper()}{told_first[1:]}."
    width = WIDTH - len(INDENT) - 4
    first, *more = _wrapped(f"{told}.", width - 3)
    lines = [f'"""{first}', *more, "", *_wrapped(text, width), '"""']
    return indented(lines)


def _wrapped(text: str, width: int) -> list[str]:
    # Escaped after wrapping would be too wide, before it an escape might be cut in two: words are never cut.
    safe = text.replace("\\", "\\\\").replace('"""', "'''")
    return textwrap.wrap(safe, width, break_long_words=False, break_on_hyphens=False)


# --- suites


# --- reading


def ids_in(text: str) -> set[str]:
    """Return the ids of the findings that a file of ours has tests for."""
    return set(re.findall(r"^ +Finding ([0-9a-f]{6}), blame: ", text, re.M))
