"""Values at the edges of what conditions allow."""

from __future__ import annotations

import pytest

from refute.generate.constrained_values import at_the_edges, keeps, sizes
from refute.model.typeform import INT, STR, TypeForm, restricted

FLOAT = TypeForm("float")
DECIMAL = TypeForm("decimal:Decimal")
DATE = TypeForm("datetime:date")


@pytest.mark.parametrize(
    ("form", "sources"),
    [
        (restricted(INT, "{0} > 3", "{0} <= 9"), ["4", "9", "8"]),
        (restricted(INT, "{0} >= 3", "{0} < 4"), ["3"]),
        (restricted(FLOAT, "{0} > 0", "{0} < 1"), ["0.5"]),
        (restricted(INT, "{0} % 7 == 0", "{0} > 0"), ["7", "14", "70"]),
        (restricted(STR, "re.fullmatch('ab?', {0})"), ["'a'", "'ab'"]),
        (restricted(DECIMAL, "{0} >= 2"), ["decimal.Decimal(2) + 0", "decimal.Decimal(2) + 1"]),
        (restricted(DATE, "{0} <= datetime.date(2024, 1, 31)"), ["datetime.date(2024, 1, 31)"]),
        (restricted(STR, "len({0}) > 3"), []),
    ],
)
def test_the_edges_are_offered_as_far_as_all_conditions_hold(
    form: TypeForm, sources: list[str]
) -> None:
    assert at_the_edges(form) == sources


def test_lengths_are_those_at_the_bounds() -> None:
    assert sizes(restricted(STR, "len({0}) >= 2", "len({0}) < 5", "re.search('a', {0})")) == [
        2,
        3,
        4,
        4,
    ]


def test_what_cannot_be_made_keeps_nothing() -> None:
    assert not keeps("1 / 0", restricted(INT, "{0} > 3"))
