"""Findings that the user knows and does not want to hear of: `is_ignored`, `entry_for`, `unused`.

An entry is the id of a finding, or `rule:operation`, each part of which may have `*` in it: `eq-*:shop:Cart`.  A law is
about the class, though its finding names a special method: `Cart` and `Cart.__eq__` are both meant.
"""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase

from refute.model.finding import Finding


def is_ignored(finding: Finding, entries: Iterable[str]) -> bool:
    """Return whether one of the entries names the finding."""
    return any(_names(entry, finding) for entry in entries)


def entry_for(finding: Finding) -> str:
    """Return the entry that names this finding and those like it: its rule and operation."""
    violation = finding.violation
    rule, operation = violation.rule, violation.operation
    is_law = "-" in rule and operation.endswith("__")
    return f"{rule}:{operation.rpartition('.__')[0] if is_law else operation}"


def unused(entries: Iterable[str], ignored: list[Finding]) -> list[str]:
    """Return the entries that name none of these findings."""
    return [entry for entry in entries if not any(_names(entry, one) for one in ignored)]


def _names(entry: str, finding: Finding) -> bool:
    if entry == finding.id:
        return True
    rule, colon, operation = entry.partition(":")
    its_rule, _, its_operation = entry_for(finding).partition(":")
    about = {finding.violation.operation, its_operation}
    return (
        bool(colon)
        # Result files of 0.1.0 told a guess by its rule.
        and fnmatchcase(its_rule, rule.removeprefix("guess-"))
        and any(fnmatchcase(one, operation) for one in about)
    )
