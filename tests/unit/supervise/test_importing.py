"""Of several modules those that can be imported are; of one alone it is said why not."""

from __future__ import annotations

import pytest

from refute.model.errors import UsageError
from refute.model.subject import Located
from refute.supervise import importing


@pytest.fixture
def imported(monkeypatch):
    """Return the modules that were imported; `bad` cannot be, `worse` does harm."""
    done = []

    def load(module, guard):
        if module in ("bad", "worse"):
            raise UsageError("no", "import-error" if module == "bad" else "import-effects")
        done.append(module)

    monkeypatch.setattr(importing, "load_target", load)
    return done


def test_one_that_cannot_be_imported_is_left_out_among_others(imported):
    begun = []
    importing.load_modules([Located((), ("bad", "good"), None)], None, begun.append)

    assert (begun, imported) == (["bad", "good"], ["good"])


@pytest.mark.parametrize("modules", [("bad",), ("worse", "good")])
def test_one_alone_and_what_does_harm_is_refused(imported, modules):
    with pytest.raises(UsageError):
        importing.load_modules([Located((), modules, None)], None)
