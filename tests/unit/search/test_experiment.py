"""A guess stands only where the same calls go well with other values of the same types."""

from __future__ import annotations

from refute.model.sequence import Literal, Sequence
from refute.model.typeform import ANY, CALLABLE, TypeForm
from refute.model.verdict import (
    EVERY_VALUE_FAILS,
    UNLIKELY_TYPE,
    Severity,
)
from refute.search.variants import replaced, with_numbers


def test_a_guess_stands_where_another_value_of_the_type_is_taken(experiments):
    assert experiments.supports(experiments.calls("b''", ("mean", (0,))))


def test_what_never_happens_with_the_type_that_is_meant_is_doubtful(experiments):
    # A name is a text, which has no empty parts.
    tried = experiments.calls("['']", ("by_letter", (0,)))
    assert experiments.experiment.doubt(tried, experiments.guess(tried)) == UNLIKELY_TYPE

    assert experiments.supports(experiments.calls("['']", ("by_part", (0,))))


def test_nothing_is_not_taken_as_proof_that_something_would_do(experiments):
    # pairs("") returns, but no text with something in it ever does.
    assert not experiments.supports(experiments.calls("'a'", ("pairs", (0,))))


def test_what_was_put_into_an_object_is_in_doubt_as_well(experiments):
    assert (
        experiments.supports(experiments.calls("'ab'", ("Box", (0,)), ("Box.size", (1,)))) is False
    )
    assert (
        experiments.supports(experiments.calls("[1]", ("Box", (0,)), ("Box.size", (1,)))) is False
    )


def test_a_law_broken_whatever_the_types_stands(experiments):
    assert experiments.supports(experiments.calls("0", ("Coin", (0,)), ("Coin", (0,))))


def test_what_differs_still_differs_where_other_types_are_tried(experiments):
    swapped = experiments.calls("0", "''", ("Slice", (0, 1)))
    mixed = experiments.calls("0", "''", ("Span", (0, 1)))

    assert experiments.guess(swapped).rule == "copy-equal"
    assert experiments.supports(swapped)
    # Two of one type are equal to themselves, whichever type it is.
    assert experiments.guess(mixed).rule == "eq-reflexive"
    assert not experiments.supports(mixed)


def test_a_function_of_ours_may_answer_otherwise(experiments):
    def classes(function: str) -> Sequence:
        sequence = experiments.calls("('a',)", "0", ("classes", (0, 1)))
        return replaced(sequence, {1: Literal(function, TypeForm(CALLABLE, (ANY, ANY)))})

    never = classes("lambda x: 0")

    assert experiments.guess(never).exception == "IndexError"
    assert experiments.supports(never)
    assert not experiments.supports(classes("lambda x: None"))  # there is no other None


def test_what_is_doubtful_stands_where_the_call_takes_it_with_another_value_beside_it(experiments):
    # No other list helps; but with a size of 2 in place of 0 the call takes this one.
    assert experiments.supports(experiments.calls("[1]", "0", ("parts", (0, 1))))


def test_a_law_that_other_types_obey_falls(experiments):
    sequence = experiments.calls("0", ("Box", (0,)))

    assert experiments.guess(sequence).rule == "repr-raises"
    assert not experiments.supports(sequence)


def test_numbers_stand_for_what_equals_them(experiments):
    sequence = experiments.calls("True", "'a'", ("Box", (0,)))

    assert [s.operation.source for s in with_numbers(sequence).steps[:2]] == ["1", "'a'"]
    assert with_numbers(experiments.calls("'a'")) == experiments.calls("'a'")


def test_an_attribute_that_is_missing_whatever_was_passed_stands(experiments):
    assert experiments.supports(experiments.calls("0", ("Watch", (0,)), ("Watch.elapsed", (1,))))


def test_an_attribute_of_something_else_does_not(experiments):
    assert not experiments.supports(experiments.calls("0", ("Cache", (0,)), ("Cache.flush", (1,))))


def test_a_call_that_left_its_mark_elsewhere_counts_too(experiments):
    wrong = experiments.calls("0", ("enter", (0,)), "1", ("shown", (2,)))
    right = experiments.calls("'a'", ("enter_name", (0,)), "1", ("shown", (2,)))
    empty = experiments.calls("''", ("enter", (0,)), "1", ("shown", (2,)))

    assert experiments.guess(wrong).severity is Severity.LIKELY
    # What is no text is never shown: perhaps nobody means it to be entered.
    assert not experiments.supports(wrong)
    # Other texts are shown, so that it is not the type.
    assert experiments.tried(empty).severity is Severity.LIKELY
    assert experiments.tried(right).severity is Severity.LIKELY


def test_what_was_accepted_there_is_tried_before_presets(experiments):
    sequence = experiments.calls("'a'", ("digits", (0,)))

    assert not experiments.supports(sequence)

    experiments.taken = [Literal("'17'", TypeForm("str"))]

    assert experiments.supports(sequence)


def test_of_a_type_that_always_fails_another_accepted_one_is_the_better_example(experiments):
    texts = experiments.calls("''", ("Basket", (0,)), ("Basket.mean", (1,)))
    guess = experiments.guess(texts)

    assert experiments.experiment.doubt(texts, guess) is EVERY_VALUE_FAILS
    assert experiments.experiment.with_other_types(texts, guess) is None

    experiments.taken = [Literal("[1, 2]", TypeForm("list"))]
    found = experiments.experiment.with_other_types(texts, guess)

    assert [one.operation.source for one in found.sequence.steps[:1]] == ["[]"]
    assert found.is_supported
