"""Findings on disk: `Corpus`.  One JSON file for each under `.refute/findings/`, so that a person can read, copy
and delete them; written under a temporary name and renamed, so that none is ever half-written."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from refute.errors import UsageError
from refute.model.codec import finding_from_json, finding_to_json
from refute.model.finding import Finding

FOLDER = ".refute"


@dataclass(frozen=True, slots=True)
class Saved:
    """A finding and how its target is found again."""

    finding: Finding
    targets: tuple[str, ...]


class Corpus:
    """The findings saved in one folder."""

    def __init__(self, folder: Path) -> None:
        self._findings = folder / FOLDER / "findings"

    def save(self, findings: Iterable[Finding], targets: Iterable[str]) -> None:
        """Write the findings; a finding of the same cause is written anew."""
        named = list(targets)
        for finding in findings:
            self._findings.mkdir(parents=True, exist_ok=True)
            data = {**finding_to_json(finding), "targets": named}
            text = json.dumps(data, indent=1, ensure_ascii=True)
            write_whole(self._findings / f"{finding.id}.json", text + "\n")
        ignore = self._findings.parent / ".gitignore"
        if self._findings.exists() and not ignore.exists():
            write_whole(
                ignore,
                "# Findings of refute; delete this file to keep them under version control.\n*\n",
            )

    def load(self, name: str) -> Saved:
        """Return the finding with this id (or a beginning of it), or in this file."""
        path = Path(name)
        if not (path.suffix == ".json" or path.is_file()):
            found = sorted(self._findings.glob(f"{name}*.json")) if name.isalnum() else []
            if not found:
                known = ", ".join(sorted(p.stem for p in self._findings.glob("*.json"))[:12])
                hint = (
                    f"Saved here: {known}."
                    if known
                    else "None is saved here; run refute find first."
                )
                raise UsageError(f"there is no finding {name}. {hint}", "no-such-finding")
            if len(found) > 1:
                names = ", ".join(p.stem for p in found)
                raise UsageError(f"{name} is the beginning of several: {names}.", "no-such-finding")
            path = found[0]
        return read(path)


def read(path: Path) -> Saved:
    """Return the finding in a file; UsageError says what is wrong with it."""
    try:
        data: Any = json.loads(path.read_text())
    except FileNotFoundError:
        raise UsageError(f"there is no file {path}.", "no-such-finding") from None
    except (OSError, ValueError) as wrong:
        raise UsageError(f"{path} cannot be read: {wrong}.", "corrupt-file") from None
    try:
        return Saved(finding_from_json(data), tuple(data.get("targets", ())))
    except (ValueError, KeyError, TypeError, AttributeError) as wrong:
        raise UsageError(
            f"{path} holds no finding that this version reads: {wrong}.", "corrupt-file"
        ) from None


def write_whole(path: Path, text: str) -> None:
    """Write a file under a temporary name, then rename it: never half a file."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        temporary.write_text(text)
        os.replace(temporary, path)
    except OSError as wrong:
        temporary.unlink(missing_ok=True)
        raise UsageError(f"cannot write {path}: {wrong.strerror}.", "unwritable") from None
