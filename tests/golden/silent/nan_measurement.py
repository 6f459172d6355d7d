"""Measurements that may be missing, written as NaN as is usual in numeric data.

A NaN is not equal to itself; the objects are, because tuples compare their items by identity first.
After pickling the NaN is another object, and that two missing measurements differ is intended.
"""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Measurement:
    """A value, NaN if it is missing, and where it comes from."""

    value: float = math.nan
    source: str = ""

    def is_missing(self) -> bool:
        return self.value != self.value

    def or_else(self, other: Measurement) -> Measurement:
        return other if self.is_missing() else self


def present(measurements: list[Measurement]) -> list[float]:
    """Return the values that are not missing."""
    return [m.value for m in measurements if not m.is_missing()]


def largest(measurements: list[Measurement]) -> float:
    """Return the largest value, NaN if all are missing."""
    return max(present(measurements), default=math.nan)
