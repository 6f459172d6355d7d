"""Which collections are written as displays, and with what inside."""

from __future__ import annotations

import pytest

from refute.generate.displays import Displays, display_inputs, elements_for
from refute.model.typeform import ANY, INT, STR, TypeForm

REST = TypeForm("...")
INTS = TypeForm("list", (INT,))


@pytest.mark.parametrize(
    ("form", "inputs"),
    [
        (INTS, [(INT,), (INT, INT)]),
        (TypeForm("dict", (STR, INT)), [(STR, INT)]),
        (TypeForm("collections.abc:Mapping", (STR, INT)), [(STR, INT)]),
        (TypeForm("tuple", (INT, STR)), [(INT, STR)]),
        (TypeForm("tuple", (INT, REST)), [(INT,), (INT, INT)]),
    ],
)
def test_displays_have_one_element_and_two_unless_the_type_says_how_many(form, inputs):
    assert display_inputs(form) == inputs


@pytest.mark.parametrize(
    ("form", "elements"),
    [
        (INTS, [INT] * 3),
        (TypeForm("dict", (STR, INT)), [STR, INT] * 3),
        (TypeForm("tuple", (INT, STR)), [INT, STR]),
        (TypeForm("tuple", (INT, REST)), [INT] * 3),
        (TypeForm("tuple"), [ANY] * 3),
        (TypeForm("dict"), [ANY] * 6),
    ],
)
def test_a_display_of_three_elements_has_three_unless_it_is_a_fixed_tuple(form, elements):
    assert elements_for(form, 3) == elements


def test_a_shape_is_one_operation():
    displays = Displays()
    one = displays.operation("list", (INT,), INTS)

    assert displays.operation("list", (INT,), INTS) is one
    assert displays.operation("list", (INT, INT), INTS) is not one
