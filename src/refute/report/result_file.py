"""The machine-readable result: one JSON object, documented in docs/json.md."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from refute.model.codec import sequence_to_json
from refute.model.finding import Finding

FORMAT = 1


def result_to_json(
    *,
    version: str,
    seed: int,
    targets: list[str],
    seconds: float,
    sequences: int,
    calls: int,
    operations: dict[str, Any],
    verdicts: dict[str, int],
    findings: list[Finding],
    flaky: list[Finding],
    order_dependent: list[Finding],
    stopped: list[str],
    restarts: int,
    files_written: list[str],
    chance: float,
    unreached: dict[str, str],
    skipped: dict[str, str],
    structures: dict[str, Any],
    faulty: dict[str, str],
    refused: dict[str, int],
    source: Callable[[Finding], str],
) -> dict[str, Any]:
    """Return the whole result of a run; keys are only ever added while `format` stays."""
    return {
        "format": FORMAT,
        "refute": version,
        "python": sys.version.split()[0],
        "seed": seed,
        "targets": targets,
        "seconds": round(seconds, 3),
        "sequences": sequences,
        "calls": calls,
        "calls_per_second": round(calls / seconds) if seconds else 0,
        "operations": {target: _operation(n) for target, n in sorted(operations.items())},
        "verdicts": {
            name: verdicts.get(name, 0) for name in ("pass", "fail", "invalid", "stopped")
        },
        "findings": [finding_json(finding, source(finding)) for finding in findings],
        "flaky": [finding_json(finding, source(finding)) for finding in flaky],
        "order_dependent": [finding_json(f, source(f)) for f in order_dependent],
        "stopped": stopped,
        "restarts": restarts,
        "files_written": files_written,
        "chance_of_more": chance,
        "never_called": dict(sorted(unreached.items())),
        "skipped": dict(sorted(skipped.items())),
        "structures": dict(sorted(structures.items())),
        "faulty": dict(sorted(faulty.items())),
        "refused": dict(sorted(refused.items())),
    }


def _operation(numbers: dict[str, Any]) -> dict[str, Any]:
    calls, passed, failed = (numbers.get(name, 0) for name in ("calls", "passed", "failed"))
    raised = numbers.get("raised", {})
    return {
        "calls": calls,
        "passed": passed,
        "invalid": max(0, calls - passed - failed - raised.get("stopped", 0)),
        "failed": failed,
        "raised": raised,
    }


def finding_json(finding: Finding, source: str) -> dict[str, Any]:
    """Return one finding as the result file holds it."""
    violation = finding.violation
    return {
        "id": finding.id,
        "rule": violation.rule,
        "severity": violation.severity.value,
        "blame": violation.blame.value,
        "operation": violation.operation,
        "exception": violation.exception,
        "message": violation.message,
        "file": violation.file,
        "line": violation.line,
        "reason": violation.reason,
        "remedy": violation.remedy,
        "steps": finding.sequence.calls(),
        "steps_before_shrinking": finding.first_seen.calls(),
        "seen": finding.seen,
        "stable": finding.stable,
        "by_calls": not finding.sequence.is_built(),
        "found_by": finding.found_by,
        "seed": finding.seed,
        "worker": finding.worker,
        "number": finding.number,
        "seconds_to_find": finding.seconds_to_find,
        "source": source,
        "sequence": sequence_to_json(finding.sequence),
    }


def junit_xml(
    findings: list[Finding], operations: list[str], text: Callable[[Finding], str]
) -> str:
    """Return the result as JUnit XML: one case for each operation.

    It failed where a finding names it that counts for the exit code; where there are only others, it is skipped.
    """
    blamed: dict[str, list[Finding]] = {name: [] for name in operations}
    for finding in findings:
        blamed.setdefault(finding.violation.operation, []).append(finding)
    cases = []
    failed = skipped = 0
    for operation, about in sorted(blamed.items()):
        counted = [finding for finding in about if finding.violation.severity.counts]
        failed += bool(counted)
        skipped += bool(about and not counted)
        cases.append(_case(operation, about, counted, text))
    head = (
        f'<testsuite name="refute" tests="{len(cases)}" failures="{failed}" errors="0"'
        f' skipped="{skipped}">'
    )
    return f'<?xml version="1.0" encoding="utf-8"?>\n<testsuites>{head}{"".join(cases)}</testsuite></testsuites>\n'


def _case(
    operation: str, about: list[Finding], counted: list[Finding], text: Callable[[Finding], str]
) -> str:
    module, _, name = operation.partition(":")
    # Readers of JUnit know one <skipped> for a case: the first of several is told.
    kind, told = ("failure", counted) if counted else ("skipped", about[:1])
    properties = "".join(
        f"<property name={_attribute(key)} value={_attribute(value)}/>"
        for finding in about
        for key, value in (("finding", finding.id), ("severity", finding.violation.severity.value))
    )
    inside = f"<properties>{properties}</properties>" if properties else ""
    inside += "".join(
        f"<{kind} message={_attribute(f.violation.message)} type={_attribute(f.violation.rule)}>"
        f"{escape(_xml(text(f)))}</{kind}>"
        for f in told
    )
    return f"<testcase classname={_attribute(module)} name={_attribute(name)}>{inside}</testcase>"


def _attribute(text: str) -> str:
    return quoteattr(_xml(text))


def _xml(text: str) -> str:
    # XML 1.0 has no way to write most control characters.
    return "".join(c if c in "\t\n\r" or ord(c) >= 32 else f"\\x{ord(c):02x}" for c in text)
