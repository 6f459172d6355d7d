"""Names in small letters, with those that they came from: applied to the result that is another question."""

from __future__ import annotations

from collections.abc import Iterable


def normalize_names(names: Iterable[str]) -> dict[str, list[str]]:
    """Return the original names by those in small letters."""
    found: dict[str, list[str]] = {}
    for name in names:
        found.setdefault(name.strip().lower(), []).append(name)
    return found
