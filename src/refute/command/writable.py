"""Whether what a run is to write can be written, asked before the work: `check_outputs`, `check_folder`."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryFile

from refute.model.errors import UsageError


def check_outputs(*files: str | None) -> None:
    """Complain about files that could not be written, or one for two results; None is none."""
    paths = [os.path.realpath(name) for name in files if name is not None]
    if len(set(paths)) < len(paths):
        raise UsageError("two results cannot go into one file.", "usage")
    for name in files:
        if name is not None:
            path = Path(name)
            if name == "-":
                raise UsageError(
                    "- is no file; for standard output write /dev/stdout, for a file of that name ./-.",
                    "unwritable",
                )
            if path.is_dir():
                raise UsageError(f"cannot write {name}: it is a folder.", "unwritable")
            if path.suffix == ".py":
                raise UsageError(f"cannot write {name}: a result is no Python file.", "unwritable")
            if path.is_file() or not path.exists():  # else written to as it is: /dev/stdout
                _try_to_write(Path(os.path.realpath(path)).parent, name)


def check_folder(name: str) -> None:
    """Complain about a folder in which nothing could be written; it need not exist yet."""
    folder = Path(name).absolute()
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{name} is a file, not a folder.", "unwritable")
    while not folder.exists():
        folder = folder.parent
    _try_to_write(folder, name)


def _try_to_write(folder: Path, shown: str) -> None:
    # Asking for permission is not enough: /proc and read-only disks grant it and refuse all the same.
    try:
        with TemporaryFile(dir=folder):
            pass
    except OSError as refused:
        why = refused.strerror or str(refused)
        raise UsageError(f"cannot write {shown}: {why} ({folder}).", "unwritable") from None
