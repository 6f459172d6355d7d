"""One piece of work in a sandboxed fork: what it says, what it asks to be written, and how it ends."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from refute.discover.modules import locate
from refute.model.errors import Defect, UsageError
from refute.model.options import Options
from refute.supervise.sandboxed import FINDINGS, INTERRUPTED, Inside, run_sandboxed


@pytest.fixture
def run(tmp_path: Path, capfd: pytest.CaptureFixture[str]):
    (tmp_path / "boxed_shop.py").write_text("PRICE = 7\n")
    located = locate("boxed_shop:PRICE", tmp_path)

    def run(work, **given) -> tuple[int, str, str]:
        code = run_sandboxed(work, located, Options(), **given)
        return code, *capfd.readouterr()

    return run


def test_what_it_prints_is_passed_on(run):
    def work(inside: Inside) -> int:
        print("größe", inside.module.PRICE, "\udc80", file=inside.out)
        print("x" * 200_000 + "ä" * 100_000, file=inside.err)
        return 5

    code, out, err = run(work)

    assert (code, out) == (5, "größe 7 \\udc80\n")
    assert err == "x" * 200_000 + "ä" * 100_000 + "\n"


def test_only_files_that_the_parent_was_told_of_are_written(run, tmp_path):
    wanted, other = tmp_path / "wanted", tmp_path / "other"

    def work(inside: Inside) -> int:
        inside.save(str(wanted), "text")
        inside.save(str(other), "text")
        return 0

    assert run(work, files={str(wanted)})[0] == 0
    assert wanted.read_text() == "text"
    assert not other.exists()


def test_trouble_is_raised_again(run):
    def wrong(inside: Inside) -> int:
        raise UsageError("no such class", "bad-target")

    def defect(inside: Inside) -> int:
        raise KeyError("ours")

    with pytest.raises(UsageError, match="no such class"):
        run(wrong)
    with pytest.raises(Defect, match="KeyError: 'ours'"):
        run(defect)


def test_a_death_is_a_finding_and_an_interruption_is_none(run):
    def die(inside: Inside) -> int:
        os._exit(7)

    def interrupted(inside: Inside) -> int:
        raise KeyboardInterrupt

    assert run(die)[:2] == (FINDINGS, "boxed_shop:PRICE: the process dies (exit code 7)\n")
    assert run(interrupted)[0] == INTERRUPTED


def test_what_is_no_message_is_a_defect(run):
    def lie(inside: Inside) -> int:
        inside._channel.send({"is": "nothing"})
        return 0

    def write(inside: Inside) -> int:
        with inside.guard.trusted():
            os.write(inside._channel._descriptor, b"hello\n")
        return 0

    with pytest.raises(Defect, match="no message"):
        run(write)
    with pytest.raises(Defect, match="no form in JSON"):
        run(lie)
