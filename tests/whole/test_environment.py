"""A poor environment is told in a clear line with the right exit code, and takes nothing of the results."""

from __future__ import annotations

import os
import pty
import resource
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from refute.supervise import child
from refute.supervise.worker_process import WorkerProcess

SHOP = """
    def mean(prices: list[int]) -> float:
        return sum(prices) / len(prices)
"""
FEW = ("find", "shop", "--sequences", "40", "-n", "1")
EXAMPLES = Path(__file__).parents[2] / "examples"
TREES = (EXAMPLES / "trees.py").read_text()
SMALL, LARGE = "Node=3 size=0..3", "Node=15 size=15"  # nobody waits for the end of a large one


@pytest.fixture
def run(project) -> Callable[..., tuple[int, bytes, bytes]]:
    """Return a function that runs refute as a shell does, with other streams and limits."""
    project.write("shop.py", SHOP)

    def run(
        *arguments, prepare=None, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **environment
    ):
        done = subprocess.run(
            [sys.executable, "-m", "refute", *(arguments or FEW)],
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
    assert b"blame: code (likely) - the interpreter" in out and b"1 finding in 40 sequences" in out


@pytest.mark.parametrize(
    ("closed", "code", "line"),
    [
        ((1,), 1, b"refute: standard output is closed: nothing is shown."),
        ((2,), 1, b""),
        ((0, 1, 2), 1, b""),
    ],
)
def test_closed_streams_take_nothing_of_the_results(project, run, closed, code, line):
    ended = run(prepare=lambda: [os.close(descriptor) for descriptor in closed])

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


VERBS = {
    "exhaust": ("exhaust", "trees:BinaryTree.remove", "--bounds", SMALL),
    "plan": ("plan", "trees"),
}


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_goes_on_whatever_its_streams_are(project, run, verb):
    project.write("trees.py", TREES)
    arguments = VERBS[verb]
    code, out, _ = run(*arguments)
    plain = run(*arguments, PYTHONIOENCODING="ascii")
    closed = run(*arguments, prepare=lambda: [os.close(descriptor) for descriptor in (0, 1, 2)])
    with open("/dev/full", "wb", buffering=0) as disk:
        full = run(*arguments, stdout=disk)
        mute = run(*arguments, stderr=disk)

    assert (code, bool(out)) == (1 if verb == "exhaust" else 0, True)
    assert plain[0] == closed[0] == mute[0] == code and plain[1] and mute[1]
    assert full[0] == 4
    assert full[2].endswith(b"No space left on device.  [unwritable]\n")


def test_a_list_that_nobody_reads_any_more_ends(project):
    project.write("trees.py", TREES)
    process = project.start("structures", "trees:BinaryTree", "--bounds", LARGE)
    process.stdout.read(1)
    process.stdout.close()

    assert process.wait(100) == 2


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize(
    "command", ["structures trees:BinaryTree --count", "exhaust trees:BinaryTree.remove"]
)
def test_a_search_within_bounds_says_what_it_has_seen_when_it_is_to_end(project, command, number):
    project.write("trees.py", TREES)
    verb, *more = command.split()
    ours, theirs = pty.openpty()  # on a terminal progress is shown at once
    process = project.start(
        verb, *more, "--bounds", LARGE, stderr=theirs, TMPDIR=str(project.folder)
    )
    os.read(ours, 1000)
    process.send_signal(number)
    out, _ = process.communicate(timeout=100)
    os.close(ours)
    os.close(theirs)

    assert process.returncode == 2
    assert "(interrupted)" in out or "failing input" in out
    assert project.files() == ["trees.py"]  # no scratch folder


def test_an_import_that_is_to_end_ends(project):
    project.write("slow.py", "import sys\nprint('x', file=sys.stderr)\nwhile True: ...\n")
    process = project.start("plan", "slow", TMPDIR=str(project.folder))
    while not list(project.folder.glob("refute-*/work")):
        time.sleep(0.01)
    process.send_signal(signal.SIGTERM)

    assert process.wait(100) == 2
    assert project.files() == ["slow.py"]


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
        (resource.RLIMIT_NOFILE, 12, b"ulimit -n"),
        (resource.RLIMIT_FSIZE, 100, b"TMPDIR"),
    ],
)
def test_a_limit_that_is_too_low_is_named(run, limit, value, remedy):
    code, _, err = run(prepare=lambda: resource.setrlimit(limit, (value, value)))

    assert code == 4
    assert err.count(b"\n") == 1 and remedy in err and err.endswith(b"[no-worker]\n")


def test_bounds_that_are_larger_than_the_memory_are_told(project):
    project.write("large_trees.py", TREES)
    bounds = ("--bounds", "Node=3 size=0..1999999", "--memory", "300M")
    done = project.refute("structures", "large_trees:BinaryTree", *bounds)

    assert (done.code, done.slug) == (4, "no-worker")


def test_processor_time_that_is_used_up_is_no_finding(project, run):
    project.write("trees.py", TREES)
    arguments = ("structures", "trees:BinaryTree", "--bounds", LARGE, "--count")
    code, out, err = run(
        *arguments, prepare=lambda: resource.setrlimit(resource.RLIMIT_CPU, (1, 1))
    )

    assert (code, out) == (4, b"")
    assert b"used up its processor time" in err and err.endswith(b"[no-worker]\n")


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


def test_a_slow_start_is_not_taken_for_an_import_that_hangs(project, monkeypatch):
    project.write("shop.py", SHOP)
    start = child.start_worker

    def slow(*arguments):
        time.sleep(1.2)
        return start(*arguments)

    monkeypatch.setattr(child, "start_worker", slow)
    done = project.refute("find", "shop", "--for", "100ms", "-n", "1")

    assert done.code == 1, done.err


def test_time_in_which_others_have_the_processor_does_not_count_for_an_import(project, monkeypatch):
    project.write("shop.py", f"import time\ntime.sleep(1.5)\n{textwrap.dedent(SHOP)}")
    arguments = ("find", "shop", "--for", "100ms", "-n", "1")
    alone = project.refute(*arguments)
    monkeypatch.setattr(WorkerProcess, "queued", lambda _: time.monotonic())
    busy = project.refute(*arguments)

    assert (alone.code, alone.slug) == (4, "import-hangs")
    assert busy.code == 1, busy.err


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
