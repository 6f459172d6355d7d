"""How sure a finding is, by what its rule of blame was worth on strangers' code: `Record`, `record_of`, `confidence_of`.

`confidence.json` counts the labels of causes in packages of others, by severity and rule: real, arguable, wrong.  It is
written by `python -m benchmarks.judgement --fit`, which also says whether it orders findings better than severity alone: it
does not yet, so that it only informs.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from refute.model.verdict import Violation


@dataclass(frozen=True, slots=True)
class Record:
    """How many causes that a rule decided were labelled real, arguable or wrong."""

    real: int
    arguable: int
    wrong: int

    @property
    def total(self) -> int:
        return self.real + self.arguable + self.wrong

    def share(self, expected: float, weight: float = 2.0) -> float:
        """Return which share is right, what is arguable counted half; where there are few, near to what is expected."""
        return (self.real + 0.5 * self.arguable + weight * expected) / (self.total + weight)


NO_RECORD = Record(0, 0, 0)


@cache
def _records() -> dict[str, Record]:
    data = json.loads(Path(__file__).with_name("confidence.json").read_text(encoding="utf-8"))
    return {name: Record(*counts) for name, counts in data["records"].items()}


def record_of(violation: Violation) -> Record:
    """Return what is known of the rule that decided, with the severity that it came to."""
    key = f"{violation.severity.value} {violation.because or violation.rule}"
    return _records().get(key, NO_RECORD)


def confidence_of(violation: Violation) -> float:
    """Return how sure it is that the code is wrong, from 0 to 1."""
    of_severity = _records().get(violation.severity.value, NO_RECORD)
    return round(record_of(violation).share(of_severity.share(0.5)), 2)
