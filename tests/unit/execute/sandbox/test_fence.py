from __future__ import annotations

import os

import pytest

from refute.execute.sandbox.fence import Fence


@pytest.mark.parametrize(
    ("path", "held"),
    [
        ("{s}/a", True),
        ("{s}/a/../b", True),
        ("{s}", True),
        ("{s}/../a", False),
        ("{s}2/a", False),
        ("/", False),
        ("/dev/null", True),
        ("/dev/sda", False),
        ("{s}/out/a", False),
        ("{s}/a\0b", True),
    ],
)
def test_a_fence_holds_only_what_really_lies_inside(tmp_path, path, held):
    scratch = tmp_path / "s"
    scratch.mkdir()
    (scratch / "out").symlink_to("/")

    assert Fence(scratch).holds(path.format(s=scratch)) is held


def test_a_fence_takes_a_link_for_itself_or_for_what_it_leads_to(tmp_path):
    (tmp_path / "link").symlink_to("/etc")
    fence = Fence(tmp_path)

    assert fence.holds(tmp_path / "link", None, "itself")
    assert not fence.holds(tmp_path / "link", None, "followed")
    assert not fence.holds(tmp_path / "link", None, "either")


def test_a_fence_lets_pass_what_is_no_path(tmp_path):
    assert all(Fence(tmp_path).holds(value) for value in (None, 1.5, object(), 10**30, -1))


def test_a_fence_knows_where_a_descriptor_leads(tmp_path):
    (tmp_path / "inside").mkdir()
    fence = Fence(tmp_path / "inside")
    folder = os.open(tmp_path, os.O_RDONLY)
    read, write = os.pipe()

    assert not fence.holds(folder)
    assert not fence.holds("new", folder) and fence.holds("inside/new", folder)
    assert fence.holds(read) and fence.holds(write)
    for fd in (folder, read, write):
        os.close(fd)
