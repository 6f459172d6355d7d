"""Whose fault an exception is: every rule of the table both ways, on real tracebacks and on plain facts."""

from __future__ import annotations

import importlib
import itertools
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from cases import CASES, FACTS, PLAIN

from refute.discover.discovery import discover
from refute.discover.modules import locate
from refute.execute.machine import Machine
from refute.judge.exceptions.exception_blame import rule_for
from refute.judge.exceptions.rules import LAW_RULES, RULE, RULES, Rule
from refute.judge.laws.registry import LAWS
from refute.look.kinds import Kinds
from refute.model.literals import maker
from refute.model.sequence import Literal, Sequence
from refute.model.typeform import TypeForm
from refute.model.verdict import Blame, Violation
from refute.search.examiner import Examiner

ROOT = Path(__file__).parents[4]
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
        sequence = Sequence()
        left = list(sources)
        for one in name.split():
            routine = routines[f"{module}:{one}"]
            places = []
            if routine.how in ("method", "get", "operator", "set"):
                if not sequence.steps:
                    owner = routines[f"{module}:{one.partition('.')[0]}"]
                    sequence = sequence.extend(owner.call(()))
                places.append(0)
            while left and (source := left.pop(0)) != ";":
                if source == "@":
                    places.append(0)
                    continue
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
    """Return "refusal" where the test is to blame, "nobody", or the severity."""
    named = {Blame.TEST: "refusal", Blame.NOBODY: "nobody"}
    return named.get(violation.blame, violation.severity.value)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[3]}: {case[0]}")
def test_one_rule_decides_what_it_means_that_a_call_raises(judged, case):
    text, name, sources, slug, *_ = case
    violation = judged(text, name, *sources)

    assert violation.because == slug
    assert verdict(violation) == verdict(RULE[slug])


@pytest.mark.parametrize("case", FACTS, ids=lambda case: case[1])
def test_one_rule_decides_what_facts_mean(case):
    evidence, slug, *_ = case

    assert rule_for(evidence).slug == slug


# What no call with arguments that were accepted before can show.
SHOWN_ELSEWHERE = {
    "own-raise": "search/test_called_back.py::test_what_our_function_raises_is_no_fault_of_the_code",
    "own-step": "search/test_examiner.py::test_a_display_that_raises_is_our_fault",
    "unannotated-never-accepted": "test_what_was_never_accepted_counts_only_against_annotations",
    "unbound-name-never-accepted": "test_what_was_never_accepted_counts_only_against_annotations",
    "law-operand": "laws/test_checking.py::test_an_operand_that_the_law_brings_is_not_what_was_put_in",
    "refuses-inverse": "search/test_weighing.py::test_what_the_inverse_has_made_is_meant_to_be_taken",
    "changed-meanwhile": "search/test_weighing.py::test_a_collection_says_itself_that_it_was_changed_meanwhile",
    "law-refused-guess": "laws/test_checking.py::test_what_a_method_refuses_itself_is_a_guess",
    "law-refused": "laws/test_checking.py::test_a_refusal_is_likely_where_a_method_may_not_raise",
}


@pytest.mark.parametrize("slug", RULE)
def test_every_rule_decides_on_real_code(slug):
    assert slug in {case[3] for case in CASES} | {*SHOWN_ELSEWHERE}


@pytest.mark.parametrize("slug", RULE)
def test_a_rule_has_cases_on_either_side(slug):
    decided = [case[-1] if len(case) in (2, 4) else case[-2] for case in (*CASES, *FACTS)]
    near_misses = [case[-1].split() for case in (*CASES, *FACTS) if len(case) in (3, 5)]

    assert slug in decided, "a case that the rule decides"
    assert any(slug in names for names in near_misses), "a case that it must not decide"


def test_the_documented_diff_brought_a_rule(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
    diff = page.partition("## Add a blame rule")[2].partition("```diff\n")[2].partition("```")[0]
    names = re.findall(r"^\+\+\+ b/(.*)$", diff, re.M)
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text((ROOT / name).read_text(encoding="utf-8"), encoding="utf-8")
    subprocess.run(["git", "apply", "-R", "-"], input=diff, text=True, cwd=tmp_path, check=True)
    before = [(tmp_path / name).read_text(encoding="utf-8") for name in names]

    assert "unset-after-none" in RULE
    assert not [text for text in before if "unset-after-none" in text]


def test_slugs_are_different_words():
    assert len(RULE) == len(RULES) + len(LAW_RULES)
    assert all(re.fullmatch("[a-z]+(-[a-z]+)*", slug) for slug in RULE)


def test_whatever_is_raised_some_rule_applies():
    assert RULES[-1].applies(PLAIN)


@pytest.mark.parametrize(
    ("text", "sources", "expected"),
    [
        (
            "def f(xs):\n    return sum(xs) / len(xs)",
            ["[]"],
            ("unannotated-never-accepted", "refusal"),
        ),
        ("def f(k):\n    return {}[k]", ["''"], ("unannotated-never-accepted", "refusal")),
        (
            "def f(n):\n    return g(n).x\ndef g(n):\n    return n",
            ["0"],
            ("never-accepted", "refusal"),
        ),
        ("def f(k):\n    raise KeyError(k)", ["''"], ("raised-on-purpose", "refusal")),
        (
            "def f(xs: list[int]) -> float:\n    return sum(xs) / len(xs)",
            ["[]"],
            ("despite-fit", "likely"),
        ),
        ("def f(n):\n    return m", ["0"], ("missing-name", "error")),
        (
            "def f(n):\n    if n:\n        m = n\n    return m",
            ["0"],
            ("unbound-name-never-accepted", "refusal"),
        ),
    ],
)
def test_what_was_never_accepted_counts_only_against_annotations(judged, text, sources, expected):
    violation = judged(text, "f", *sources, accepted=False)

    assert (violation.because, verdict(violation)) == expected


def test_the_finding_names_the_place_and_guesses_say_so(judged):
    sure = judged(
        "def f(xs: list[int]) -> int:\n    return _g(xs)\ndef _g(xs):\n    return xs[0]", "f", "[]"
    )
    guess = judged("def f(xs):\n    return sum(xs) / len(xs)", "f", "[]")

    assert (sure.rule, sure.line, sure.exception) == ("raises", 4, "IndexError")
    assert sure.message == "IndexError: list index out of range"
    module = sure.operation.partition(":")[0]
    way = (f"{module}:f", f"{module}:_g")
    assert sure.signature == ("raises", "IndexError", *way, "xs[0]", "")
    assert (guess.rule, guess.is_guess, sure.is_guess) == ("raises", True, False)
    assert guess.told_reason == f"a guess: {guess.reason}"
    assert "Raises:" in sure.remedy and "annotate" in guess.remedy


def test_endless_recursion_is_one_finding_wherever_the_stack_runs_out(judged):
    text = "def f(n: int) -> int:\n    return g(n)\ndef g(n: int) -> int:\n    return f(n) + 1"
    signature = judged(text, "f", "0").signature

    assert signature[:2] == ("raises", "RecursionError")
    assert signature[2].count(":") == 1, "a function, and no line"
