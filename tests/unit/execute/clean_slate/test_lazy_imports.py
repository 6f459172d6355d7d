"""A module under test that a call imports is put back to what it was right after its import."""

from __future__ import annotations

import importlib
import sys
import types
from collections.abc import Iterator

import pytest

from refute.execute.clean_slate.slate import Slate

TEXTS = {
    "__init__": "",
    "_pool": "free = [1, 2, 3]\ndef take(): return free.pop()",
    "_broken": "1 / 0",
    "_other": "from lazily import _pool\nmine = {}",
}


@pytest.fixture
def slate(tmp_path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Slate]:
    folder = tmp_path / "lazily"
    folder.mkdir()
    for name, text in TEXTS.items():
        (folder / f"{name}.py").write_text(text)
    with monkeypatch.context() as patch:
        patch.syspath_prepend(tmp_path)
        patch.setattr(sys, "meta_path", list(sys.meta_path))
        importlib.import_module("lazily")
        yield Slate(lambda name: name.partition(".")[0] == "lazily")
    for name in [name for name in sys.modules if name.partition(".")[0] == "lazily"]:
        del sys.modules[name]


@pytest.mark.parametrize("name", ["lazily._pool", "lazily._other"])
def test_what_it_holds_is_put_back(slate, name):
    importlib.import_module(name)
    pool = sys.modules["lazily._pool"]
    pool.take()
    pool.more = 1
    slate.restore()

    assert pool.free == [1, 2, 3]
    assert not hasattr(pool, "more")
    assert sys.modules["lazily"]._pool is pool
    assert "exec_module" not in vars(pool.__loader__)


def test_it_is_entered_again_where_it_was_taken_away(slate):
    pool = importlib.import_module("lazily._pool")
    del sys.modules["lazily._pool"]
    slate.restore()

    assert sys.modules["lazily._pool"] is pool


def test_what_cannot_be_imported_raises_what_it_raises(slate):
    for name, error in (
        ("lazily._broken", ZeroDivisionError),
        ("lazily._missing", ModuleNotFoundError),
    ):
        with pytest.raises(error):
            importlib.import_module(name)

    assert slate.restore() == 0


class Descriptor:
    """As in six: what it stands for moves from the class to the module when it is first asked for."""

    def __get__(self, module, cls):
        module.answer = 42
        del cls.answer
        return 42


def test_a_module_that_fills_itself_is_left_to_itself():
    lazy = type("Lazy", (types.ModuleType,), {"answer": Descriptor(), "__module__": "elsewhere"})
    subject = types.ModuleType("filled")
    subject.lazy = lazy("lazy")
    sys.modules["filled"] = subject
    slate = Slate(lambda name: name == "filled")
    del sys.modules["filled"]

    for _ in range(2):
        assert subject.lazy.answer == 42
        slate.restore(thorough=True)
