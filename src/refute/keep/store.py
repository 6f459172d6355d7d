"""The corpus on disk: `Stored`.  Sequences with what they did when they were recorded, one JSON file for each.

    .refute/findings/7c2e1a.json     sequences that fail
    .refute/walks/w03fd21.json       sequences that pass and were worth keeping
    .refute/mended/7c2e1a.json       sequences that failed once and pass now

A person can read, copy and delete them.  Each is written under a temporary name and renamed, so that none is ever
half-written, and what cannot be read is never overwritten.
"""

from __future__ import annotations

import difflib
import hashlib
import json
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from refute.discover.modules import locate
from refute.discover.packages import narrowed
from refute.model.codec import (
    FORMAT,
    finding_from_json,
    finding_to_json,
    sequence_from_json,
    sequence_to_json,
)
from refute.model.errors import UsageError
from refute.model.finding import Finding
from refute.model.sequence import Call, Sequence
from refute.model.story import Did, did_from_json, did_to_json
from refute.model.subject import Located
from refute.render.files import write_whole

FOLDER = ".refute"
FINDINGS, WALKS, MENDED = "findings", "walks", "mended"
# Bytes of a file that is read; findings have some thousand.
_LARGEST = 64 << 20
# So many ids a message lists.
_LISTED = 12
# By format: how what was saved in it is read as the next one, its number included.
_UPGRADES: dict[object, Callable[[dict[str, Any]], dict[str, Any]]] = {
    # The signature of an older finding stays as it is, and its id with it: `same_cause` reads both.
    1: lambda data: {**data, "format": 2}
}


@dataclass(frozen=True, slots=True)
class Saved:
    """A sequence with what it did, and how its targets are found again: from `folder`, by name.

    There is a finding unless it is a walk: a sequence that passed.
    """

    sequence: Sequence
    targets: tuple[str, ...]
    folder: Path
    finding: Finding | None = None
    did: tuple[Did, ...] = ()
    shows: str = ""  # of a walk: the operation and what came of it

    @property
    def id(self) -> str:
        """Its short name: of a finding, from the cause; of a walk, from the steps."""
        return walk_id(self.sequence) if self.finding is None else self.finding.id

    def located(self) -> list[Located]:
        """Return where the targets are, of a large package the modules that are needed; UsageError where they are nowhere."""
        located = [locate(target, self.folder) for target in self.targets]
        called = [
            one.operation.target for one in self.sequence.steps if isinstance(one.operation, Call)
        ]
        if self.finding is not None:
            called = [self.finding.violation.operation]
        return narrowed(located, {target.partition(":")[0] for target in called})

    def failing(self) -> Finding:
        """Return the finding; UsageError where it is a walk."""
        if self.finding is None:
            raise UsageError(
                f"{self.id} is a walk, which passes, and no finding.", "no-such-finding"
            )
        return self.finding


def walk_id(sequence: Sequence) -> str:
    """Return a w and six hexadecimal digits for a sequence."""
    text = json.dumps(sequence_to_json(sequence), sort_keys=True)
    return "w" + hashlib.sha256(text.encode()).hexdigest()[:6]


class Stored:
    """The sequences saved in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._root = folder / FOLDER
        self._written: list[Path] = []  # since the last `sync`

    @staticmethod
    def near(folder: Path) -> Stored:
        """Return what is saved in the nearest folder at or above this one that has anything saved."""
        for place in (folder, *folder.parents):
            if (place / FOLDER).is_dir():
                return Stored(place)
        return Stored(folder)

    # ---- writing ------------------------------------------------------------------------------------------

    def save(self, saved: Iterable[Saved]) -> None:
        """Write findings and walks; a finding of the same cause is written anew, and is mended no more."""
        for one in saved:
            part = WALKS if one.finding is None else FINDINGS
            self._write(part, one)
            if one.finding is not None:
                (self._root / MENDED / f"{one.id}.json").unlink(missing_ok=True)

    def note(self, one: Saved) -> None:
        """Write a finding that may turn out to be none; where one of its cause is mended, that stays."""
        self._write(FINDINGS, one)

    def sync(self) -> None:
        """Have what was written since the last time stand on the disk, also if the power fails."""
        for path in self._written:
            with suppress(OSError):
                descriptor = os.open(path, os.O_RDONLY)
                os.fsync(descriptor)
                os.close(descriptor)
        self._written.clear()

    def sweep(self) -> None:
        """Delete what processes that are no more were about to write."""
        for part in (FINDINGS, WALKS, MENDED):
            with suppress(OSError, UsageError):
                for path in _listed(self._root / part, ".*.json.*"):
                    if not is_alive(path.suffix[1:]):
                        path.unlink()

    def mend(self, one: Saved) -> None:
        """Put a finding among those that do not fail any more."""
        self._write(MENDED, one)
        (self._root / FINDINGS / f"{one.id}.json").unlink(missing_ok=True)

    def is_mended(self, one: Saved) -> bool:
        """Return whether a finding is among those that do not fail any more."""
        return (self._root / MENDED / f"{one.id}.json").exists()

    def forget(self, one: Saved) -> None:
        """Delete a walk."""
        (self._root / WALKS / f"{one.id}.json").unlink(missing_ok=True)

    def drop(self, ids: Iterable[str]) -> None:
        """Delete findings that were none."""
        for id_ in ids:
            (self._root / FINDINGS / f"{id_}.json").unlink(missing_ok=True)

    def _write(self, part: str, one: Saved) -> None:
        folder = self._root / part
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as refused:
            why = refused.strerror or str(refused)
            raise UsageError(f"cannot write {folder}: {why}.", "unwritable") from None
        path = folder / f"{one.id}.json"
        _put_aside(path)
        write_whole(path, json.dumps(_to_json(one), indent=1, ensure_ascii=True) + "\n")
        self._written.append(path)
        ignore = self._root / ".gitignore"
        if not ignore.exists():
            write_whole(
                ignore,
                "# Sequences of refute; delete this file to keep them under version control.\n*\n",
            )

    # ---- reading ------------------------------------------------------------------------------------------

    def all(self, *parts: str, complain: list[UsageError] | None = None) -> Iterator[Saved]:
        """Yield what is saved, by default findings, then walks; what cannot be read goes to `complain`."""
        for part in parts or (FINDINGS, WALKS):
            try:
                for path in _listed(self._root / part, "*.json"):
                    yield from _read_or_complain(path, complain)
            except UsageError as unreadable:
                if complain is None:
                    raise
                complain.append(unreadable)

    def load(self, name: str) -> Saved:
        """Return the sequence with this id (or a beginning of it), or in this file."""
        path = Path(name)
        if path.suffix == ".json" or path.is_file():
            return read(path)
        found = self._named(name) if name.isalnum() else []
        if not found:
            raise UsageError(
                f"there is no finding or walk {name}. {self._hint(name)}", "no-such-finding"
            )
        if len(found) > 1:
            names = ", ".join(p.stem for p in found)
            raise UsageError(f"{name} is the beginning of several: {names}.", "no-such-finding")
        return read(found[0])

    def _named(self, name: str) -> list[Path]:
        every = (self._root / part for part in (FINDINGS, WALKS, MENDED))
        return [path for folder in every for path in _listed(folder, f"{name}*.json")]

    def _hint(self, name: str) -> str:
        known = [path.stem for path in self._named("") if not path.stem.startswith("w")]
        near = difflib.get_close_matches(name, [p.stem for p in self._named("")], n=1)
        if near:
            return f"Did you mean {near[0]}?"
        if known:
            more = f" and {len(known) - _LISTED} more" if len(known) > _LISTED else ""
            return f"Saved here: {', '.join(known[:_LISTED])}{more}."
        return "None is saved here; run refute find first."


def _listed(folder: Path, pattern: str) -> list[Path]:
    """Return the files of a folder whose names match, in order; UsageError where the folder cannot be read."""
    try:
        names = os.listdir(folder)
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as refused:
        why = refused.strerror or str(refused)
        raise UsageError(f"cannot read {folder}: {why}.", "unreadable") from None
    hidden = pattern.startswith(".")
    matching = [n for n in names if fnmatchcase(n, pattern) and n.startswith(".") == hidden]
    return [folder / name for name in sorted(matching)]


def _read_or_complain(path: Path, complain: list[UsageError] | None) -> Iterator[Saved]:
    try:
        yield read(path)
    except UsageError as unreadable:
        if complain is None:
            raise
        complain.append(unreadable)


def _to_json(one: Saved) -> dict[str, Any]:
    data = (
        {
            "format": FORMAT,
            "id": one.id,
            "shows": one.shows,
            "sequence": sequence_to_json(one.sequence),
        }
        if one.finding is None
        else finding_to_json(one.finding)
    )
    return {**data, "targets": list(one.targets), "did": [did_to_json(did) for did in one.did]}


def read(path: Path) -> Saved:
    """Return the sequence in a file; UsageError says what is wrong with it."""
    try:
        data: Any = json.loads(_content(path))
    except FileNotFoundError:
        raise UsageError(f"there is no file {path}.", "no-such-finding") from None
    except (OSError, ValueError, RecursionError) as wrong:
        raise UsageError(f"{path} cannot be read: {wrong}.", "corrupt-file") from None
    try:
        return _from_json(data, home_of(path))
    except (
        ValueError,
        LookupError,
        TypeError,
        AttributeError,
        ArithmeticError,
        RecursionError,
    ) as wrong:
        raise UsageError(
            f"{path} holds no sequence that this version reads: {wrong}.", "corrupt-file"
        ) from None


def _content(path: Path) -> bytes:
    # A pipe in its place would be waited for, a device read without end.
    with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode) or found.st_size > _LARGEST:
            raise ValueError("it is no file, or too large")
        return file.read()


def _from_json(data: Any, folder: Path) -> Saved:
    if not isinstance(data, dict) or "format" not in data:
        raise ValueError("not a file of refute")
    while data["format"] in _UPGRADES:
        data = _UPGRADES[data["format"]](data)
    if data["format"] != FORMAT:
        raise ValueError(f"format {data['format']!r}; this version reads format {FORMAT}")
    if "sequence" not in data:
        raise ValueError("a sequence that is not whole")
    finding = finding_from_json(data) if "violation" in data else None
    sequence = sequence_from_json(data["sequence"])
    did = tuple(did_from_json(one) for one in data.get("did", ()))
    targets = data.get("targets", [])
    if not isinstance(targets, list) or not all(isinstance(name, str) for name in targets):
        raise ValueError("the targets are no list of names")
    return Saved(sequence, tuple(targets), folder, finding, did, str(data.get("shows", "")))


def home_of(path: Path) -> Path:
    """Return the folder from which the targets of a saved file are found: where it was written, else here."""
    whole = path.absolute()
    return whole.parents[2] if whole.parent.parent.name == FOLDER else Path.cwd()


def is_alive(process: str) -> bool:
    """Return whether a process of this number is running."""
    try:
        os.kill(int(process), 0)
    except (ProcessLookupError, ValueError, OverflowError):
        return False
    except PermissionError:
        return True
    return True


def _put_aside(path: Path) -> None:
    """Keep what stands in the place of a file to be written if it is not one that we could read."""
    if path.exists():
        try:
            read(path)
        except UsageError:
            os.replace(path, path.with_suffix(".unreadable"))
