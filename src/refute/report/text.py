"""The terminal: one screen per finding, reproduction first, blame said aloud; the summary."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from typing import TextIO

from refute.model.confidence import record_of
from refute.model.finding import Finding
from refute.model.ignore import entry_for
from refute.model.quantities import counted
from refute.model.sequence import Call, Sequence
from refute.model.verdict import Severity, Violation

_COLOURS = {"bold": "1", "red": "31", "yellow": "33", "dim": "2", "green": "32", "cyan": "36"}
MOST_NAMES = 4  # listed in one line


class Style:
    """Colour where there is a terminal and nobody objects."""

    def __init__(self, stream: TextIO) -> None:
        wanted = stream.isatty() and os.environ.get("TERM") != "dumb"
        if os.environ.get("FORCE_COLOR"):
            wanted = True
        if os.environ.get("NO_COLOR"):
            wanted = False
        self.on = wanted
        self._escape = getattr(stream, "mark", "\x1b")

    def __call__(self, colour: str, text: str) -> str:
        begin, end = (f"{self._escape}[{code}m" for code in (_COLOURS[colour], "0"))
        return f"{begin}{text}{end}" if self.on else text


def finding_lines(
    finding: Finding, lines: list[str], style: Style, folder: str, earlier: str = ""
) -> list[str]:
    """Return a finding as text; `lines` is its sequence as Python; `earlier` says if this run did not find it."""
    violation = finding.violation
    colour = {Severity.ERROR: "red", Severity.LIKELY: "yellow"}.get(violation.severity, "dim")
    head = f"{where(finding, folder)}  {style(colour, headline(finding))}"
    shown = [f"{head}    {style('dim', 'finding ' + finding.id)}"]
    shown += [f"    {line}".rstrip() for line in lines]
    why = f" — {violation.told_reason}" if violation.reason else ""
    shown.append(f"  blame: {violation.blame.value} ({violation.severity.value}){why}")
    if violation.remedy:
        shown.append(style("dim", f"  to change that: {violation.remedy}"))
    told = f"{earlier}: " if earlier else ""
    shown.append(style("dim", f"  {told}{provenance(finding)}"))
    shown.append(style("dim", f"  to ignore it: {entry_for(finding)}"))
    return shown


def how_sure(finding: Finding) -> str:
    """Return one line about what the rule behind a finding is worth: what others like it turned out to be."""
    severity, record = finding.violation.severity.value, record_of(finding.violation)
    if not record.total:
        return (
            f"  how sure: {severity}; no cause that this rule decides was met in other packages yet"
        )
    return (
        f"  how sure: {severity}; of {counted(record.total, 'cause')} in other packages that this rule called so, "
        f"{record.real} were real, {record.arguable} arguable and {record.wrong} wrong"
    )


def by_place(findings: Iterable[Finding]) -> list[list[Finding]]:
    """Return the findings in groups, each of what arises on the same line.

    Such as a helper's, reached by several operations, or a method's that several classes inherit.
    """
    groups: dict[object, list[Finding]] = {}
    for finding in findings:
        v = finding.violation
        said = "" if v.rule == "raises" else _without_class(v)
        key = (v.rule, v.exception, v.file, v.line, said) if v.file is not None else finding.id
        groups.setdefault(key, []).append(finding)
    return list(groups.values())


def _without_class(violation: Violation) -> str:
    """Return what is wrong without the name of the class in which it shows."""
    cls = violation.operation.partition(":")[2].partition(".")[0]
    return violation.message.replace(cls, "") if cls else violation.message


def other_ways(findings: list[Finding]) -> list[str]:
    """Return one line for findings that arise where the one above does; none for none."""
    named = [f"{f.violation.operation.partition(':')[2]} (finding {f.id})" for f in findings]
    more = f" and {len(named) - MOST_NAMES} others" if len(named) > MOST_NAMES else ""
    return [f"  the same through {', '.join(named[:MOST_NAMES])}{more}"] if named else []


def where(finding: Finding, folder: str) -> str:
    """Return `file:line`, relative where that is shorter; the module where there is no file."""
    violation = finding.violation
    if violation.file is None:
        return violation.operation.partition(":")[0]
    return f"{short_path(violation.file, folder)}:{violation.line}"


def short_path(path: str, folder: str) -> str:
    """Return the path of a source file as it is shown: from here, or from where packages are installed."""
    relative = os.path.relpath(path, folder)
    if not relative.startswith(".."):
        return relative
    if "site-packages" in path:
        return path.rpartition("site-packages" + os.sep)[2]
    if path.startswith(standard := os.path.dirname(os.__file__) + os.sep):
        return path.removeprefix(standard)
    return relative if len(relative) < len(path) else path


def headline(finding: Finding) -> str:
    """Return what is wrong in one line: who does what."""
    violation = finding.violation
    name = violation.operation.partition(":")[2] or violation.operation
    rule, message = violation.rule, one_line(violation.message)
    if rule == "raises":
        return f"{name} raises {message}"
    if rule == "invariant":
        return f"{name} breaks the invariant: {message}"
    if rule == "ensures":
        return f"{name} breaks its postcondition: {message}"
    if rule == "requires":
        return f"{name} breaks a precondition: {message}"
    if rule == "temporal":
        return f"{name} breaks a promise over time: {message}"
    if rule == "hangs":
        return f"{name} {message}"
    if rule == "dies":
        return f"{name}: {message}"
    if rule == "callback-requires":
        return f"{name} calls back otherwise than promised: {message}"
    return f"{name.rpartition('.__')[0] or name} breaks {rule}: {message}"


def one_line(text: str, most: int = 100) -> str:
    """Return the text on one line, cut, without control characters."""
    flat = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return flat if len(flat) <= most else flat[: most - 1] + "…"


def provenance(finding: Finding) -> str:
    """Return where a finding comes from."""
    before, after = _calls(finding.first_seen), _calls(finding.sequence)
    calls = counted(after, "call")
    shrunk = calls if before == after else f"{calls}, shrunk from {before}"
    at = f", worker {finding.worker + 1}" if finding.worker else ""
    at += f", sequence {finding.number}" if finding.number else ""
    # Of what is doubtful most is recognized by its place, and not counted.
    is_counted = finding.seen > 1 and finding.violation.severity is not Severity.DOUBTFUL
    times = f"; seen {finding.seen} times" if is_counted else ""
    stable = (
        "; repeats in a fresh process" if finding.stable else "; not run again in a fresh process"
    )
    by = f"found by {finding.found_by}, " if finding.found_by else ""
    return f"{by}seed {finding.seed}{at}; {shrunk}{times}{stable}"


def _calls(sequence: Sequence) -> int:
    """Return how many calls a reader counts: a list that is passed is none."""
    return sum(isinstance(operation, Call) for operation, _ in sequence.steps)


def summary(
    found: str,
    sequences: int,
    calls: int,
    seconds: float | None,
    seed: int,
    chance: float,
    exhausted: bool = False,
    nothing_tested: str = "",
    never_passed: int = 0,
) -> str:
    """Return the last line: what was done, and what is likely left."""
    time = f", {seconds:.1f} s" if seconds is not None else ""
    left = ""
    if nothing_tested:
        left = f"  Nothing was tested: {nothing_tested}."
    elif exhausted:
        left = "  Every planned combination of arguments was tried."
    elif calls:
        left = f"  Chance that the next call shows something new: {_share(chance, calls)}."
    tried = "1 sequence" if sequences == 1 else f"{sequences:,} sequences"
    made = "1 call" if calls == 1 else f"{calls:,} calls"
    if never_passed and not nothing_tested:
        left = f"  {counted(never_passed, 'operation')} never passed.{left}"
    return f"{found} in {tried}, {made}{time}, seed {seed}.{left}"


def some_names(operations: Collection[str]) -> str:
    """Return the first few names of operations, without their modules."""
    names = list(dict.fromkeys(operation.partition(":")[2] for operation in operations))
    return ", ".join(names[:MOST_NAMES]) + (", …" if len(names) > MOST_NAMES else "")


def _share(chance: float, calls: int) -> str:
    # An estimate of 0 only says that so many calls cannot tell.
    if chance <= 0:
        return f"below 1 in {calls:,}"
    return f"about 1 in {round(1 / chance):,}"


def print_lines(lines: list[str]) -> None:
    """Write lines, each with its end."""
    for line in lines:
        print(line)
