"""Sequences written as a person would."""

from __future__ import annotations

import pytest

from refute.model.sequence import Call, Literal, Sequence
from refute.model.typeform import ANY, BOOL, INT, TypeForm, union
from refute.search.plain_sequences import may_be_bool, numbers_for_truths, with_results_written

TRUE = Literal("True", BOOL)


def passing(form: TypeForm) -> Sequence:
    return Sequence().extend(TRUE).extend(Call("shop:f", (form,), INT), [0])


def test_a_truth_is_written_as_a_number_where_a_number_is_asked_for():
    plain = numbers_for_truths(passing(INT))

    assert plain.steps[0].operation == Literal("1", INT)


@pytest.mark.parametrize("form", [BOOL, ANY, union(INT, BOOL), TypeForm("literal", (INT,))])
def test_a_truth_stays_where_one_may_be_meant(form):
    assert may_be_bool(form)
    assert numbers_for_truths(passing(form)) == passing(form)


def test_a_result_that_is_used_is_written_where_it_is_used():
    made = Sequence().extend(Call("shop:f", (), INT)).extend(Call("shop:g", (INT,), INT), [0])
    written = with_results_written(made, [7, 8], [INT, INT])

    assert [getattr(s.operation, "source", "call") for s in written.steps] == ["call", "7", "call"]
    assert list(written.sources(2)) == [1]


def test_a_result_that_nobody_uses_or_that_is_no_plain_value_is_not_written():
    used = Sequence().extend(Call("shop:f", (), ANY)).extend(Call("shop:g", (ANY,), INT), [0])

    assert with_results_written(used, [[1], 8], [ANY, INT]) == used
