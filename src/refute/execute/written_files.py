"""Files that the running sequence has written for the code to read: `write_file`, `remove_files`."""

from __future__ import annotations

import os
from contextlib import suppress

_written: set[str] = set()


class WrongFolder(Exception):
    """A file would be written elsewhere than in the folder of the test."""


def write_file(path: str | os.PathLike[str], text: str) -> int:
    """Write a file in the folder of the test: what tries other values must not let it write anywhere else."""
    if os.path.basename(path) != os.fspath(path):
        raise WrongFolder(path)
    with open(path, "w") as file:
        _written.add(os.path.abspath(path))
        return file.write(text)


def remove_files() -> None:
    """Remove what was written: the next sequence must not find it."""
    while _written:
        with suppress(OSError):
            os.unlink(_written.pop())
