"""Where the kernel cannot hold C code back, every run says so, and `--require-sandbox` refuses to go on."""

from __future__ import annotations

import pytest

from refute.execute.sandbox import landlock, seccomp

CELL = """
class Cell:
    def __init__(self, n: int) -> None:
        self.n = n

    def rep_ok(self) -> bool:
        return self.n == self.n
"""
VERBS = {
    "find": ("find", "cell", "--sequences", "5", "-n", "1"),
    "plan": ("plan", "cell"),
    "structures": ("structures", "cell:Cell", "--bounds", "n=0..1"),
}
LACKING = {
    "Landlock": (landlock, "abi", None),
    "Landlock of this version": (landlock, "abi", 2),
    "seccomp": (seccomp, "is_available", False),
}


@pytest.fixture
def lacking(monkeypatch, project):
    """A function that takes something away from the kernel."""
    project.write("cell.py", CELL)

    def take(wall: str) -> None:
        module, name, answer = LACKING[wall]
        monkeypatch.setattr(module, name, lambda: answer)

    return take


@pytest.mark.parametrize("wall", LACKING)
def test_what_is_missing_is_said_in_one_line_and_the_run_goes_on(project, lacking, wall):
    lacking(wall)
    done = project.refute(*VERBS["find"])

    assert done.code == 0
    assert done.slug == "no-sandbox"
    assert f"lacks {'Landlock' if 'Landlock' in wall else 'a system call filter'}" in done.err


@pytest.mark.parametrize("verb", VERBS)
def test_a_required_sandbox_that_is_not_there_ends_the_run(project, lacking, verb):
    lacking("seccomp")
    done = project.refute(*VERBS[verb], "--require-sandbox")

    assert (done.code, done.slug, done.out) == (4, "no-sandbox", "")


def test_it_can_be_required_in_the_configuration(project, lacking):
    lacking("Landlock")
    project.write("pyproject.toml", "[tool.refute]\nrequire-sandbox = true\n")

    assert project.refute(*VERBS["find"]).code == 4


@pytest.mark.skipif(
    (landlock.abi() or 0) < landlock.COMPLETE or not seccomp.is_available(),
    reason="this system lacks something",
)
def test_where_nothing_is_missing_nothing_is_said(project, lacking):
    done = project.refute(*VERBS["find"], "--require-sandbox")

    assert (done.code, done.err) == (0, "")
