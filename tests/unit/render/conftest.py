"""The stack of `stack_subject`, as a module that can be imported."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from stack_subject import SUBJECT


@pytest.fixture
def subject(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Write `stacks.py`; return its folder, which is on the import path."""
    folder = tmp_path / "src"
    folder.mkdir()
    (folder / "stacks.py").write_text(SUBJECT)
    monkeypatch.syspath_prepend(str(folder))
    yield folder
    sys.modules.pop("stacks", None)
