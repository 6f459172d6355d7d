"""All families of relations: what each says about itself."""

from __future__ import annotations

import pytest

from refute.judge.laws.registry import LAWS
from refute.judge.relations.related import FAMILIES, RULES
from refute.judge.relations.relation import Family


def test_rules_are_unique_and_no_laws():
    assert len(RULES) == len(FAMILIES)
    assert RULES.isdisjoint(law.name for law in LAWS)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.rule)
def test_a_family_says_everything_about_itself(family: Family):
    assert family.says and family.reason and family.remedy and family.silent_when and family.example
    assert family.test_name.isidentifier()
    assert family.enough >= 0 and 0 <= family.share <= 1
