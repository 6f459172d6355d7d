"""Known faults are found: fixed seeds, stated numbers of calls, stated shares of the runs.

Each fault of the zoo is looked for with up to eight seeds and 5000 calls each.  `EXPECTED` holds what was measured, less a
margin; unlisted ones were found with all eight seeds, of which six are tried, and four are demanded.  Were the true share
0.98 for such a fault, fewer than four of six would be seen once in 6,600 runs of this test; were it a half, twice in three.
Seeds that can no longer change the answer are not tried, so that four are mostly enough, and the answer is the same.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from benchmarks.campaigns import SUBJECTS, campaigns, is_fault, zoo  # noqa: E402
from refute.judge.relations.related import RULES  # noqa: E402

FAULTS = [fault for fault in zoo().FAULTS if fault.rule != "dies"]
SEEDS = list(range(8))

# With how many of the eight seeds each must be found: what was measured, less a margin of about two.
EXPECTED = {
    # 5 of 8; in the others a call of `==` shows the same fault first, and is what is reported.
    ("fault_eq_misspelt", "eq-reflexive"): 3,
    ("unmodifiable", "eq-reflexive"): 4,
    ("fault_tree_removal", "invariant"): 4,
    ("fault_eq_siblings", "eq-symmetric"): 3,
    ("fault_mutable_default", "raises"): 3,
    ("fault_sort_none", "raises"): 3,
    ("fault_lt_case", "lt-eq"): 2,
    ("fault_hash_case", "hash-equal"): 1,
    ("fault_hash_order", "hash-equal"): 1,
    ("bst_node", "raises"): 2,
    ("fault_chr_range", "raises"): 1,
}
# Not found so quickly, or not at all, each with the reason.  The example of the thesis is looked for at length below.
MISSED = {
    ("polynomial", "invariant"): "needs about 100,000 calls",
    ("fault_eq_tolerance", "eq-transitive"): "a tolerance in == is taken to be meant",
    (
        "fault_eq_none",
        "eq-none AttributeError",
    ): "reported as eq-foreign, of which None is one case",
    ("fault_hash_list", "hash-raises TypeError"): "what fields hold is left to whoever fills them",
    ("fault_repr_rounds", "eval-repr"): "a repr that rounds is taken to be meant",
    ("fault_resize", "raises StopIteration"): "needs seventeen different keys",
}


def what(fault) -> tuple[str, str]:
    return fault.module, f"{fault.rule} {fault.exception}" if fault.exception else fault.rule


def finding_rule(finding) -> str:
    return finding["rule"] if isinstance(finding, dict) else finding.rule


def name(fault) -> str:
    return f"{fault.module}-{fault.rule}"


def hits(fault, calls: int, seeds: list[int], by: str = "mix") -> int:
    def is_found(findings) -> bool:
        # Of two classes that compare in different ways either may be named.
        return any(
            is_fault(finding, fault) or finding_rule(finding) == fault.rule == "eq-symmetric"
            for finding in findings
        )

    runs = campaigns(fault.module, SUBJECTS, seeds, by=by, calls=calls, seconds=60, until=is_found)
    return sum(is_found(run.findings) for run in runs)


def suffices(least: int, seeds: list[int], count: Callable[[list[int]], int]) -> bool:
    """Return whether at least so many of the seeds count, trying no more of them than it takes to know."""
    found, missed = 0, 0
    while found < least <= len(seeds) - missed:
        tried = found + missed
        some = seeds[tried : tried + min(least - found, len(seeds) - missed - least + 1)]
        seen = count(some)
        found, missed = found + seen, missed + len(some) - seen
    return found >= least


@pytest.mark.parametrize("least", range(1, 5))
@pytest.mark.parametrize("finding", list(itertools.product([0, 1], repeat=4)))
def test_no_more_seeds_are_tried_than_it_takes_to_know(least, finding):
    tried: list[int] = []

    def count(seeds: list[int]) -> int:
        tried.extend(seeds)
        return sum(finding[seed] for seed in seeds)

    assert suffices(least, [0, 1, 2, 3], count) is (sum(finding) >= least)
    assert tried == [0, 1, 2, 3][: len(tried)]
    assert sum(finding[: len(tried) - 1]) < least


@pytest.mark.parametrize("fault", [f for f in FAULTS if what(f) not in MISSED], ids=name)
def test_a_known_fault_is_found(fault):
    expected = EXPECTED.get((fault.module, fault.rule))
    least, seeds = (4, SEEDS[:6]) if expected is None else (expected, SEEDS)

    found = suffices(least, seeds, partial(hits, fault, 5000))

    assert found, f"not found with {least} of {len(seeds)} seeds"


@pytest.mark.parametrize("fault", [f for f in FAULTS if what(f) in MISSED], ids=name)
def test_what_is_listed_as_missed_is_missed(fault):
    assert not suffices(3, SEEDS[:4], partial(hits, fault, 3000)), "found: take it off the list"


# Measured: feedback 0 of 8; the mix and small objects 8 of 8, after 1,400 and 630 calls in the median.
@pytest.mark.parametrize(("by", "least", "shows"), [("feedback", 3, False), ("mix", 6, True), ("structures", 6, True)])  # fmt: skip
def test_what_only_small_objects_show(by, least, shows):
    (fault,) = [fault for fault in FAULTS if fault.module == "fault_keypad_full"]

    assert suffices(least, SEEDS, partial(hits, fault, 5000, by=by)) is shows


def test_the_lists_name_faults_of_the_zoo():
    assert MISSED.keys() <= {what(fault) for fault in FAULTS}
    assert EXPECTED.keys() <= {(fault.module, fault.rule) for fault in FAULTS}


# Measured with 20 seeds: at most 236,027, 920 and 6,905 calls.  With a mean of 100,000 a million is not enough once in
# 20,000.  So many calls take seconds: six seeds are tried here, of which one would fail once in 3,700 runs.
@pytest.mark.parametrize("module", ["polynomial", "pstack", "unmodifiable"])
def test_the_examples_of_the_thesis_are_found_with_every_seed(module):
    (fault,) = [fault for fault in FAULTS if fault.module == module]

    assert hits(fault, 1_000_000, SEEDS[:6]) == 6


SHRUNK = {
    "find_pattern": "items = [0]\nfind_pattern(items, items)  # IndexError: list index out of range",
    "fault_mean_of_none": "mean([])  # ZeroDivisionError: integer division or modulo by zero",
    "fault_no_match": "code_in(\"\")  # AttributeError: 'NoneType' object has no attribute 'group'",
    "squares_array": "get_squares_array(-1)  # ValueError: negative count",
    "fault_deepcopy_shares": """\
drawing = Drawing()
assert copy.deepcopy(drawing)._lines is not drawing._lines""",
    "fault_undo_redo": """\
editor = Editor()
editor.append("")
editor.undo()
editor.append(" ")
editor.redo()
assert editor.rep_ok()""",
    "fault_close_twice": """\
pool = Pool()
connection = pool.take()
pool.give(connection)
pool.give(connection)
assert pool.rep_ok()""",
}


@pytest.mark.parametrize("module", SHRUNK)
def test_a_fault_is_shrunk_to_exactly_this_whatever_the_seed(module):
    (fault,) = [fault for fault in FAULTS if fault.module == module]

    def is_found(findings) -> bool:
        return any(is_fault(finding, fault) for finding in findings)

    runs = campaigns(module, SUBJECTS, [0, 1, 2], calls=20_000, seconds=60, until=is_found)
    shown = [f.source for run in runs for f in run.findings if is_fault(f, fault)]

    assert [source.rpartition("\n\n")[2].strip() for source in shown] == [SHRUNK[module]] * 3


def test_what_is_found_is_about_as_short_as_can_be():
    faults = [f for f in FAULTS if what(f) not in MISSED][::4]
    calls, minimal = 0, 0
    for fault in faults:

        def is_found(findings, fault=fault) -> bool:
            return any(is_fault(finding, fault) for finding in findings)

        runs = campaigns(fault.module, SUBJECTS, [0], calls=5000, seconds=60, until=is_found)
        steps = [f.steps for run in runs for f in run.findings if is_fault(f, fault)]
        calls += sum(steps)
        minimal += fault.minimal * len(steps)

    assert calls <= 1.25 * minimal, f"{calls} calls where {minimal} would do"


# Wrong results that raise nothing, found by relations between operations.  Measured with five seeds and 10 s each: 12 of 20
# with most of them.  Those below are wrong on about half of the inputs or more, so that nothing says what is meant.
NO_LAW = {
    "relation_stock",
    "relation_scale",
    "relation_settings",
    "relation_merge",
    "relation_chunks",
    "relation_halves",
    "relation_span",
    "relation_mask",
}


@pytest.mark.parametrize(
    "wrong", [w for w in zoo().WRONG_RESULTS if w.module not in NO_LAW], ids=lambda w: w.module
)
def test_a_wrong_result_is_found(wrong):
    def is_found(findings) -> bool:
        return any(finding_rule(finding) in RULES for finding in findings)

    def count(seeds: list[int]) -> int:
        runs = campaigns(wrong.module, SUBJECTS, seeds, calls=100_000, seconds=60, until=is_found)
        return sum(is_found(run.findings) for run in runs)

    assert suffices(2, SEEDS[:4], count)
