"""The states of a door; a text that speaks of "closed" is no closed file.

Shortest sequence:  after("half closed")    ValueError
"""

from __future__ import annotations

from typing import Literal

STATES = ["open", "closed"]


def after(state: Literal["open", "half closed"]) -> str:
    """Return what comes next."""
    if state == "open":
        return "half closed"
    return STATES[STATES.index("half closed") - 1]  # the fault
