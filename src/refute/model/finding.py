"""A failure worth a person's time: the smallest sequence, the violation, and where it came from."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass

from refute.model.literals import check_source
from refute.model.sequence import Sequence
from refute.model.verdict import Violation

# Found by trying every input within bounds: no random numbers were drawn, and nothing is saved.
EXHAUST = "exhaust"
# Where an assertion names a value.
_PLACES = re.compile(r"(?<!\{)\{(\d+)\}(?!\})")


@dataclass(frozen=True, slots=True)
class Finding:
    """One cause, shrunk and re-run.  `seen` counts the sequences behind it."""

    violation: Violation
    sequence: Sequence
    first_seen: Sequence
    seed: int
    found_by: str
    seen: int = 1
    stable: bool = True
    seconds_to_find: float = 0.0
    worker: int = 0  # which of several workers; each draws its random numbers from the seed in a way of its own
    number: int = 0  # the how-manieth sequence of its campaign showed it first

    @property
    def id(self) -> str:
        """Return the short name under which the finding is saved: it depends on the cause only."""
        return finding_id(self.violation.signature)


def check_whole(finding: Finding) -> None:
    """Raise ValueError where a finding that was read speaks of steps it does not have, or cannot be written as a test."""
    violation, steps = finding.violation, range(len(finding.sequence))
    if violation.step not in steps or any(one not in steps for one in violation.subjects):
        raise ValueError("a violation of steps that are not there")
    if violation.test_name and not violation.test_name.isidentifier():
        raise ValueError(f"{violation.test_name!r} is no part of a name")
    assertion = violation.assertion or ""
    if any(int(place) >= len(violation.subjects) for place in _PLACES.findall(assertion)):
        raise ValueError(f"{assertion!r} speaks of what is not there")
    check_source(_PLACES.sub("x", assertion), "exec")


def without_overtaken(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings without those on objects that no call has led to, where calls alone show the same."""
    every = list(findings)
    by_calls = {_fault(finding) for finding in every if not finding.sequence.is_built()}
    return [f for f in every if not (f.sequence.is_built() and _fault(f) in by_calls)]


def _fault(finding: Finding) -> tuple[str, str]:
    violation = finding.violation
    return violation.rule, violation.operation


def finding_id(signature: tuple[str, ...]) -> str:
    """Return six hexadecimal digits for a signature."""
    return hashlib.sha256("\n".join(signature).encode()).hexdigest()[:6]
