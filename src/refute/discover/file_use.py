"""Whether code may touch files, told from its text alone: `may_touch_files`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from refute.discover.modules import find_module

_MODULES = (
    "dbm|fileinput|glob|io|os|pathlib|shelve|shutil|sqlite3|subprocess|tarfile|tempfile|zipfile"
)
_TOUCHES = re.compile(
    rf"^\s*(?:import|from)\s[^#\n]*\b(?:{_MODULES})\b|(?<![\w.])(?<!def )open\(", re.MULTILINE
)
# Of a large package so many files are read.
_MOST = 300


def may_touch_files(module: str, path_entries: Iterable[str]) -> bool:
    """Return whether a module, or one of those below it, can do something with files; True where not all of it can be read.

    What a run did is no answer: in another folder the same call may find a file, and delete it.
    """
    spec = find_module(module, path_entries)
    if spec is None:
        return True
    places = map(Path, spec.submodule_search_locations or ([spec.origin] if spec.origin else []))
    texts = _texts(places)
    touches = any(_TOUCHES.search(text) for text in islice(texts, _MOST))
    return touches or next(texts, None) is not None


def _texts(places: Iterable[Path]) -> Iterator[str]:
    for place in places:
        for path in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            try:
                yield path.read_text(encoding="utf-8", errors="replace")
            except OSError:
                yield "open("  # not to be read: perhaps it does
