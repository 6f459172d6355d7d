"""Which findings an entry of `ignore` names."""

from __future__ import annotations

from dataclasses import replace

import pytest

from refute.model.finding import Finding
from refute.model.ignore import entry_for, is_ignored, unused
from refute.model.sequence import Sequence
from refute.model.verdict import Blame, Violation

FOUND = Finding(
    Violation("raises", 0, Blame.CODE, "x", "shop:Cart.pop", ("a",)), Sequence(), Sequence(), 0, "x"
)  # fmt: skip


@pytest.mark.parametrize(
    ("entry", "names"),
    [
        (FOUND.id, True),
        (FOUND.id[:4], False),
        ("raises:shop:Cart.pop", True),
        ("raises:shop:*", True),
        ("guess-raises:shop:*", True),
        ("*:shop:Cart.*", True),
        ("raises:shop:Cart", False),
        ("invariant:shop:Cart.pop", False),
        ("raises", False),
    ],
)
def test_an_entry_names_findings(entry: str, names: bool) -> None:
    assert is_ignored(FOUND, [entry]) is names
    assert unused([entry], [FOUND]) == ([] if names else [entry])


@pytest.mark.parametrize("operation", ["shop:Cart", "shop:Cart.__eq__", "shop:*", "shop:Cart.*"])
def test_a_law_is_about_the_class(operation: str) -> None:
    law = replace(FOUND.violation, rule="eq-symmetric", operation="shop:Cart.__eq__")
    found = replace(FOUND, violation=law)

    assert is_ignored(found, [f"eq-*:{operation}"])
    assert entry_for(found) == "eq-symmetric:shop:Cart"
    assert entry_for(FOUND) == "raises:shop:Cart.pop"
