"""A classifier with a misspelt name in its rarest branch.

Shortest sequence:  kind_of(100)    NameError
"""

from __future__ import annotations


def kind_of(percent: int) -> str:
    """Return a word for the percentage.

    Raises:
        ValueError: it is not between 0 and 100.
    """
    if not 0 <= percent <= 100:
        raise ValueError("not a percentage")
    if percent == 0:
        return "none"
    if percent < 50:
        return "few"
    if percent < 100:
        return "most"
    return f"all {precent}"  # type: ignore[name-defined]  # noqa: F821  # the fault
