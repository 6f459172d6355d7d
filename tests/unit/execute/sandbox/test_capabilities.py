from __future__ import annotations

import subprocess
import sys

import pytest

from refute.execute.sandbox import capabilities

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="only Linux has capabilities"
)

CHOWN, DAC_OVERRIDE, DAC_READ_SEARCH, FOWNER, FSETID = (1 << number for number in range(5))


def held(*allowed: str) -> tuple[int, int]:
    """Return what a process has, and what programs it starts could get."""
    program = (
        "from pathlib import Path; from refute.execute.sandbox import capabilities\n"
        f"capabilities.give_up({allowed})\n"
        "lines = Path('/proc/self/status').read_text().splitlines()\n"
        "held = dict(line.split(':', 1) for line in lines)\n"
        "print(int(held['CapEff'], 16), int(held['CapBnd'], 16))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    effective, bound = map(int, done.stdout.split())
    return effective, bound


def test_root_keeps_what_opening_files_needs_and_nothing_else():
    effective, bound = held()

    assert effective & ~(DAC_OVERRIDE | DAC_READ_SEARCH) == 0
    assert (
        bound & ~(DAC_OVERRIDE | DAC_READ_SEARCH) == 0 or effective == 0
    )  # not root: it has none to give up


def test_who_may_change_files_may_change_their_owners():
    effective, _ = held("files")

    assert effective in (0, CHOWN | DAC_OVERRIDE | DAC_READ_SEARCH | FOWNER | FSETID)


def test_other_systems_do_not_know_them(monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.delattr(capabilities.ctypes, "CDLL")

    capabilities.give_up(())
