"""A reader of settings that expects exactly one sign of equality in every line.

Shortest sequence:  settings("a")    ValueError: not enough values to unpack
"""

from __future__ import annotations


def settings(text: str) -> dict[str, str]:
    """Return the settings of a text with lines such as ``name=value``; other lines mean nothing."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        name, value = line.split("=")  # the fault: other lines
        found[name.strip()] = value.strip()
    return found
