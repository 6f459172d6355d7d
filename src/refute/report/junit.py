"""The findings as JUnit XML, which CI systems read: `JunitResult`."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from refute.model.finding import Finding
from refute.model.results import FinishedRun
from refute.model.verdict import Severity


class JunitResult:
    """One case for each operation.

    It failed where a finding names it that counts for the exit code; where there are only others, it is skipped.
    """

    help = "write the findings as JUnit XML"

    def text(self, run: FinishedRun) -> str:
        """Return the findings of a run as XML."""
        blamed: dict[str, list[Finding]] = {name: [] for name in run.results.operations}
        failing = run.results.failing()
        for finding in run.results.ordered():
            if finding.violation.severity is Severity.DOUBTFUL and finding not in failing:
                continue
            blamed.setdefault(finding.violation.operation, []).append(finding)
        cases = []
        failed = skipped = 0
        for operation, about in sorted(blamed.items()):
            counted = [finding for finding in about if finding in failing]
            failed += bool(counted)
            skipped += bool(about and not counted)
            cases.append(_case(operation, about, counted, run.program))
        head = (
            f'<testsuite name="refute" tests="{len(cases)}" failures="{failed}" errors="0"'
            f' skipped="{skipped}">'
        )
        return f'<?xml version="1.0" encoding="utf-8"?>\n<testsuites>{head}{"".join(cases)}</testsuite></testsuites>\n'


def _case(
    operation: str, about: list[Finding], counted: list[Finding], program: Callable[[Finding], str]
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
        f"{escape(_xml(program(f)), quote=False)}</{kind}>"
        for f in told
    )
    return f"<testcase classname={_attribute(module)} name={_attribute(name)}>{inside}</testcase>"


# In an attribute, line ends that are not escaped are read as spaces.  Not by xml.sax.saxutils: it loads urllib.request.
_LINE_ENDS = str.maketrans({"\t": "&#9;", "\n": "&#10;", "\r": "&#13;"})


def _attribute(text: str) -> str:
    return f'"{escape(_xml(text)).translate(_LINE_ENDS)}"'


def _xml(text: str) -> str:
    # XML 1.0 has no way to write most control characters.
    return "".join(c if c in "\t\n\r" or ord(c) >= 32 else f"\\x{ord(c):02x}" for c in text)
