"""Where all that is said goes through: `Output`, in the place of standard output and standard error.

Text of the code under test (messages, names, representations) may hold sequences that a terminal obeys, or characters that it
cannot show; and the file, pipe or terminal may be full, closed or gone.  Neither is to harm the reader or to end the run.
"""

from __future__ import annotations

import errno
import io
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

_ODD = re.compile(r"[^\x20-\x7e\n\t]")
# How our own words are written where the encoding has only ASCII.
_PLAIN = str.maketrans({"—": "-", "–": "-", "…": "...", "×": "x", "·": "-", "µ": "u", "→": "->"})


class Output(io.TextIOBase):
    """A stream that escapes what is not printable, and never raises: `failure` is why it could not write any more.

    Our own control sequences are told from those of others by `mark`, which is turned into an escape character: a private
    one, other in each process.
    """

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream
        self.failure: OSError | None = None
        self.mark = chr(0x10_0000 + int.from_bytes(os.urandom(2), "big") % 0xFFFE)

    @property
    def is_closed(self) -> bool:
        """Whether it was closed before we began."""
        return self._stream is None

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return getattr(self._stream, "encoding", None) or "utf-8"

    def isatty(self) -> bool:
        return self._stream is not None and self._stream.isatty()

    def fileno(self) -> int:
        if self._stream is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        return self._stream.fileno()

    def write(self, text: str) -> int:
        shown = "\x1b".join(_ODD.sub(_escaped, part) for part in text.split(self.mark))
        self._try("write", _encodable(shown, self.encoding))
        return len(text)

    def flush(self) -> None:
        self._try("flush")

    def _try(self, method: str, *arguments: str) -> None:
        if self._stream is None or self.failure is not None:
            return
        try:
            getattr(self._stream, method)(*arguments)
        except OSError as refused:
            self.failure = refused


def _escaped(found: re.Match[str]) -> str:
    character = found[0]
    return character if character.isprintable() else character.encode("unicode_escape").decode()


def _encodable(text: str, encoding: str) -> str:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return text.translate(_PLAIN).encode(encoding, "backslashreplace").decode(encoding)
    return text


@contextmanager
def outputs() -> Iterator[tuple[Output, Output]]:
    """Let standard output and standard error be such streams."""
    before = sys.stdout, sys.stderr
    out, err = Output(sys.stdout), Output(sys.stderr)
    sys.stdout, sys.stderr = out, err
    try:
        yield out, err
    finally:
        for stream in (out, err):
            stream.flush()
        sys.stdout, sys.stderr = before


def occupy_closed() -> None:
    """Put /dev/null in the place of standard streams that were closed: another file would get their numbers."""
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
