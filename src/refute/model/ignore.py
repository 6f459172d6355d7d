"""Findings that the user knows and does not want to hear of: `is_ignored`, `unused`.

An entry is the id of a finding, or `rule:operation`, each part of which may have `*` in it: `eq-*:shop:Cart`.
"""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase

from refute.model.finding import Finding


def is_ignored(finding: Finding, entries: Iterable[str]) -> bool:
    """Return whether one of the entries names the finding."""
    return any(_names(entry, finding) for entry in entries)


def unused(entries: Iterable[str], ignored: list[Finding]) -> list[str]:
    """Return the entries that name none of these findings."""
    return [entry for entry in entries if not any(_names(entry, one) for one in ignored)]


def _names(entry: str, finding: Finding) -> bool:
    if entry == finding.id:
        return True
    rule, colon, operation = entry.partition(":")
    violation = finding.violation
    return bool(colon) and all(
        (
            # Result files of 0.1.0 told a guess by its rule.
            fnmatchcase(violation.rule, rule.removeprefix("guess-")),
            fnmatchcase(violation.operation, operation),
        )
    )
