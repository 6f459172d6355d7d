"""Settings read from JSON: what json raises is documented there."""

from __future__ import annotations

import json


def names(text: str) -> list[str]:
    """Return the names of the settings."""
    found = json.loads(text.strip() or "{}")
    return sorted(found) if isinstance(found, dict) else []


class Settings:
    """Settings by name."""

    def __init__(self) -> None:
        self._values: dict[str, object] = {}

    def load(self, text: str) -> int:
        lines = [line for line in text.splitlines() if line]
        for line in lines:
            self._values.update({"line": json.loads(f"[{line}]")})
        return len(lines)
