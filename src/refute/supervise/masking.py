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
* What a name that speaks of a secret stands before, in a file or in a variable that the code under test sees, counts from six
  characters on, where it stands alone and not within a word.
* The source of the code under test does not have it: what stands there is known already.

A value is found as it is, as source, in base64, in hexadecimal digits and as part of an address; not where it was changed in
other ways, or hashed.
"""

from __future__ import annotations

import json
import os
import re
import stat
import sys
from base64 import b64encode
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote

from refute.execute.sandbox.scratch import is_passed
from refute.model.recording import HIDDEN
from refute.model.subject import Located

_SHORTEST_NAMED, _SHORTEST, _LONG = 6, 8, 16
# A part of a value is found by its pieces of this length, wherever the text was cut.
_PIECE = 8
# So many values are compared, of so many files of which so much is read: more where they are private.
_MOST_VALUES, _MOST_FILES, _MOST_READ, _MOST_READ_OF_PRIVATE = 50_000, 1_000, 1 << 16, 1 << 20
_MOST_SOURCE = 1 << 20
# Beyond so many pieces it is faster to look up every place of a text than to look for every piece.
_MANY_PIECES = 500

# Why a value counts: it looks like a secret, it is kept private, or its name says so and it counts only where it stands alone.
Why = Literal["looks", "private", "named"]

_SECRET_NAME = re.compile(
    r"TOKEN|SECRET|PASS|PWD|KEY|CREDENTIAL|AUTH|PRIVATE|COOKIE|SESSION|DSN|_PAT$", re.I
)
_MIXED = re.compile(r"[^\W\d_]\d|\d[^\W\d_]")
_LETTER = re.compile(r"[^\W\d_]")
# What divides a line of a file into a name and a value, or into words.
_BETWEEN = re.compile(r"[\s=:,;\"'<>()\[\]{}@\0]+")
_NAMED = re.compile(r"[\"']?([\w.\-]+)[\"']?\s*[=:]\s*[\"']?(.*?)[\"']?,?$")
_PASSWORD = re.compile(r"://[^/\s:@]*:([^/\s@]+)@")


class Mask:
    """What is not to be shown of one worker's messages, and how it is replaced."""

    def __init__(self, located: Iterable[Located] = (), passed: Collection[str] = ()) -> None:
        self._located = tuple(located)
        self._values: dict[str, Why] = {}
        # The beginning of a piece as it stands in a line of JSON → values; and those that are shorter than that.
        self._needles: dict[str, list[str]] = {}
        self._short: list[str] = []
        self._sources: str | None = None
        self._opened: set[str] = set()
        for value, why in values_of_environment(os.environ, passed):
            self._add(value, why)

    def opened(self, path: str) -> None:
        """Take what stands in a file outside the project for something that is not to be shown."""
        if path not in self._opened and len(self._opened) < _MOST_FILES:
            self._opened.add(path)
            for value, why in values_of_file(path):
                self._add(value, why)

    def _add(self, value: str, why: Why) -> None:
        for form in _forms(value):
            known = self._values.get(form)
            if known is None and len(self._values) < _MOST_VALUES:
                self._values[form] = why
                self._index(form)
            elif known == "named":
                self._values[form] = why

    def _index(self, form: str) -> None:
        for piece in _pieces(form).values():
            needle = json.dumps(piece)[1:-1]
            if len(needle) < _PIECE:
                self._short.append(form)
            else:
                self._needles.setdefault(needle[:_PIECE], []).append(form)

    def _near(self, text: str) -> set[str]:
        """Return the values of which a piece may stand in a line of JSON."""
        needles = self._needles
        if len(needles) > _MANY_PIECES:
            places = range(len(text) - _PIECE + 1)
            begun = {text[at : at + _PIECE] for at in places} & needles.keys()
        else:
            begun = {needle for needle in needles if needle in text}
        near = {form for needle in begun for form in needles[needle]}
        return near | {form for form in self._short if json.dumps(form)[1:-1] in text}

    def line(self, line: bytes) -> bytes:
        """Return a line of JSON without what is not to be shown."""
        text = line.decode("utf-8", "replace")
        found = {form: self._values[form] for form in self._near(text) if not self._is_known(form)}
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


def _forms(value: str) -> set[str]:
    """Return how a value may stand in a message: as text, as source, or encoded for transport.

    >>> {"cGFzczEyMz", "7061737331323334"} <= _forms("pass1234")
    True
    """
    forms = {value, repr(value)[1:-1]}
    data = value.encode("utf-8", "surrogatepass")
    if len(data) < _SHORTEST:
        return forms
    forms |= {data.hex(), data.hex().upper(), quote(value, safe="", errors="replace")}
    for before in range(3):
        # What stands before and after it shares a digit with it.
        whole = 8 * (before + len(data)) // 6
        digits = b64encode(bytes(before) + data).decode()[-(-8 * before // 6) : whole]
        forms |= {digits, digits.translate(_URL_SAFE)}
    return forms


_URL_SAFE = str.maketrans("+/", "-_")


def _replaced(data: Any, values: Mapping[str, Why]) -> Any:
    match data:
        case str():
            return _without(data, values)
        case list():
            return [_replaced(item, values) for item in data]
        case dict():
            return {_replaced(key, values): _replaced(item, values) for key, item in data.items()}
    return data


def _without(text: str, values: Mapping[str, Why]) -> str:
    """Return a text without values, and without long parts of them.

    >>> _without("the key is abcd1234efgh5678ijkl…", {"abcd1234efgh5678ijkl9012": "looks"})
    'the key is <hidden>…'
    >>> _without("sesame, sesames", {"sesame": "named"})
    '<hidden>, sesames'
    """
    places = sorted(place for value, why in values.items() for place in _places(text, value, why))
    shown, done = "", 0
    for start, end in places:
        if start >= done or not done:
            shown += text[done:start] + HIDDEN
        done = max(done, end)
    return shown + text[done:]


def _places(text: str, value: str, why: Why) -> Iterator[tuple[int, int]]:
    """Yield from where to where a value stands in a text, or a long part of it."""
    for at, piece in _pieces(value).items():
        found = text.find(piece)
        while found >= 0:
            start, end = _extended(text, found, value, at)
            # A part without a digit, of a value that nobody keeps private, may be words that anybody uses.
            part = text[start:end]
            if why == "named":
                if part == value and _stands_alone(text, start, end):
                    yield start, end
            elif part == value or (
                end - start >= _LONG and (why == "private" or _MIXED.search(part))
            ):
                yield start, end
            found = text.find(piece, found + 1)


def _stands_alone(text: str, start: int, end: int) -> bool:
    around = text[max(0, start - 1) : start] + text[end : end + 1]
    return not any(character.isalnum() or character == "_" for character in around)


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


def values_of_environment(
    variables: Mapping[str, str], passed: Collection[str] = ()
) -> Iterator[tuple[str, Why]]:
    """Yield the values of variables that are not to be shown, each with why."""
    for name, value in variables.items():
        if not is_passed(name):
            is_named = _SECRET_NAME.search(name) is not None
            yield from _values_of(value, is_named)
            if is_named and name in passed:
                yield from _named(value)


def values_of_file(path: str) -> Iterator[tuple[str, Why]]:
    """Yield what is not to be shown of a file, each with why; nothing where it is none."""
    text, private = _read(path)
    yield from _values_of(text, private)


def _values_of(text: str, private: bool) -> Iterator[tuple[str, Why]]:
    """Yield lines, what follows a name in them, and words."""
    why: Why = "private" if private else "looks"
    yield from ((found, "private") for found in _PASSWORD.findall(text) if len(found) >= _SHORTEST)
    for line in map(str.strip, text.splitlines()):
        named = _NAMED.fullmatch(line)
        values = [line, *([named[2]] if named else []), *_BETWEEN.split(line)]
        yield from ((value, why) for value in values if is_secret(value, private))
        if named and _SECRET_NAME.search(named[1]):
            yield from _named(named[2])


def _named(value: str) -> Iterator[tuple[str, Why]]:
    """Yield what a name says to be secret, if it is long enough to be one."""
    if len(value) >= _SHORTEST_NAMED and not _leads_to_a_file(value):
        yield value, "named"


def _leads_to_a_file(value: str) -> bool:
    try:
        return any(part and os.path.exists(part) for part in value.split(os.pathsep))
    except ValueError:  # a path cannot have it
        return False


def is_secret(value: str, private: bool = False) -> bool:
    """Return whether a value may be known to nobody who does not know it already.

    >>> [is_secret(value) for value in ("1", "xterm", "en_US.UTF-8", "production", "0123456789", "/root")]
    [False, False, False, False, False, False]
    >>> is_secret("ghp_16C7e42F292c"), is_secret("open sesame, please"), is_secret("open sesame, please", private=True)
    (True, False, True)
    """
    if len(value) < _SHORTEST or not _LETTER.search(value):
        return False
    if _leads_to_a_file(value):
        return False
    return _MIXED.search(value) is not None or (private and len(value) >= _LONG)


def _read(path: str) -> tuple[str, bool]:
    """Return the beginning of a file, and whether it is kept private."""
    try:
        # The code under test names it: it may be a device, which does something when it is opened.
        found = os.open(path, _TO_LOOK | os.O_CLOEXEC)
    except (OSError, ValueError):
        return "", False
    try:
        mode = os.fstat(found).st_mode
        if not stat.S_ISREG(mode):
            return "", False
        private = not mode & stat.S_IROTH
        with open(f"/proc/self/fd/{found}" if _O_PATH else path, "rb") as file:
            text = file.read(_MOST_READ_OF_PRIVATE if private else _MOST_READ)
        return text.decode("utf-8", "replace"), private
    except OSError:
        return "", False
    finally:
        os.close(found)


_O_PATH = getattr(os, "O_PATH", 0)  # Linux: looks at a file without opening it
_TO_LOOK = _O_PATH or os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY


def _sources(located: Iterable[Located]) -> Iterator[str]:
    """Yield the texts of the modules under test, as much as there is time to read."""
    left = _MOST_SOURCE
    for one in located:
        for entry in (*one.path_entries, *sys.path):
            for module in [one.package] if one.package else one.modules:
                whole = Path(entry, *module.split("."))
                for path in (whole.with_suffix(".py"), *sorted(whole.glob("**/*.py"))):
                    try:
                        text = path.read_text("utf-8", "replace") if left > 0 else ""
                    except OSError:
                        continue
                    left -= len(text)
                    yield text
