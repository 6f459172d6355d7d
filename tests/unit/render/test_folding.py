"""Tests that differ in literals only, as one test with parameters."""

from __future__ import annotations

from refute.model.recording import Observation, RecordedRaise, RecordedTest
from refute.model.sequence import Call, Display, Literal, Sequence
from refute.model.typeform import ANY, INT, STR, TypeForm
from refute.render.folding import folded, named_folds
from refute.render.folding import test_ids as ids_of
from refute.render.suite_module import suite_file

FEE = Call("shop:fee", (INT,), INT)


def fee(price: str, expected: str, style: str = "==") -> RecordedTest:
    sequence = Sequence().extend(Literal(price, INT)).extend(FEE, [0])
    return RecordedTest(sequence, (Observation(1, "{0}", expected, style),))


def test_tests_that_differ_in_literals_are_one_test_with_rows():
    text = suite_file("shop", [fee("49", "5"), fee("50", "0")], version="1", seed=None)

    assert text.endswith(
        """
@pytest.mark.parametrize(
    ("number", "expected"), [pytest.param(49, 5, id="49"), pytest.param(50, 0, id="50")]
)
def test_fee(number, expected):
    assert fee(number) == expected
"""
    )


def test_one_that_stands_alone_is_written_as_it_is():
    text = suite_file("shop", [fee("49", "5")], version="1", seed=None)

    assert "parametrize" not in text
    assert "assert fee(49) == 5" in text


def test_the_rows_are_known_by_the_names_that_pytest_gives_them():
    tests = [fee("49", "5"), fee("50", "0"), fee("1", "None", "is")]

    assert ids_of(tests) == {
        "test_fee[49]": tests[0],
        "test_fee[50]": tests[1],
        "test_fee_returns_none": tests[2],
    }


def test_what_is_the_same_in_every_row_is_no_parameter():
    call = Call("shop:add", (INT, INT, INT), INT, keywords=("tax",))

    def added(first: str, tax: str) -> RecordedTest:
        steps = Sequence().extend(Literal(first, INT)).extend(Literal("7", INT))
        steps = steps.extend(Literal(tax, INT)).extend(call, [0, 1, 2])
        return RecordedTest(steps, (Observation(3, "{0}", "True", "is"),))

    ((_, fold),) = named_folds([added("1", "2"), added("3", "4")])

    assert [column.name for column in fold.columns] == ["number", "tax"]
    assert fold.ids() == ["1, 2", "3, 4"]


def test_what_a_test_may_change_is_no_parameter():
    def counted(item: str) -> RecordedTest:
        shown = Display("list", (INT,), TypeForm("list", (INT,)))
        listed = Literal(f"[{item}]", TypeForm("list"))
        steps = Sequence().extend(listed).extend(Call("shop:count", (ANY,), INT), [0])
        assert shown.kind == "list"
        return RecordedTest(steps, (Observation(1, "{0}", "1"),))

    assert len(folded([counted("1"), counted("2")])) == 2


def test_other_exceptions_are_other_tests():
    def raising(price: str, message: str) -> RecordedTest:
        sequence = Sequence().extend(Literal(price, STR)).extend(FEE, [0])
        return RecordedTest(sequence, (), RecordedRaise(1, "ValueError", message))

    same = [raising("'a'", "no"), raising("'b'", "no")]

    assert [len(fold.tests) for fold in folded(same)] == [2]
    assert len(folded([*same, raising("'c'", "other")])) == 2


def test_too_many_parameters_are_several_tests():
    call = Call("shop:many", (INT,) * 5, INT)

    def many(start: int) -> RecordedTest:
        steps = Sequence()
        for number in range(5):
            steps = steps.extend(Literal(str(start + number * start), INT))
        return RecordedTest(steps.extend(call, range(5)), (Observation(5, "{0}", "1"),))

    assert len(folded([many(1), many(2)])) == 2


def test_a_parameter_does_not_hide_what_the_test_uses():
    number = Call("shop:number", (INT,), INT)

    def numbered(one: str) -> RecordedTest:
        return RecordedTest(
            Sequence().extend(Literal(one, INT)).extend(number, [0]),
            (Observation(1, "{0}", one),),
        )

    text = suite_file("shop", [numbered("1"), numbered("2")], version="1", seed=None)

    assert "def test_number(number_, expected):\n    assert number(number_) == expected\n" in text


def test_parameters_are_called_as_those_of_the_operation():
    tests = [fee("49", "5"), fee("50", "0")]
    text = suite_file(
        "shop", tests, version="1", seed=None, parameters={"shop:fee": ("price", "tax")}
    )

    assert "def test_fee(price, expected):\n    assert fee(price) == expected\n" in text


def test_long_ids_are_cut_and_tell_rows_apart():
    long = ["'" + "a" * 50 + end + "'" for end in "bc"]

    assert [len(one) for one in folded([fee(text, "1") for text in long])[0].ids()] == [40, 42]
