"""Of the environment code under test sees what says where and how Python runs, and what `--env` adds."""

from __future__ import annotations

import pytest

from refute.supervise import worker_process

READS_A_VARIABLE = """
    import os
    from dataclasses import dataclass

    ZONE = os.environ["SHOP_ZONE"]


    @dataclass
    class Cell:
        size: int

        def rep_ok(self) -> bool:
            return 0 <= self.size < 3

        def half(self) -> float:
            return 1 / self.size
"""


@pytest.mark.parametrize(
    "verb",
    [
        ("find", "cells", "--sequences", "50", "-n", "1"),
        ("plan", "cells"),
        ("structures", "cells:Cell", "--bounds", "size=0..3"),
        ("exhaust", "cells:Cell.half", "--bounds", "size=0..3"),
        ("replay",),
        ("show", "{id}"),
    ],
    ids=lambda verb: verb[0],
)
def test_every_verb_that_imports_code_can_pass_a_variable_on(project, monkeypatch, verb):
    monkeypatch.setenv("SHOP_ZONE", "north")
    project.write("cells.py", READS_A_VARIABLE)
    if verb[0] in ("replay", "show"):
        project.refute("find", "cells", "--sequences", "50", "-n", "1", "--env", "SHOP_ZONE")
        verb = tuple(word.format(id=project.saved()[0]) for word in verb)

    without = project.refute(*verb)
    passed = project.refute(*verb, "--env", "SHOP_ZONE")

    assert "try --env SHOP_ZONE" in without.out + without.err
    assert "--env" not in passed.out + passed.err


def test_the_server_that_is_started_first_is_the_one_that_workers_are_forked_from(
    project, monkeypatch
):
    servers = {}
    monkeypatch.setattr(worker_process, "_servers", servers)
    monkeypatch.setenv("HOME_TOWN", "Delft")
    project.write("pyproject.toml", '[tool.refute]\nenv = ["HOME_TOWN"]\n')
    project.write("town.py", "import os\n\nTOWN = os.environ['HOME_TOWN']\n\ndef f(): pass\n")
    done = project.refute("find", "town", "--sequences", "1", "-n", "1")

    assert done.code == 0, done.err
    assert len(servers) == 1, "it had another environment, and was started for nothing"
