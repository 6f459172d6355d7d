"""A label with the name of the system, whose fault has nothing to do with the system.

Shortest sequence:  label("")    IndexError
"""

from __future__ import annotations

import platform


def label(title: str) -> str:
    """Return the first word of a title and the system."""
    system = platform.system()
    word = title.split()[0]  # the fault
    return f"{word} on {system}"
