"""What is said can be shown by any terminal, and never ends a run."""

from __future__ import annotations

import io

import pytest

from refute.command.output import Output, outputs
from refute.report.text import Style


class Stream(io.StringIO):
    """A stream of an encoding, which may be full."""

    def __init__(self, encoding: str = "utf-8", full: bool = False) -> None:
        super().__init__()
        self._encoding, self._full = encoding, full

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._encoding

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if self._full:
            raise OSError(28, "No space left on device")
        return super().write(text)


def shown(text: str, encoding: str = "utf-8") -> str:
    stream = Stream(encoding)
    print(text, file=Output(stream), end="")
    return stream.getvalue()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain\ttext\n", "plain\ttext\n"),
        ("größer — 你好 🎈", "größer — 你好 🎈"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("\x1b]0;title\x07", "\\x1b]0;title\\x07"),
        ("\x9b2J", "\\x9b2J"),
        ("over\rwritten\x08\x00", "over\\rwritten\\x08\\x00"),
        ("\u202eesrever\u2066", "\\u202eesrever\\u2066"),
        ("lone \udc80", "lone \\udc80"),
        ("\U00100042", "\\U00100042"),
    ],
)
def test_what_a_terminal_would_obey_is_escaped(text, expected):
    assert shown(text) == expected


def test_our_own_colours_are_told_from_those_of_others(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    stream = Stream()
    output = Output(stream)
    print(Style(output)("red", "\x1b[32mgreen?"), file=output, end="")

    assert stream.getvalue() == "\x1b[31m\\x1b[32mgreen?\x1b[0m"


def test_what_the_encoding_does_not_have_is_written_in_other_words():
    assert shown("a — b … ×3 · ö", "ascii") == "a - b ... x3 - \\xf6"


def test_a_full_disk_is_noted_and_raises_nothing():
    output = Output(Stream(full=True))
    print("one", file=output)
    print("two", file=output, flush=True)

    assert output.failure is not None and output.failure.strerror == "No space left on device"


def test_a_closed_stream_takes_everything(monkeypatch):
    monkeypatch.setattr("sys.stdout", None)
    with outputs() as (out, _):
        print("nobody hears it", flush=True)

        assert (out.is_closed, out.isatty(), out.failure) == (True, False, None)
        with pytest.raises(OSError, match="Bad file descriptor"):
            out.fileno()
