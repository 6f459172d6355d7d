"""Files by the form in which they are compared: a table is no list of files."""

from __future__ import annotations

from collections.abc import Iterable


def normalize_files(files: Iterable[str]) -> dict[str, list[str]]:
    """Return the files by their normal form."""
    found: dict[str, list[str]] = {}
    for file in files:
        found.setdefault(file.replace("\\", "/").strip("/"), []).append(file)
    return found
