"""What a guard trusts, counts and says; and threads that were left running."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from refute.execute.sandbox.guard import Guard
from refute.model.execution import RefusedEffect


def test_trust_is_of_one_thread_only(sandboxed):
    answered = sandboxed(
        """
        import threading
        with guard.trusted():
            answer(attempt(os.listdir, outside))
            seen = []
            thread = threading.Thread(target=lambda: seen.append(attempt(os.remove, outside / "precious")))
            thread.start(); thread.join()
            answer(seen[0])
        """
    )

    assert answered == [[["precious"], 0], ["RefusedEffect", 1]]


def test_leftover_threads_are_found(sandboxed):
    answered = sandboxed(
        """
        import threading, time, _thread
        def forever():
            while True:
                time.sleep(0.001)
        answer(leftover_threads(guard))
        threading.Thread(target=forever, name="worker-3", daemon=True).start()
        _thread.start_new_thread(forever, ())
        time.sleep(0.05)  # until it runs nobody knows of it
        answer(sorted(leftover_threads(guard).values()))
        """
    )

    assert answered == [{}, ["without a name", "worker-3"]]


def test_every_refusal_is_counted_and_the_first_action_kept(tmp_path: Path) -> None:
    guard = Guard(frozenset(), tmp_path)
    guard.note("files", "open 'a'")
    with pytest.raises(RefusedEffect, match="open 'b'"):
        guard.refuse("files", "open 'b'")

    assert (guard.refused, guard.counts) == (2, {"files": 2})
    assert guard.examples == {"files": "open 'a'"}
    assert guard.last is not None and guard.last.action == "open 'b'"


def test_trust_ends_with_the_outermost_block(tmp_path: Path) -> None:
    guard = Guard(frozenset(), tmp_path)
    with guard.trusted():
        with guard.trusted():
            pass
        inside = guard.is_trusted()

    assert inside and not guard.is_trusted()


def test_one_line_says_which_walls_stand(tmp_path: Path) -> None:
    guard = Guard(frozenset({"threads", "files"}), tmp_path)
    guard.seccomp, guard.limits = True, {"memory": 7}

    assert guard.in_force() == "audit hook, system call filter, memory 7; allowed: files, threads"
    assert Guard(frozenset(), tmp_path).in_force() == "audit hook; allowed: nothing"


@pytest.mark.parametrize(
    ("path", "listing", "is_outside"),
    [
        ("/etc/passwd", False, True),
        (b"/etc", True, True),
        ("data.csv", False, False),
        ("../home/.config", False, True),
        (".", True, True),
        (None, True, True),
        ("/", False, False),
        ("/", True, True),
        ("/dev/null", False, False),
        (7, False, False),
    ],
)
def test_what_is_looked_at_outside_the_project_is_noted(tmp_path, path, listing, is_outside):
    project = tmp_path / "project"
    project.mkdir()
    guard = Guard(frozenset(), tmp_path / "scratch")
    guard.watch_reading([str(project)], lambda path: None)

    assert guard.note_looking(path, listing) is is_outside
    assert bool(guard.read_last) is is_outside
    assert not guard.note_looking(project / "data.csv") and not guard.note_looking(project, True)


def test_a_device_or_a_pipe_of_others_is_not_opened_even_to_read_it(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    guard = Guard(frozenset(), tmp_path / "scratch")
    guard.watch_reading([], lambda path: None)

    for path in ("/dev/tty", tmp_path / "pipe"):
        with pytest.raises(RefusedEffect, match="which is no file"):
            guard.note_reading(path)
    for path in ("/dev/null", "/dev/urandom", "/etc/passwd", "/nonexistent"):
        guard.note_reading(path)
