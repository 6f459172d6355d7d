"""What is remembered of a run that passed."""

from __future__ import annotations

import pytest

from refute.model.recording import is_branch


@pytest.mark.parametrize(
    ("feature", "expected"),
    [("shop.py:1:2→3", True), ("shop:add int", False), ("notices add:1:2-3 1 → 2", False)],
)
def test_a_branch_leads_from_one_line_to_another(feature, expected):
    assert is_branch(feature) is expected
