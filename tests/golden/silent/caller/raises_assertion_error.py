"""Refuses by `raise AssertionError`, which is as much on purpose as any other exception."""

from __future__ import annotations

_MESSAGES = {"empty": "nothing there", "full": "no room"}


def message(key: str) -> str:
    """Return the message for a key that exists."""
    if key not in _MESSAGES:
        raise AssertionError(f"there is no message {key!r}")
    return _MESSAGES[key]
