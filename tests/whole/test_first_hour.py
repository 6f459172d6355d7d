"""What a new user sees in the first hour: nothing is called that was not, nobody is blamed for what another did."""

from __future__ import annotations

import pytest

# ---- what was not tested -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["async def", "def"])
def test_where_nothing_could_be_called_the_exit_code_is_5_and_it_is_said_why(project, way):
    project.write("later.py", f"import asyncio\n{way} wait(task: asyncio.Task) -> int: ...\n")
    done = project.refute("find", "later", "--sequences", "20", "-n", "1")

    assert done.code == 5
    assert "never called: later:wait: nothing makes a Task\n" in done.out
    assert "Nothing was tested: no operation could be called." in done.out


PICKY = """
    def fine(x: int) -> int:
        return x

    def picky(x: int) -> int:
        raise ValueError(x)
"""


def test_the_summary_names_what_never_passed(project):
    project.write("some.py", PICKY)
    done = project.refute("find", "some", "--sequences", "30", "-n", "1")

    assert done.code == 0
    assert "  Never passed: picky." in done.out.splitlines()[-1]


UNMET = """
    def rare(x: int) -> int:
        return x

    def rare_spec(x: int) -> int:
        assert x == 31337, "PRE"
        y = rare(x)
        assert y == 0, "POST"
        return y
"""


def test_a_contract_that_one_of_two_workers_met_is_not_said_to_be_unmet(project):
    project.write("rare.py", UNMET)
    done = project.refute("find", "rare", "--sequences", "400", "-n", "2")

    assert "rare breaks its postcondition" in done.out
    assert "[contract-unmet]" not in done.out
    assert "Never passed" not in done.out


def test_a_contract_that_nobody_met_is_said_to_be_unmet(project):
    project.write("rare.py", UNMET.replace("x == 31337", "x > 3 and x < 2"))
    done = project.refute("find", "rare", "--sequences", "200", "-n", "2")

    assert "never got what its contract asks for" in done.out


# ---- state -------------------------------------------------------------------------------------------------------


def test_a_module_imported_by_a_call_starts_every_sequence_as_it_was_imported(project):
    project.write(
        "bag/__init__.py",
        "def take() -> int:\n    from bag import _pool\n    return _pool.free.pop()\n",
    )
    project.write("bag/_pool.py", "free = [1, 2, 3]\n")
    done, result = project.find("bag", "--sequences", "60")
    (finding,) = result["findings"]

    assert finding["steps"] == 4
    assert "order-dependent" not in done.out
