"""What answers are made with, in the process that was asked."""

from __future__ import annotations

import signal
from types import SimpleNamespace

from refute.model.sequence import Call, Sequence
from refute.model.typeform import ANY
from refute.supervise.answering import Imported, _how_it_died


def test_an_operation_that_is_gone_is_named(bench):
    one = bench("def f() -> int:\n    return 1\n")
    imported = SimpleNamespace(machine=one.campaign.machine)

    def missing(name: str) -> str:
        return Imported.missing(imported, Sequence().extend(Call(f"{one.module}:{name}", (), ANY)))

    assert missing("f") == ""
    assert "nosuch" in missing("nosuch")


def test_how_a_process_died_is_told_by_signal_or_exit_code():
    assert _how_it_died(signal.SIGSEGV) == "SIGSEGV"
    assert _how_it_died(3 << 8) == "exit code 3"
