"""A poor environment is told in a clear line with the right exit code, and takes nothing of the results."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable

import pytest

from refute.supervise import child

SHOP = """
    def mean(prices: list[int]) -> float:
        return sum(prices) / len(prices)
"""
FEW = ("find", "shop", "--sequences", "40", "-n", "1")


@pytest.fixture
def run(project) -> Callable[..., tuple[int, bytes, bytes]]:
    """Return a function that runs refute as a shell does, with other streams and limits."""
    project.write("shop.py", SHOP)

    def run(prepare=None, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **environment):
        done = subprocess.run(
            [sys.executable, "-m", "refute", *FEW],
            cwd=project.folder,
            env={**os.environ, "NO_COLOR": "1", **environment},
            stdout=stdout,
            stderr=stderr,
            preexec_fn=prepare,
            timeout=100,
        )
        return done.returncode, done.stdout or b"", done.stderr or b""

    return run


# ---- streams -----------------------------------------------------------------------------------------------------


def test_standard_output_that_has_only_ascii_loses_no_line(run):
    code, out, err = run(PYTHONIOENCODING="ascii")

    assert (code, err) == (1, b"")
    assert b"blame: code (error) - the interpreter" in out and b"1 finding in 40 sequences" in out


@pytest.mark.parametrize(
    ("closed", "code", "line"),
    [
        ((1,), 1, b"refute: standard output is closed: nothing is shown."),
        ((2,), 1, b""),
        ((0, 1, 2), 1, b""),
    ],
)
def test_closed_streams_take_nothing_of_the_results(project, run, closed, code, line):
    ended = run(lambda: [os.close(descriptor) for descriptor in closed])

    assert ended[0] == code
    assert line in ended[2] and b"Traceback" not in ended[2]
    assert (b"1 finding in 40" in ended[1]) is (1 not in closed)
    assert len(project.saved()) == 1


@pytest.mark.parametrize(("full", "code"), [("stdout", 4), ("stderr", 1)])
def test_a_full_disk_behind_a_stream_is_told_on_the_other(project, run, full, code):
    with open("/dev/full", "wb", buffering=0) as disk:
        ended = run(**{full: disk})

    assert ended[0] == code
    assert (b"No space left on device. What was found is saved.  [unwritable]" in ended[2]) is (
        full == "stdout"
    )
    assert len(project.saved()) == 1


CONTROLS = """
    def title(text: str) -> str:
        raise TypeError("\\x1b]0;owned\\x07\\x1b[31mred\\x9b2J\\u202e" + text) if text else text[0]

    def look(n: int) -> float:
        return 1 / (n - n)
"""


@pytest.mark.parametrize("colour", ["NO_COLOR", "FORCE_COLOR"])
def test_control_sequences_never_reach_the_terminal(project, monkeypatch, colour):
    monkeypatch.setenv(colour, "1")
    project.write("evil.py", CONTROLS)
    said = []
    for arguments in (
        ("find", "evil", "--sequences", "60", "-n", "1", "--severity", "robustness", "-v"),
        ("replay",),
        ("find", "evil\x1b[31m\x07"),
        ("show", "\x1b]0;owned\x07"),
    ):
        done = project.refute(*arguments)
        said.append(done.out + done.err)
    said += [project.refute("show", id_, "--steps").out for id_ in project.saved()]

    text = "".join(said)
    for ours in ("\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[32m", "\x1b[33m", "\x1b[36m"):
        text = text.replace(ours, "") if colour == "FORCE_COLOR" else text
    assert {c for c in text if not c.isprintable()} <= {"\n", "\t"}


# ---- limits ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limit", "value", "remedy"),
    [
        (resource.RLIMIT_NOFILE, 16, b"ulimit -n"),
        (resource.RLIMIT_FSIZE, 100, b"TMPDIR"),
    ],
)
def test_a_limit_that_is_too_low_is_named(run, limit, value, remedy):
    code, _, err = run(lambda: resource.setrlimit(limit, (value, value)))

    assert code == 4
    assert err.count(b"\n") == 1 and remedy in err and err.endswith(b"[no-worker]\n")


def test_no_more_processes_while_findings_are_tried_again_leaves_them_unconfirmed(
    project, monkeypatch
):
    project.write("shop.py", SHOP)
    start = child.start_worker
    started = []

    def refuse(*arguments):
        if started:
            raise BlockingIOError(11, "Resource temporarily unavailable")
        started.append(1)
        return start(*arguments)

    monkeypatch.setattr(child, "start_worker", refuse)
    done = project.refute(*FEW)

    assert (done.code, done.slug) == (4, "no-worker")
    assert "not run again in a fresh process" in done.out
    assert len(project.saved()) == 1


def test_without_shared_memory_a_file_does(project, monkeypatch):
    def refused(*_):
        raise OSError(38, "Function not implemented")

    monkeypatch.setattr(os, "memfd_create", refused)
    project.write("shop.py", SHOP)

    assert project.refute(*FEW).code == 1


# ---- the corpus --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["loop", "file", "dangling"])
def test_a_corpus_that_cannot_be_used_is_told_and_the_findings_are_shown(project, what):
    project.write("shop.py", SHOP)
    corpus = project.folder / ".refute"
    if what == "file":
        corpus.write_text("")
    else:
        corpus.symlink_to(".refute" if what == "loop" else "/nonexistent/x")
    done = project.refute(*FEW)

    assert done.code == 1
    assert "refute: the findings are not saved for replay: cannot write" in done.err
    assert "Traceback" not in done.err
    assert "1 finding in 40 sequences" in done.out


@pytest.mark.parametrize("verb", ["replay", "show"])
def test_a_corpus_that_cannot_be_read_is_told(project, verb):
    (project.folder / ".refute").mkdir()
    (project.folder / ".refute" / "findings").symlink_to("findings")
    done = project.refute(verb, *(("abc",) if verb == "show" else ()))

    assert done.code == 4
    assert "[unreadable]" in done.err and "Traceback" not in done.err
