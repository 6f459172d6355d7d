"""The command itself: quick to start, and it knows its verbs."""

from __future__ import annotations

import subprocess
import sys

import pytest

from refute.command.command_line import VERBS, parser
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
    expected = ["command", "command.command_line", "command.main", "model", "model.errors"]

    assert ours == str([f"refute.{name}" for name in expected])
    assert slow == "set()"


def test_every_verb_has_a_function_of_its_name():
    for name, verb in VERBS.items():
        module = __import__(verb.module, fromlist=[name])

        assert callable(getattr(module, name))


def test_only_the_verb_that_was_typed_is_filled_in():
    filled = {name: len(parser("replay").of_verb(name)._actions) > 1 for name in VERBS}

    assert filled == {name: name == "replay" for name in VERBS}


@pytest.mark.parametrize("typed", [["-x", "replay", "--changed"], ["replay", "--changed", "-x"]])
def test_what_stands_before_the_verb_does_not_hide_its_options(typed, capsys):
    assert main(typed) == 4
    assert "unrecognized arguments: -x (" in capsys.readouterr().err
