"""Whose fault an exception is: every rule of the table both ways, on real tracebacks and on plain facts."""

from __future__ import annotations

import importlib
import itertools
import re
import sys
import textwrap
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from cases import CASES, FACTS, PLAIN, named

from refute.discover.discovery import discover
from refute.discover.modules import locate
from refute.execute.machine import Machine
from refute.judge.exceptions.exception_blame import judge_exception, rule_for
from refute.judge.exceptions.rules import RULES, Rule
from refute.judge.laws.registry import LAWS
from refute.look.kinds import Kinds
from refute.model.execution import Frame
from refute.model.literals import maker
from refute.model.sequence import Literal, Sequence
from refute.model.typeform import TypeForm
from refute.model.verdict import Blame, Severity, Violation
from refute.search.examiner import Examiner

_numbers = itertools.count()


@pytest.fixture
def judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Return what it means that a call raises: the call of `name` of a module with this text, on literals.

    Of a method the receiver is made first, without arguments.  `accepted`: whether arguments of these kinds were
    accepted before.
    """

    def judge(text: str, name: str, *sources: str, accepted: bool = True) -> Violation:
        module = f"judged_{next(_numbers)}"
        (tmp_path / f"{module}.py").write_text(textwrap.dedent(text))
        monkeypatch.syspath_prepend(tmp_path)
        importlib.invalidate_caches()
        subject = discover([locate(module, tmp_path)])
        routines = {routine.target: routine for routine in subject.routines}
        routine = routines[f"{module}:{name}"]
        sequence = Sequence()
        places = []
        if routine.how in ("method", "get", "operator"):
            owner = routines[f"{module}:{name.partition('.')[0]}"]
            sequence = sequence.extend(owner.call(()))
            places.append(0)
        for source in sources:
            value = maker(source)()
            sequence = sequence.extend(Literal(source, TypeForm(type(value).__name__)))
            places.append(len(sequence) - 1)
        sequence = sequence.extend(routine.call(tuple(range(len(places)))), places)
        kinds = Kinds()
        examiner = Examiner(subject, kinds, Machine(kinds), LAWS)
        violation, _ = examiner.examine(sequence, lambda call, kinds: accepted)
        sys.modules.pop(module, None)
        assert violation is not None, "nothing was raised"
        return violation

    return judge


def verdict(violation: Violation | Rule) -> str:
    """Return "refusal" where the test is to blame, else the severity."""
    return "refusal" if violation.blame is Blame.TEST else violation.severity.value


RULE = {rule.slug: rule for rule in RULES}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[3]}: {case[0]}")
def test_one_rule_decides_what_it_means_that_a_call_raises(judged, case):
    text, name, sources, slug, *_ = case
    violation = judged(text, name, *sources)

    # What is plainly the test's fault the examiner sees without the table.
    assert violation.because in (slug, "")
    assert verdict(violation) == verdict(RULE[slug])


@pytest.mark.parametrize("case", FACTS, ids=lambda case: case[1])
def test_one_rule_decides_what_facts_mean(case):
    evidence, slug, *_ = case

    assert rule_for(evidence).slug == slug


@pytest.mark.parametrize("slug", RULE)
def test_a_rule_has_cases_on_either_side(slug):
    decided = [case[-1] if len(case) in (2, 4) else case[-2] for case in (*CASES, *FACTS)]
    near_misses = [case[-1].split() for case in (*CASES, *FACTS) if len(case) in (3, 5)]

    assert slug in decided, "a case that the rule decides"
    assert any(slug in names for names in near_misses), "a case that it must not decide"


def test_slugs_are_different_words():
    assert len(RULE) == len(RULES)
    assert all(re.fullmatch("[a-z]+(-[a-z]+)*", slug) for slug in RULE)


def test_whatever_is_raised_some_rule_applies():
    assert RULES[-1].applies(PLAIN)


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


@pytest.mark.parametrize(
    ("text", "sources", "expected"),
    [
        ("def f(xs):\n    return sum(xs) / len(xs)", ["[]"], "refusal"),
        ("def f(k):\n    return {}[k]", ["''"], "refusal"),
        ("def f(xs: list[int]) -> float:\n    return sum(xs) / len(xs)", ["[]"], "error"),
        ("def f(n):\n    return m", ["0"], "error"),
    ],
)
def test_what_was_never_accepted_counts_only_against_annotations(judged, text, sources, expected):
    assert verdict(judged(text, "f", *sources, accepted=False)) == expected


def test_the_finding_names_the_place_and_guesses_say_so(judged):
    sure = judged(
        "def f(xs: list[int]) -> int:\n    return _g(xs)\ndef _g(xs):\n    return xs[0]", "f", "[]"
    )
    guess = judged("def f(xs):\n    return sum(xs) / len(xs)", "f", "[]")

    assert (sure.rule, sure.line, sure.exception) == ("raises", 4, "IndexError")
    assert sure.message == "IndexError: list index out of range"
    module = sure.operation.partition(":")[0]
    assert sure.signature == ("raises", "IndexError", f"{module}:f", f"{module}:_g+1")
    assert guess.rule == "guess-raises" and guess.reason.startswith("a guess: ")
    assert "Raises:" in sure.remedy and "annotate" in guess.remedy


def at(*functions: str) -> tuple[Frame, ...]:
    return tuple(
        Frame("shop.py", line, name, "shop") for line, name in enumerate(functions, start=1)
    )


def signature_of(*functions: str) -> tuple[str, ...]:
    return judge_exception(named("IndexError", frames=at(*functions)), 0).signature[2:]


def test_two_operations_that_stumble_in_the_same_helper_are_two_findings():
    assert signature_of("f", "_h") == ("shop:f", "shop:_h+2")
    assert signature_of("g", "_h") == ("shop:g", "shop:_h+2")


def test_a_public_operation_owns_its_fault_whoever_calls_it():
    assert signature_of("h") == ("shop:h+1",)
    assert signature_of("f", "Cart.add", "_h") == ("shop:Cart.add", "shop:_h+3")
    assert signature_of("Cart.__len__", "_h") == ("shop:Cart.__len__", "shop:_h+2")


def test_lines_above_a_function_do_not_matter():
    before, after, elsewhere = (
        judge_exception(
            named("IndexError", frames=(Frame("f.py", line, "f", "shop", first),)), 0
        ).signature
        for line, first in ((5, 3), (15, 13), (16, 13))
    )

    assert before == after != elsewhere


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
    assert signature_of("f", "f.<locals>.<listcomp>") == ("shop:f+2",)
    assert signature_of("f", "f.<locals>.<genexpr>") == ("shop:f", "shop:f.<locals>.<genexpr>+2")


def test_endless_recursion_is_one_finding_wherever_the_stack_runs_out(judged):
    text = "def f(n: int) -> int:\n    return g(n)\ndef g(n: int) -> int:\n    return f(n) + 1"
    signature = judged(text, "f", "0").signature

    assert signature[:2] == ("raises", "RecursionError")
    assert signature[2].count(":") == 1, "a function, and no line"


# ---- what no small subject can show ------------------------------------------------------------------------------


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
