"""A range of temperatures before the first reading.

Shortest sequence:  t = Thermometer(); t.warmest()    ValueError: max() of an empty sequence
"""

from __future__ import annotations


class Thermometer:
    """Readings in whole degrees."""

    def __init__(self) -> None:
        self._readings: list[int] = []

    def read(self, degrees: int) -> None:
        self._readings.append(degrees)

    def warmest(self) -> int:
        return max(self._readings)  # the fault: there may be none
