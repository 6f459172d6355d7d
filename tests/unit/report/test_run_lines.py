"""What is said about a run besides its findings."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from refute.model.finding import Finding
from refute.model.messages import Learned
from refute.model.options import Options
from refute.model.results import FORBIDDEN, Results
from refute.model.sequence import Call, Sequence
from refute.model.typeform import INT
from refute.model.verdict import INTERNAL, capped, hang
from refute.report.run_lines import by_module, folded, learned, not_shown, untested

SEQUENCE = Sequence().extend(Call("shop:Cart.total", (), INT))


def finding(operation: str) -> Finding:
    """Return a finding of severity robustness."""
    return Finding(hang(operation, 0, 5.0), SEQUENCE, SEQUENCE, 0, "feedback")


def run(**found) -> Results:
    return Results(Options(), ["shop"], **found)


def minor(*names: str) -> dict[str, Finding]:
    return {name: finding(f"shop:{name}") for name in names}


def test_robustness_is_folded_into_one_line():
    (line,) = folded(run(findings=minor("a")), [])
    (more,) = folded(run(findings=minor("a", "b", "c", "d", "e")), [])

    assert line.startswith("1 finding of severity robustness (a); show it with")
    assert more.startswith("5 findings of severity robustness (") and ", …)" in more


def test_what_is_shown_or_counts_is_not_folded():
    found = minor("a")

    assert folded(run(findings=found), [found["a"]]) == []
    assert folded(run(), []) == []


def test_an_operation_with_two_findings_is_named_once():
    found = {"1": finding("shop:a"), "2": replace(finding("shop:a"), sequence=Sequence())}

    (line,) = folded(run(findings=found), [])

    assert line.startswith("2 findings of severity robustness (a); show them with")


def internal(name: str) -> Finding:
    one = finding(f"shop:{name}")
    return replace(one, violation=capped(one.violation, INTERNAL))


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (
            {"a": internal("a")},
            "it is in what the package does not offer to others; named, it counts",
        ),
        ({"a": internal("a"), **minor("b")}, "1 of them is in what the package does not offer"),
        (
            {"a": internal("a"), "b": internal("b")},
            "2 of them are in what the package does not offer",
        ),
    ],
)
def test_what_counts_when_it_is_named_is_said(found, said):
    _, line = folded(run(findings=found), [])

    assert line.startswith(said)
    assert line.endswith("refute find shop")


def test_what_is_not_shown_is_named():
    one = finding("shop:a")
    some = run(ignored={"abc": one}, order_dependent={"x": one}, flaky={"y": one})
    some.options = replace(some.options, ignore=("hangs:shop:a", "eq-*:shop:*"))

    assert not_shown(run()) == []
    assert not_shown(some) == [
        "1 finding ignored, as configured: abc",
        "ignore: nothing was found that eq-*:shop:* would ignore; it can go",
        f"order-dependent, not shown: a does not return within 5 s ({one.id}) needs other calls before it",
        f"flaky, not shown: a does not return within 5 s ({one.id}) did not repeat in a fresh process",
    ]


@pytest.mark.parametrize(
    ("found", "line"),
    [
        ({"unreached": {"shop:f": "nothing makes a X"}}, "never called: shop:f: nothing makes a X"),
        ({"stopped": ["shop:f"]}, "stopped: shop:f did not return in time"),
        (
            {"operations": {"shop:f": {"calls": 1, "raised": {"MemoryError": 1}}}},
            "out of memory: shop:f raised MemoryError, for which nobody is blamed",
        ),
        (
            {"refusals": {"files": "open x"}},
            "refused: files: the code tried to open x; allow that with --allow files",
        ),
        (
            {"refusals": {"files": "close descriptor 3, which belongs to refute"}},
            "refused: files: the code tried to close descriptor 3, which belongs to refute",
        ),
        (
            {"operations": {"shop:f": {"calls": 3, "raised": {"RefusedEffect": 3}}}},
            "never passed: the sandbox refused every call of f",
        ),
        ({"skipped": {"shop": "no"}}, "skipped: shop: no"),
        (
            {"structures": {"shop:T": {"refused": True, "note": "n"}}},
            "bounds not used: shop:T: n",
        ),
        (
            {"operations": {"shop:f": {"calls": 9, "raised": {"A": 1, "B": 8}}}},
            "never passed: every call raised of f (B ×8, A ×1)",
        ),
    ],
)
def test_what_is_not_tested_is_told_with_its_reason(found, line):
    assert untested(run(**found), verbose=False) == [line]


@pytest.mark.parametrize(
    "numbers",
    [
        {},
        {"calls": 3, "passed": 1, "raised": {"A": 2}},
        {"calls": 3, "raised": {"invariant": 2, FORBIDDEN: 1}},
        {"calls": 60, "unmet": 60, "raised": {"AssertionError": 60}},
    ],
)
def test_what_is_told_elsewhere_is_not_said_to_raise_always(numbers):
    assert untested(run(operations={"shop:f": numbers}), verbose=False) == []


def test_what_always_raised_is_one_line_and_with_v_one_for_each():
    names = {f"shop:f{n}": {"calls": 1, "raised": {"E": 1}} for n in range(6)}
    some = run(operations=names, unaccepted={"shop:f0": "date, zone", "shop:f1": "date"})

    assert untested(some, verbose=False) == [
        "never passed: every call raised of f0 (E ×1), f1 (E ×1), f2 (E ×1), f3 (E ×1) and 2 more (-v); "
        "offer values for date, zone in [tool.refute.presets]"
    ]
    assert untested(some, verbose=True)[1] == (
        "never passed: every call of shop:f1 raised: E ×1; "
        "offer values for date in [tool.refute.presets]"
    )


def test_what_never_passed_is_told_however_much_was_never_called():
    some = run(
        unreached={f"shop:{n}": "no" for n in range(9)},
        operations={
            "shop:f": {"calls": 1, "raised": {"E": 1}},
            "shop:g": {"calls": 1, "raised": {"RefusedEffect": 1}},
        },
    )
    first, second, *others = untested(some, verbose=False)

    assert first == "never passed: every call raised of f (E ×1)"
    assert second == "never passed: the sandbox refused every call of g"
    assert others[-1] == "… and 7 more (-v)"


def test_what_a_finding_is_about_is_not_told_twice():
    some = run(findings=minor("f"), unreached={"shop:f": "no"}, stopped=["shop:f"])

    assert untested(some, verbose=False) == []


def test_only_a_few_lines_are_told_unless_all_are_asked_for():
    structures = {
        "shop:T": {"objects": 3, "by_calls": 2, "note": "size=0..2"},
        "shop:U": {"objects": 0, "note": "no bounds"},
    }
    some = run(
        unreached=Counter({f"shop:{n}": "no" for n in range(6)}),
        skipped={"shop:g": "no"},
        structures=structures,
        in_force="nothing",
    )

    assert untested(some, verbose=False)[3:] == ["never called: shop:3: no", "… and 2 more (-v)"]
    assert untested(some, verbose=True)[6:] == [
        "skipped: shop:g: no",
        "small objects: shop:T: size=0..2; calls lead to 2",
        "small objects: shop:U: none listed: no bounds",
        "in force: nothing",
    ]


def test_of_a_package_the_modules_are_counted_and_those_with_findings_or_trouble_named():
    modules = {"shop": {"empty": 1}, "shop.a": {}, "shop.b": {"sequences": 3, "calls": 1200}}
    modules |= {"shop.c": {}, "shop.d": {"sequences": 1, "calls": 2}}
    results = run(
        findings={"b": finding("shop.b:f")}, modules=modules, skipped={"shop.a": "raised X"}
    )
    results.options = replace(results.options, severity="robustness")

    assert by_module(results, verbose=False) == [
        "5 modules: 2 searched, 1 with nothing to call, 1 that could not be imported, "
        "1 not tried in the time there was",
        "  shop.b: 1 finding, 1,200 calls",
        "  shop.a: raised X",
    ]
    assert "  shop.d: 0 findings, 2 calls" in by_module(results, verbose=True)
    assert not [line for line in untested(results, verbose=False) if "shop.a" in line]
    assert not by_module(run(), verbose=True)


def test_what_was_learned_is_told_and_with_v_why_calls_are_missing():
    found = Learned((SEQUENCE,), passed=2, failed=1, calls=3, not_written={"it raised": 4})

    assert learned(run(learned=found), verbose=False) == [
        "learned 1 sequence of 3 calls from 2 tests; 1 test failed and left out; "
        "4 calls could not be written (-v)"
    ]
    assert learned(run(learned=found), verbose=True)[1:] == ["  not written: 4 × it raised"]
    assert learned(run(learned=Learned(trouble="none there")), verbose=True) == [
        "nothing is learned from : none there"
    ]
    assert not learned(run(), verbose=True)
