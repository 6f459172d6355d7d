"""The command itself: quick to start, and it knows its verbs."""

from __future__ import annotations

import subprocess
import sys

import pytest

from refute.command.main import main


def test_help_loads_nothing_of_what_the_verbs_do():
    program = (
        "import sys; from refute.command.main import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "print(sorted(m for m in sys.modules if m.startswith('refute.')), file=sys.stderr)\n"
        "print({'dataclasses', 'inspect', 'pathlib', 'json'} & {*sys.modules}, file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    ours, slow = done.stderr.splitlines()
    expected = [
        *("command", "command.command_line", "command.main", "command.output"),
        *("model", "model.errors"),
    ]

    assert ours == str([f"refute.{name}" for name in expected])
    assert slow == "set()"


@pytest.mark.parametrize("typed", [["-x", "replay", "--changed"], ["replay", "--changed", "-x"]])
def test_what_stands_before_the_verb_does_not_hide_its_options(typed, capsys):
    assert main(typed) == 4
    assert "unrecognized arguments: -x (" in capsys.readouterr().err
