"""A record whose invariant, checked by a library, is all that is said about its public attributes."""

from __future__ import annotations

import icontract


@icontract.invariant(lambda self: not self.found or self.path is not None)
@icontract.invariant(lambda self: self.size >= 0)
class Entry:
    def __init__(self, found: bool, path: str | None = None, size: int = 0) -> None:
        self.found = found
        self.path = path
        self.size = size

    def shown(self) -> str:
        return f"{self.path} ({self.size})" if self.found else "not found"

    def as_mapping(self) -> dict[str, object]:
        return {"found": self.found, "path": self.path, "size": self.size}
