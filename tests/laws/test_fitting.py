"""Which value may be passed where: the laws of `fits` and `union`."""

from __future__ import annotations

from arbitrary import type_forms
from hypothesis import given
from hypothesis import strategies as st

from refute.model.typeform import ANY, NEVER, TypeForm, fits, members, union

CLASSES = {"bool": {"int"}, "shop:Cart.Item": {"shop:Cart"}}


def is_subclass(name: str, other: str) -> bool:
    return name == other or other in CLASSES.get(name, ())


@given(type_forms)
def test_every_form_fits_itself_and_anything(form):
    assert fits(form, form, is_subclass)
    assert fits(form, ANY, is_subclass)


@given(type_forms)
def test_the_element_of_an_empty_collection_fits_everywhere(form):
    assert fits(NEVER, form, is_subclass)
    assert fits(TypeForm("list", (NEVER,)), TypeForm("list", (form,)), is_subclass)


@given(type_forms, type_forms, type_forms)
def test_what_fits_fits_a_union_with_anything_else(have, want, other):
    if fits(have, want, is_subclass):
        assert fits(have, union(want, other), is_subclass)
        assert fits(have, union(other, want), is_subclass)


@given(type_forms, type_forms, type_forms)
def test_a_mixed_value_fits_where_all_of_it_fits(one, other, want):
    have = union(one, other)
    if fits(have, want, is_subclass) and ANY not in (one, other) and want.name != "union":
        assert fits(one, want, is_subclass)
        assert fits(other, want, is_subclass)


@given(type_forms, type_forms)
def test_lists_fit_as_their_elements_do(have, want):
    lists = TypeForm("list", (have,)), TypeForm("list", (want,))

    assert fits(*lists, is_subclass) == fits(have, want, is_subclass)


@given(type_forms, type_forms)
def test_a_bare_collection_is_taken_on_trust(have, want):
    assert fits(TypeForm("list", (have,)), TypeForm("list"), is_subclass)
    assert fits(TypeForm("list"), TypeForm("list", (want,)), is_subclass)


@given(st.lists(type_forms, min_size=1, max_size=4))
def test_a_union_is_flat_without_repetition_and_whatever_the_order(forms):
    made = union(*forms)

    assert len(set(members(made))) == len(members(made))
    assert not any(member.name == "union" for member in members(made))
    assert union(made, *forms) == made
    assert set(members(union(*reversed(forms)))) == set(members(made))


@given(type_forms)
def test_a_form_is_shown_without_modules(form):
    assert ":" not in str(form)
