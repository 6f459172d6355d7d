"""What is said about the project itself: its version, its changelog, and the pages for contributors."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import refute

ROOT = Path(__file__).parents[2]
PAGES = ["CHANGELOG.md", "CONTRIBUTING.md", "changelog.d/README.md"]
FRAGMENT = re.compile(r"[a-z0-9-]+\.(found|fixed|changed|removed)\.md")
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]


def sentences(text: str) -> list[str]:
    """Return the sentences of a paragraph; what stands in backticks ends none."""
    return re.split(r"(?<=[.!?])\s+", re.sub(r"`[^`]*`", "code", text.strip()))


def complaints(name: str, text: str) -> list[str]:
    """Return what is wrong with a changelog fragment; changelog.d/README.md says what is right."""
    wrong = []
    if not FRAGMENT.fullmatch(name):
        wrong.append("is named <short-name>.<found|fixed|changed|removed>.md, in small letters")
    if not text.strip().endswith("."):
        wrong.append("ends with a full stop")
    if len(sentences(text)) > 2:
        wrong.append("has one or two sentences")
    return [f"{name}: a fragment {what}" for what in wrong]


def test_fragments_are_named_by_kind_and_short() -> None:
    fragments = {*(ROOT / "changelog.d").iterdir()} - {ROOT / "changelog.d" / "README.md"}
    wrong = [
        c for path in sorted(fragments) for c in complaints(path.name, path.read_text("utf-8"))
    ]

    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("name", "text", "count"),
    [
        ("hangs.fixed.md", "Calls of `a. b. c.` end after 1.5 s. They are not failures.\n", 0),
        ("hangs.mended.md", "Calls end.", 1),
        ("Hangs.txt", "Calls end.", 1),
        ("hangs.fixed.md", "calls end", 1),
        ("hangs.fixed.md", "One. Two. Three.", 1),
    ],
)
def test_what_is_wrong_with_a_fragment_is_said(name: str, text: str, count: int) -> None:
    assert len(complaints(name, text)) == count


def test_the_version_is_the_same_everywhere_and_heads_the_changelog() -> None:
    headings = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)

    assert VERSION == refute.__version__ == headings[0]


@pytest.mark.parametrize("page", PAGES)
def test_files_that_the_pages_link_to_exist(page: str) -> None:
    path = ROOT / page
    links = re.findall(r"\]\(([^)#]+)", path.read_text(encoding="utf-8"))

    assert [link for link in links if not (path.parent / link).exists()] == []
