"""What was found is shown and saved, whatever is killed, interrupted, full or wrong."""

from __future__ import annotations

import os
import pty
import re
import signal
import sys
import textwrap
import time
from pathlib import Path

import pytest

from refute import api
from refute.keep.after_run import CorpusKeeper
from refute.model.messages import Question
from refute.supervise import fresh_process, supervisor
from refute.supervise.child import Child
from refute.supervise.confirm import Confirmation

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from benchmarks.hardening import killed  # noqa: E402

SHELF = """
    class Shelf:
        def __init__(self) -> None:
            self.books: list[str] = []

        def put(self, title: str) -> None:
            self.books.append(title)

        def mean(self) -> float:
            return sum(map(len, self.books)) / len(self.books)


    def ratio(a: int, b: int) -> float:
        return a / b
"""
FEW = ("--sequences", "60", "-n", "1")


# ---- processes that are killed -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stage", "who", "jobs"),
    [
        ("search", "worker", 2),
        ("search", "server", 1),
        ("confirming", "fresh process", 1),
        ("search", "parent", 2),
        ("writing", "parent", 1),
    ],
)
def test_a_kill_loses_nothing_and_leaves_nothing(stage, who, jobs, tmp_path):
    assert not killed(stage, who, jobs, 0, tmp_path, sequences=60)


def _killing(monkeypatch, when, times):
    """Let the first workers be killed: at once, or when they have told something of this kind."""
    hear = supervisor.Supervisor._take
    start = Child.__init__
    left = [times]

    def started(child, *arguments, **more):
        start(child, *arguments, **more)
        if when == "start" and left[0]:
            left[0] -= 1
            os.kill(child.process.pid, signal.SIGKILL)

    def took(self, child, message, end):
        hear(self, child, message, end)
        if type(message).__name__ == when and left[0]:
            left[0] -= 1
            os.kill(child.process.pid, signal.SIGKILL)

    monkeypatch.setattr(Child, "__init__", started)
    monkeypatch.setattr(supervisor.Supervisor, "_take", took)
    return left


@pytest.mark.parametrize("when", ["start", "Ready", "SoFar", "Found"])
def test_a_worker_that_is_killed_is_replaced(project, monkeypatch, when):
    project.write("shelf.py", SHELF)
    left = _killing(monkeypatch, when, times=1)
    done, result = project.find("shelf", "--sequences", "100")

    assert (done.code, left) == (1, [0]), done.err
    assert result["restarts"] == 1
    assert [one["id"] for one in result["findings"]] and project.saved()
    assert sorted(one["id"] for one in result["findings"]) == project.saved()


def test_workers_that_are_killed_again_and_again_before_they_begin_are_replaced(
    project, monkeypatch
):
    project.write("shelf.py", SHELF)
    left = _killing(monkeypatch, "start", times=5)
    done, result = project.find("shelf", "--sequences", "60")

    assert (done.code, left) == (1, [0]), done.err
    assert result["restarts"] == 5


def test_a_worker_that_is_killed_before_it_began_costs_nothing_of_the_result(project, monkeypatch):
    project.write("shelf.py", SHELF)
    before = project.refute("find", "shelf", *FEW)
    _killing(monkeypatch, "start", times=1)
    after = project.refute("find", "shelf", *FEW)

    assert after == before


def test_a_death_that_does_not_repeat_is_told_as_flaky_and_not_kept(project):
    project.write(
        "fragile.py",
        """
        import os

        def touch(n: int) -> int:
            if os.getsid(0) == os.getppid():  # not in a fork that tries it again
                os.abort()
            return n
        """,
    )
    done = project.refute("find", "fragile", "--sequences", "5", "-n", "1")

    assert done.code == 0, done.err
    assert "flaky, not shown: touch: the process dies (SIGABRT)" in done.out
    assert project.saved() == []


@pytest.mark.parametrize("verb", ["find", "suite"])
def test_an_import_that_always_ends_the_process_is_told_as_that(project, verb):
    project.write("script.py", "import os\nos._exit(7)\n")
    done = project.refute(verb, "script", *FEW, *(("-o", "tests") if verb == "suite" else ()))

    assert (done.code, done.slug) == (4, "import-exits")


def test_a_confirming_process_that_falls_silent_costs_no_finding(project, monkeypatch):
    hangs = "import os, time\nos.register_at_fork(before=lambda: time.sleep(600))\n"
    project.write("shelf.py", hangs + textwrap.dedent(SHELF))
    monkeypatch.setattr(Question, "patience", lambda question, call_timeout: 0.2)
    monkeypatch.setattr(fresh_process, "_SLACK", 0.5)
    done = project.refute("find", "shelf", *FEW)

    assert done.code == 1, done.err
    assert done.out.count("    finding ") == len(project.saved()) == 2
    assert done.out.count("it does not answer, and neither did the one before it.  [given-up]") == 1
    assert "; not run again in a fresh process\n" in done.out


def test_a_finding_in_code_that_reads_a_file_elsewhere_is_confirmed(project, tmp_path_factory):
    outside = tmp_path_factory.mktemp("elsewhere") / "table"
    outside.write_text("a table of the user's\n")
    project.write(
        "reading.py",
        f"""
        def line(number: int) -> str:
            with open({str(outside)!r}) as file:
                return file.readlines()[number]
        """,
    )
    done, result = project.find("reading", "--sequences", "30")

    assert [one["operation"] for one in result["findings"]] == ["reading:line"], done.out


# ---- the next run goes on ----------------------------------------------------------------------------------------


class Killed(BaseException):
    """Ends a run at once, as a kill does."""


@pytest.fixture
def cut_short(project, monkeypatch):
    """Return a function that runs refute until it would confirm what it has found."""

    def run(*arguments):
        def kill(*_):
            raise Killed

        with monkeypatch.context() as patched:
            patched.setattr(Confirmation, "deaths", kill)
            with pytest.raises(Killed):
                project.refute(*arguments)

    return run


def test_what_a_killed_run_found_is_confirmed_by_the_next(project, cut_short):
    project.write("shelf.py", SHELF)
    cut_short("find", "shelf", *FEW)
    saved = project.saved()
    done, result = project.find("shelf", "--sequences", "1")

    assert len(saved) == 2
    assert sorted(one["id"] for one in result["findings"]) == saved == project.saved()
    assert all(one["stable"] for one in result["findings"])
    assert "known from an earlier run, still failing" in done.out


def test_what_was_never_confirmed_and_does_not_repeat_is_dropped_without_a_word(project, cut_short):
    path = project.write("shelf.py", SHELF)
    cut_short("find", "shelf", *FEW)
    path.write_text(path.read_text().replace("/ len(self.books)", "/ (len(self.books) or 1)"))
    done = project.refute("find", "shelf", "--sequences", "1", "-n", "1")

    assert "does not fail any more" not in done.out
    assert len(project.saved()) == 1
    assert not list(project.folder.glob(".refute/mended/*"))


def test_a_killed_run_leaves_alone_what_an_earlier_one_confirmed(project, cut_short):
    project.write("shelf.py", SHELF)
    project.refute("find", "shelf", *FEW)
    folder = project.folder / ".refute" / "findings"
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    cut_short("find", "shelf", *FEW, "--seed", "5")

    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_what_is_flaky_or_ignored_is_taken_out_of_the_corpus_again(project):
    project.write(
        "dice.py",
        """
        import os

        def ratio(a: int, b: int) -> float:
            return a / b

        def roll(n: int) -> int:
            return 1 // (os.urandom(1)[0] % 4)
        """,
    )
    project.write("pyproject.toml", '[tool.refute]\nignore = ["raises:dice:ratio"]\n')
    # What is random takes another course each time: with 60 sequences it happened that nothing was divided by zero.
    done = project.refute("find", "dice", "--sequences", "600", "-n", "1")

    assert "1 finding ignored, as configured" in done.out
    assert len(project.saved()) == done.out.count("    finding ")


# ---- defects of refute itself ------------------------------------------------------------------------------------


def _fail(*_, **__):
    raise RuntimeError("a fault of ours")


@pytest.mark.parametrize(
    ("place", "name"),
    [
        (Confirmation, "deaths"),
        (Confirmation, "all"),
        (CorpusKeeper, "run"),
        (api, "write_suite"),
    ],
)
def test_a_defect_is_told_after_what_was_found(project, monkeypatch, place, name):
    project.write("shelf.py", SHELF)
    monkeypatch.setattr(place, name, _fail)
    verb = ("suite", "-o", "tests") if place is api else ("find",)
    done = project.refute(*verb, "shelf", *FEW)

    assert done.code == 3
    assert "RuntimeError: a fault of ours" in done.err and "[defect]" in done.err
    assert "finding" in done.out
    assert project.saved()


@pytest.mark.parametrize(
    "harm",
    [
        "os.closerange(3, 100_000)",
        "shutil.rmtree(os.getcwd())",
        "shutil.rmtree(os.path.dirname(os.getcwd()), ignore_errors=True)",
    ],
)
def test_code_that_closes_or_removes_what_it_can_ends_nothing(project, harm):
    project.write(
        "cleaner.py",
        f"""
        import os, shutil

        def ratio(a: int, b: int) -> float:
            return a / b

        def clean(n: int) -> int:
            {harm}
            return [][n]
        """,
    )
    done, result = project.find("cleaner", "--sequences", "60", "--severity", "robustness")

    assert done.code == 1, done.err
    assert "cleaner:ratio" in {one["operation"] for one in result["findings"]}


@pytest.mark.parametrize("is_theirs", [True, False])
def test_what_a_worker_stumbles_over_is_told_and_the_rest_is_found(project, monkeypatch, is_theirs):
    project.write("shelf.py", SHELF)
    take = supervisor.Supervisor._take
    left = [2]

    def took(self, child, message, end):
        if type(message).__name__ == "SoFar" and left[0]:
            left[0] -= 1
            message = supervisor.Stumbled("Traceback: stumbled", is_theirs)
        take(self, child, message, end)

    monkeypatch.setattr(supervisor.Supervisor, "_take", took)
    done = project.refute("find", "shelf", *FEW)

    assert (done.code, left) == (1 if is_theirs else 3, [0])
    assert done.out.count("    finding ") == len(project.saved()) > 0
    given_up = re.search("could not go on .*: Traceback: stumbled.*  \\[given-up\\]", done.out)
    assert bool(given_up) is is_theirs
    assert ("Traceback: stumbled\nPlease report it.  [defect]" in done.err) is not is_theirs


# ---- files that cannot be written --------------------------------------------------------------------------------


def test_a_suite_that_cannot_be_written_is_shown_and_saved_all_the_same(project, monkeypatch):
    project.write("shelf.py", SHELF)
    write = Path.write_text

    def full(path, *arguments, **more):
        if path.parent.name == "tests":
            raise OSError(28, "No space left on device")
        return write(path, *arguments, **more)

    monkeypatch.setattr(Path, "write_text", full)
    done = project.refute("suite", "shelf", *FEW, "-o", "tests")

    assert (done.code, done.slug) == (4, "unwritable")
    assert done.out.count("    finding ") == 2
    assert len(project.saved()) == 2


# ---- signals -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("signals", "verb"),
    [
        ([signal.SIGHUP], "find"),
        ([signal.SIGINT] * 2, "suite"),
        ([signal.SIGINT] * 10, "find"),
    ],
)
def test_signals_keep_what_was_found(project, signals, verb):
    project.write("shelf.py", SHELF)
    ours, theirs = pty.openpty()
    more = ("-o", "tests") if verb == "suite" else ()
    running = project.start(verb, "shelf", "-n", "1", "--for", "60s", *more, stderr=theirs)
    said = b""
    while b"2 findings" not in said:
        said += os.read(ours, 1 << 16)
    for number in signals:
        os.kill(running.pid, number)
        time.sleep(0.05)
    running.communicate(timeout=60)
    os.close(theirs)
    said += os.read(ours, 1 << 16)

    assert running.returncode == 2
    assert b"Traceback" not in said and b"interrupted" in said
    assert len(project.saved()) == 2
