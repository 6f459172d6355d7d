"""Keeps secrets out of what is shown and written: `Mask`.

Everything that comes of the code under test reaches the parent as messages; here is the one place where their texts are
compared with what nobody should find in a test or a report.  These are values of the parent's environment, of variables
that workers do not see too (a process can read its parent's), and what stands in files outside the project that the code
under test has opened.

Which value counts is a compromise: every "1", "en_US" or "production" of an output must not turn into a mask.

* It has at least eight characters, a letter among them, and leads to no file.
* In one of its places a letter and a digit meet, as in tokens, keys and most passwords.
* Where it is kept private, in a variable whose name speaks of a secret or in a file that not everyone may read, sixteen
  characters are enough, whatever they are; of an address with a user the password counts.
* The source of the code under test does not have it: what stands there is known already.
"""

from __future__ import annotations

import json
import os
import re
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from refute.execute.sandbox.scratch import is_passed
from refute.model.recording import HIDDEN
from refute.model.subject import Located

_SHORTEST, _LONG = 8, 16
# A part of a value is found by its pieces of this length, wherever the text was cut.
_PIECE = 8
# So many values are compared, of files of which so much is read.
_MOST_VALUES, _MOST_READ = 5_000, 1 << 16
_MOST_SOURCE = 1 << 20

_SECRET_NAME = re.compile(
    r"TOKEN|SECRET|PASS|PWD|KEY|CREDENTIAL|AUTH|PRIVATE|COOKIE|SESSION|DSN|_PAT$", re.I
)
_MIXED = re.compile(r"[^\W\d_]\d|\d[^\W\d_]")
_LETTER = re.compile(r"[^\W\d_]")
# What divides a line of a file into a name and a value, or into words.
_BETWEEN = re.compile(r"[\s=:,;\"'<>()\[\]{}@\0]+")
_AFTER_NAME = re.compile(r"[\w.\-]+\s*[=:]\s*[\"']?(.*?)[\"']?,?$")
_PASSWORD = re.compile(r"://[^/\s:@]*:([^/\s@]+)@")


class Mask:
    """What is not to be shown of one worker's messages, and how it is replaced."""

    def __init__(self, located: Iterable[Located] = ()) -> None:
        self._located = tuple(located)
        self._values: dict[str, bool] = {}  # whether each is kept private
        self._needles: dict[str, list[str]] = {}  # a piece as it stands in a line of JSON → values
        self._sources: str | None = None
        self._opened: set[str] = set()
        for value, private in values_of_environment(os.environ):
            self._add(value, private)

    def opened(self, path: str) -> None:
        """Take what stands in a file outside the project for something that is not to be shown."""
        if path not in self._opened:
            self._opened.add(path)
            for value, private in values_of_file(path):
                self._add(value, private)

    def _add(self, value: str, private: bool) -> None:
        # In a message there are texts, and texts as source.
        for form in {value, repr(value)[1:-1]} - self._values.keys():
            if len(self._values) < _MOST_VALUES:
                self._values[form] = private
                for piece in _pieces(form).values():
                    self._needles.setdefault(json.dumps(piece)[1:-1], []).append(form)

    def line(self, line: bytes) -> bytes:
        """Return a line of JSON without what is not to be shown."""
        text = line.decode("utf-8", "replace")
        near = {form for needle, some in self._needles.items() if needle in text for form in some}
        found = {form: self._values[form] for form in near if not self._is_known(form)}
        if not found:
            return line
        try:
            data = json.loads(line)
        except (ValueError, RecursionError):
            return line  # whoever reads it says what is wrong with it
        return json.dumps(_replaced(data, found)).encode()

    def text(self, text: str) -> str:
        """Return a text without what is not to be shown."""
        shown: str = json.loads(self.line(json.dumps(text).encode()))
        return shown

    def _is_known(self, form: str) -> bool:
        """Return whether the source of the code under test has a value."""
        if self._sources is None:
            self._sources = "\0".join(_sources(self._located))
        return form in self._sources


def _replaced(data: Any, values: Mapping[str, bool]) -> Any:
    match data:
        case str():
            return _without(data, values)
        case list():
            return [_replaced(item, values) for item in data]
        case dict():
            return {_replaced(key, values): _replaced(item, values) for key, item in data.items()}
    return data


def _without(text: str, values: Mapping[str, bool]) -> str:
    """Return a text without values, each with whether it is kept private, and without long parts of them.

    >>> _without("the key is abcd1234efgh5678ijkl…", {"abcd1234efgh5678ijkl9012": False})
    'the key is <hidden>…'
    """
    places = sorted(
        place for value, private in values.items() for place in _places(text, value, private)
    )
    shown, done = "", 0
    for start, end in places:
        if start >= done or not done:
            shown += text[done:start] + HIDDEN
        done = max(done, end)
    return shown + text[done:]


def _places(text: str, value: str, private: bool) -> Iterator[tuple[int, int]]:
    """Yield from where to where a value stands in a text, or a long part of it."""
    for at, piece in _pieces(value).items():
        found = text.find(piece)
        while found >= 0:
            start, end = _extended(text, found, value, at)
            # A part without a digit, of a value that nobody keeps private, may be words that anybody uses.
            part = text[start:end]
            if part == value or (end - start >= _LONG and (private or _MIXED.search(part))):
                yield start, end
            found = text.find(piece, found + 1)


def _pieces(value: str) -> dict[int, str]:
    """Return the pieces by which a value, or a long part of it, is found, each by its place."""
    if len(value) <= _LONG:
        return {0: value}
    return {at: value[at : at + _PIECE] for at in range(0, len(value) - _PIECE + 1, _PIECE)}


def _extended(text: str, found: int, value: str, at: int) -> tuple[int, int]:
    """Return from where to where a text goes on like a value, of which one piece was found."""
    before = 0
    while before < min(found, at) and text[found - before - 1] == value[at - before - 1]:
        before += 1
    length = len(_pieces(value)[at])
    while (
        at + length < len(value)
        and found + length < len(text)
        and text[found + length] == value[at + length]
    ):
        length += 1
    return found - before, found + length


# ---- what counts ------------------------------------------------------------------------------------------------


def values_of_environment(variables: Mapping[str, str]) -> Iterator[tuple[str, bool]]:
    """Yield the values of variables that are not to be shown, each with whether it is kept private."""
    for name, value in variables.items():
        if not is_passed(name):
            yield from _values_of(value, private=_SECRET_NAME.search(name) is not None)


def values_of_file(path: str) -> Iterator[tuple[str, bool]]:
    """Yield what is not to be shown of a file, each with whether it is kept private; nothing where it is none."""
    text, private = _read(path)
    yield from _values_of(text, private)


def _values_of(text: str, private: bool) -> Iterator[tuple[str, bool]]:
    """Yield lines, what follows a name in them, and words."""
    yield from ((found, True) for found in _PASSWORD.findall(text) if len(found) >= _SHORTEST)
    for line in map(str.strip, text.splitlines()):
        named = _AFTER_NAME.fullmatch(line)
        values = [line, *([named[1]] if named else []), *_BETWEEN.split(line)]
        yield from ((value, private) for value in values if is_secret(value, private))


def is_secret(value: str, private: bool = False) -> bool:
    """Return whether a value may be known to nobody who does not know it already.

    >>> [is_secret(value) for value in ("1", "xterm", "en_US.UTF-8", "production", "0123456789", "/root")]
    [False, False, False, False, False, False]
    >>> is_secret("ghp_16C7e42F292c"), is_secret("open sesame, please"), is_secret("open sesame, please", private=True)
    (True, False, True)
    """
    if len(value) < _SHORTEST or not _LETTER.search(value):
        return False
    if any(part and os.path.exists(part) for part in value.split(os.pathsep)):
        return False
    return _MIXED.search(value) is not None or (private and len(value) >= _LONG)


def _read(path: str) -> tuple[str, bool]:
    """Return the beginning of a file, and whether it is kept private."""
    try:
        # The code under test names it: it may be one that never ends or that nobody writes to.
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    except (OSError, ValueError):
        return "", False
    try:
        mode = os.fstat(descriptor).st_mode
        if not stat.S_ISREG(mode):
            return "", False
        text = os.read(descriptor, _MOST_READ).decode("utf-8", "replace")
        return text, not mode & stat.S_IROTH
    except OSError:
        return "", False
    finally:
        os.close(descriptor)


def _sources(located: Iterable[Located]) -> Iterator[str]:
    """Yield the texts of the modules under test, as much as there is time to read."""
    left = _MOST_SOURCE
    for one in located:
        for entry in (*one.path_entries, *sys.path):
            for module in one.modules:
                whole = Path(entry, *module.split("."))
                for path in (whole.with_suffix(".py"), *sorted(whole.glob("**/*.py"))):
                    try:
                        text = path.read_text("utf-8", "replace") if left > 0 else ""
                    except OSError:
                        continue
                    left -= len(text)
                    yield text
