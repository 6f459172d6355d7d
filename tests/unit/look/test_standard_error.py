"""What was written to standard error is read back where that is a file."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager

from refute.look.standard_error import ErrorOutput


@contextmanager
def error_file(path, monkeypatch):
    """Let standard error be a file, as it is in the sandbox."""
    before = os.dup(2)
    with open(path, "a+") as file, monkeypatch.context() as patch:
        patch.setattr(sys, "stderr", file)
        os.dup2(file.fileno(), 2)
        try:
            yield file
        finally:
            os.dup2(before, 2)
            os.close(before)


def test_the_last_line_since_then_is_told(tmp_path, monkeypatch):
    with error_file(tmp_path / "stderr", monkeypatch) as file:
        print("long ago", file=file, flush=True)
        written = ErrorOutput()
        before = written.hint()
        file.write("first\n  then this \n\n")
        after = written.hint()

    assert (before, after) == ("", " (it wrote: then this)")


def test_where_nothing_can_be_read_nothing_is_told(tmp_path, monkeypatch):
    with error_file(tmp_path / "stderr", monkeypatch):
        monkeypatch.setattr(sys, "stderr", None)

        assert ErrorOutput().hint() == ""
