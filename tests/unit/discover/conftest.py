"""A module written in the test, found as the command finds it."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from refute.discover.discovery import discover
from refute.discover.modules import locate
from refute.model.subject import Subject


@pytest.fixture
def fresh_imports() -> Iterator[None]:
    """Forget what the test imports."""
    path, modules = list(sys.path), set(sys.modules)
    yield
    sys.path[:] = path
    for name in set(sys.modules) - modules:
        del sys.modules[name]


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str], Path]:
    """Write a file below the temporary folder."""

    def write(name: str, source: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(source), encoding="utf-8")
        return path

    return write


@pytest.fixture
def found(
    tmp_path: Path, write: Callable[[str, str], Path], fresh_imports: None
) -> Callable[..., Subject]:
    """Write `shop.py` and discover it, or a target in it."""

    def found(source: str, target: str = "shop", **options: object) -> Subject:
        write("shop.py", source)
        return discover([locate(target, tmp_path)], **options)  # type: ignore[arg-type]

    return found
