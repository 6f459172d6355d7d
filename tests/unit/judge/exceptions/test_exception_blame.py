"""From facts to a violation: what is one finding, what is said, and what counts less."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from cases import PLAIN, named

from refute.judge.exceptions.exception_blame import judge_exception
from refute.model.execution import Frame
from refute.model.verdict import Severity


@pytest.mark.parametrize(
    ("evidence", "severity"),
    [
        (named("IndexError", internal=True), Severity.ROBUSTNESS),
        (named("IndexError", internal=True, asked_for=True), Severity.ROBUSTNESS),
        (named("NameError", internal=True), Severity.ERROR),
        (named("AttributeError", missing_attribute="module", internal=True), Severity.ERROR),
    ],
)
def test_what_a_package_does_not_offer_counts_less(evidence, severity):
    assert judge_exception(evidence, 0).severity is severity


def at(*functions: str) -> tuple[Frame, ...]:
    return tuple(
        Frame("shop.py", line, name, "shop") for line, name in enumerate(functions, start=1)
    )


def signature_of(*functions: str) -> tuple[str, ...]:
    return judge_exception(named("IndexError", frames=at(*functions)), 0).signature[2:-2]


def test_two_operations_that_stumble_in_the_same_helper_are_two_findings():
    assert signature_of("f", "_h") == ("shop:f", "shop:_h")
    assert signature_of("g", "_h") == ("shop:g", "shop:_h")


def test_a_public_operation_owns_its_fault_whoever_calls_it():
    assert signature_of("h") == ("shop:h",)
    assert signature_of("f", "Cart.add", "_h") == ("shop:Cart.add", "shop:_h")
    assert signature_of("Cart.__len__", "_h") == ("shop:Cart.__len__", "shop:_h")


def test_causes_are_told_apart_by_expression_and_complaint_and_not_by_line():
    first, moved, other, complaint = (
        judge_exception(
            named(
                "ValueError",
                frames=(Frame("f.py", line, "f", "shop"),),
                expression=expression,
                complaint=complaint,
            ),
            0,
        ).signature
        for line, expression, complaint in (
            (5, "int(a)", "invalid literal"),
            (15, "int(a)", "invalid literal"),
            (5, "int(b)", "invalid literal"),
            (5, "int(a)", "too many digits"),
        )
    )

    assert first == moved
    assert len({first, other, complaint}) == 3


def test_functions_of_two_modules_are_told_apart():
    one, other = (
        judge_exception(named("IndexError", frames=(Frame("f.py", 1, "f", module),)), 0).signature
        for module in ("shop.one", "shop.other")
    )

    assert one != other


def test_how_deep_a_recursion_went_makes_no_other_finding():
    shallow, deep = ("f", "_walk", "_end"), ("f", "_walk", "_leaf", "_walk", "_walk", "_end")

    assert signature_of(*shallow)[:2] == signature_of(*deep)[:2] == ("shop:f", "shop:_walk")


def test_a_comprehension_is_part_of_its_function():
    assert signature_of("f", "f.<locals>.<listcomp>") == ("shop:f",)
    assert signature_of("f", "f.<locals>.<genexpr>") == ("shop:f", "shop:f.<locals>.<genexpr>")


def test_without_a_frame_the_operation_stands_for_the_place():
    violation = judge_exception(replace(PLAIN, raiser="binding"), 3)

    assert violation.signature == ("raises", "ValueError", "shop:Cart.add")
    assert (violation.file, violation.line, violation.message) == (None, None, "ValueError")
    assert violation.step == 3


def test_the_reason_speaks_of_arguments_only_where_there_are_some():
    given, nothing = (
        judge_exception(named("IndexError", something_passed=p), 0) for p in (True, False)
    )

    assert "every argument fits its annotation" in given.reason
    assert "narrow the annotation" in given.remedy
    assert "nothing was passed in" in nothing.reason
    assert "annotation" not in nothing.remedy


def test_nobody_is_told_to_define_a_name_of_a_module_in_the_constructor():
    own, module = (
        judge_exception(named("AttributeError", missing_attribute=lacks), 0)
        for lacks in ("self", "module")
    )

    assert "__init__" in own.remedy
    assert "__init__" not in module.remedy and "module" in module.remedy


def test_a_recursion_of_several_functions_is_one_finding_wherever_it_ends():
    frames = [Frame("shop.py", 1, name) for name in ("start", *("odd", "even") * 3)]
    signatures = {
        judge_exception(named("RecursionError", frames=tuple(frames[:end])), 0).signature
        for end in (6, 7)
    }

    assert signatures == {("raises", "RecursionError", ":even")}
