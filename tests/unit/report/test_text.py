"""One screen per finding, on any terminal."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest

from refute.model.finding import Finding
from refute.model.sequence import Call, Display, Sequence
from refute.model.typeform import INT, TypeForm
from refute.model.verdict import Blame, Severity, Violation
from refute.report.text import (
    Style,
    by_place,
    finding_lines,
    headline,
    how_sure,
    one_line,
    other_ways,
    provenance,
    summary,
    where,
)

F = Call("shop:Cart.total", (), INT)
VIOLATION = Violation(
    rule="raises",
    step=0,
    blame=Blame.CODE,
    message="KeyError: 'a'",
    operation="shop:Cart.total",
    signature=("raises", "KeyError", "total:3"),
    exception="KeyError",
    file="/home/me/shop.py",
    line=3,
    reason="the interpreter raised it",
    remedy="document it",
)
LONG = Sequence().extend(F).extend(F).extend(F)
FINDING = Finding(VIOLATION, Sequence().extend(F), LONG, 7, "feedback", number=12)


def test_how_sure_it_is_is_told_by_what_others_of_the_rule_turned_out_to_be():
    known = replace(FINDING, violation=replace(VIOLATION, because="assert-rules-out-none"))

    assert how_sure(FINDING).startswith("  how sure: error; no cause")
    assert "how sure: error; of " in how_sure(known) and " were real" in how_sure(known)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def plain(monkeypatch):
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)


def test_a_finding_reads_from_the_reproduction_to_the_provenance():
    lines = finding_lines(FINDING, ["cart.total()"], Style(io.StringIO()), "/home/me")

    assert lines == [
        f"shop.py:3  Cart.total raises KeyError: 'a'    finding {FINDING.id}",
        "    cart.total()",
        "  blame: code (error) — the interpreter raised it",
        "  to change that: document it",
        "  found by feedback, seed 7, sequence 12; 1 call, shrunk from 3; repeats in a fresh process",
        "  to ignore it: raises:shop:Cart.total",
    ]


def test_a_guess_says_so_once():
    violation = replace(VIOLATION, is_guess=True, reason="it may be", remedy="")
    lines = finding_lines(replace(FINDING, violation=violation), [], Style(io.StringIO()), "/")

    assert lines[1] == "  blame: code (error) — a guess: it may be"
    assert len(lines) == 4


@pytest.mark.parametrize(
    ("rule", "operation", "shown"),
    [
        ("raises", "shop:f", "f raises no"),
        ("invariant", "shop:C.f", "C.f breaks the invariant: no"),
        ("dies", "shop:f", "f: no"),
        ("eq-reflexive", "shop:C.__eq__", "C breaks eq-reflexive: no"),
        ("mine", "shop:C", "C breaks mine: no"),
    ],
)
def test_the_headline_says_who_does_what(rule, operation, shown):
    violation = replace(VIOLATION, rule=rule, operation=operation, message="no")

    assert headline(replace(FINDING, violation=violation)) == shown


@pytest.mark.parametrize(
    ("file", "folder", "shown"),
    [
        ("/home/me/shop.py", "/home/me", "shop.py:3"),
        ("/home/me/a/shop.py", "/home/me/b", "../a/shop.py:3"),
        ("/usr/lib/site-packages/x/y.py", "/home/me", "x/y.py:3"),
        ("/usr/shop.py", "/home/me/very/deep/down", "/usr/shop.py:3"),
        (None, "/home/me", "shop"),
    ],
)
def test_the_place_is_written_as_short_as_it_can_be(file, folder, shown):
    assert where(replace(FINDING, violation=replace(VIOLATION, file=file)), folder) == shown


def test_the_provenance_names_no_generator_where_none_is_known():
    told = provenance(replace(FINDING, found_by=""))

    assert told.startswith("seed 7, sequence 12; ")


def test_the_provenance_tells_what_is_not_usual():
    often = replace(FINDING, seen=3, stable=False, number=0, sequence=LONG)

    assert (
        provenance(often) == "found by feedback, seed 7; 3 calls; seen 3 times; "
        "not run again in a fresh process"
    )


def test_the_provenance_names_the_worker_if_it_was_not_the_first():
    assert "worker" not in provenance(replace(FINDING, worker=0))
    assert "seed 7, worker 2, sequence " in provenance(replace(FINDING, worker=1, number=9))


def test_a_list_that_is_passed_is_no_call():
    steps = Sequence().extend(Display("list", (), TypeForm("list")))
    steps = steps.extend(Call("shop:buy", (TypeForm("list"),), INT), (0,))

    assert "; 1 call" in provenance(replace(FINDING, sequence=steps, first_seen=steps))


def test_a_message_is_one_line_without_control_characters():
    assert one_line("a\n\x1b[31m b\tc") == "a [31m b c"
    assert one_line("x" * 200) == "x" * 99 + "…"


@pytest.mark.parametrize(
    ("environment", "terminal", "coloured"),
    [
        ({}, True, True),
        ({}, False, False),
        ({"NO_COLOR": "1"}, True, False),
        ({"FORCE_COLOR": "1"}, False, True),
        ({"TERM": "dumb"}, True, False),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, True, False),
    ],
)
def test_colour_where_there_is_a_terminal_and_nobody_objects(
    monkeypatch, environment, terminal, coloured
):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    style = Style(Terminal() if terminal else io.StringIO())

    assert style("red", "x") == ("\x1b[31mx\x1b[0m" if coloured else "x")


def test_severities_have_colours(monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    for severity, code in ((Severity.ERROR, 31), (Severity.LIKELY, 33), (Severity.ROBUSTNESS, 2)):
        violation = replace(VIOLATION, severity=severity)
        lines = finding_lines(replace(FINDING, violation=violation), [], Style(io.StringIO()), "/")

        assert f"\x1b[{code}mCart.total raises" in lines[0]


# ---- the summary --------------------------------------------------------------------------------------------------


def test_the_summary_names_the_seed_and_the_time_only_where_it_was_the_budget():
    timed = summary("1 finding", 1234, 56789, 2.04, 7, 0.001)
    counted = summary("0 findings", 10, 0, None, 0, 1.0)

    assert timed.startswith("1 finding in 1,234 sequences, 56,789 calls, 2.0 s, seed 7.")
    assert "1 in 1,000" in timed
    assert counted.startswith("0 findings in 10 sequences, 0 calls, seed 0.")
    assert "below" in summary("0 findings", 10, 500, None, 0, 0.0)


def by(operation: str, **other: object) -> Finding:
    signature = ("raises", operation)
    violation = replace(VIOLATION, operation=operation, signature=signature, **other)
    return replace(FINDING, violation=violation)


def test_what_fails_on_the_same_line_through_several_operations_is_shown_once():
    add, total, late = by("shop:Cart.add"), by("shop:Cart.total"), by("shop:Cart.pay", line=9)
    groups = by_place([add, late, total])

    assert groups == [[add, total], [late]]
    assert other_ways(groups[0][1:]) == [f"  the same through Cart.total (finding {total.id})"]
    assert other_ways([]) == []


def test_a_law_that_several_classes_break_by_what_they_inherit_is_shown_once():
    cart = by("shop:Cart.set", rule="hash", message="Cart.set changes the hash")
    till = by("shop:Till.set", rule="hash", message="Till.set changes the hash")
    other = by("shop:Till.set", rule="hash", message="Till.set changes the order")

    assert by_place([cart, till, other]) == [[cart, till], [other]]


def test_other_laws_and_what_has_no_line_stand_alone():
    laws = [by("shop:Cart", rule="eq-none"), by("shop:Till", rule="eq-none", line=9)]
    lineless = [by("shop:f", file=None, line=None), by("shop:g", file=None, line=None)]

    assert by_place([*laws, *lineless]) == [[one] for one in (*laws, *lineless)]
