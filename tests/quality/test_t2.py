"""T2's own examples: what its table says of them, and that their faults are found within as many steps.

Measured with 20 seeds: every fault below was found with all of them within its number of steps.  Ten are tried here and none may
miss it: were the true share 0.999, that would fail once in 100 runs of one test, and with 0.8 nine times in ten.
"""

from __future__ import annotations

import ast
import multiprocessing
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from benchmarks.specs import FAULTS, FOLDER, TABLE, campaign_on, reached, steps_until  # noqa: E402
from refute.discover.discovery import discover  # noqa: E402
from refute.discover.modules import locate  # noqa: E402
from refute.render.source import snippet  # noqa: E402

# Methods, average and greatest cyclomatic number: section 5 of the paper.
SIZES = {
    "binary_search_tree": (18, 2.4, 7),
    "long_sorted_list": (7, 3.6, 6),
    "show": (13, 4.4, 33),
    "pool": (10, 2.9, 7),
}


@pytest.fixture(autouse=True)
def subjects(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(str(FOLDER))
    names = [path.stem for path in FOLDER.glob("*.py")]
    for name in names:
        sys.modules.pop(name, None)
    yield
    # The zoo has a `sorted_list` too, which a later test would take this one for.
    for name in names:
        sys.modules.pop(name, None)


def cyclomatic(function: ast.FunctionDef) -> int:
    number = 1
    for node in ast.walk(function):
        if isinstance(node, ast.If | ast.For | ast.While | ast.ExceptHandler | ast.IfExp):
            number += 1
        elif isinstance(node, ast.BoolOp):
            number += len(node.values) - 1
        elif isinstance(node, ast.comprehension):
            number += 1 + len(node.ifs)
    return number


@pytest.mark.parametrize("module", SIZES)
def test_the_subjects_are_as_large_as_those_of_the_paper(module: str) -> None:
    tree = ast.parse((FOLDER / f"{module}.py").read_text(encoding="utf-8"))
    cls = [node for node in tree.body if isinstance(node, ast.ClassDef)][-1]
    numbers = [cyclomatic(node) for node in cls.body if isinstance(node, ast.FunctionDef)]

    assert (len(numbers), round(sum(numbers) / len(numbers), 1), max(numbers)) == SIZES[module]


@pytest.mark.parametrize(("module", "steps", "share"), TABLE)
def test_as_many_blocks_are_reached_in_as_many_steps(module: str, steps: int, share: int) -> None:
    # In a process of its own: after many other tests in the same one fewer blocks were seen.
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        runs = pool.starmap(reached, [(module, steps, seed, share) for seed in range(10)])

    assert [run for run in runs if 100 * run[0] < share * run[1]] == []


@pytest.mark.parametrize(("module", "rule", "operation", "most"), FAULTS)
def test_its_faults_are_found_soon(module: str, rule: str, operation: str, most: int) -> None:
    steps = [steps_until(module, rule, operation, seed, most) for seed in range(10)]

    assert None not in steps


def test_the_fault_of_figure_1_is_shown_by_what_another_method_promises() -> None:
    for seed in range(5):
        campaign = campaign_on("sorted_list", seed)
        for _ in range(150):
            campaign.one()
        shown = {
            f.violation.rule: snippet(f.sequence, f.violation)
            for f in campaign.triage.findings.values()
        }

        assert shown["ensures"] == [
            "sorted_list = SortedList()",
            "sorted_list.insert(0)",
            "sorted_list.insert(1)",
            "sorted_list.get_spec()  # AssertionError: greatest >= self._items[-1]",
        ]
        assert shown["raises"][:-1] == ["sorted_list = SortedList()", "sorted_list.insert(0)"]


def test_an_application_model_prevents_the_walks_it_forbids_and_no_others() -> None:
    campaign = campaign_on("modelled_list", 0)
    for _ in range(300):
        campaign.one()
    ways = {one.routine.target.rpartition(".")[2]: one for one in campaign.knowledge.routines}

    assert campaign.triage.findings == {}
    assert ways["get"].passed > 50, "where something is left it may be asked for"
    free = campaign_on("modelled_list", 0)
    free.examiner.subject.promises.clear()
    free.examiner.invariant_checker.follows = False
    for _ in range(20):
        free.one()
    assert [f.violation.rule for f in free.triage.findings.values()] == ["ensures"]


def test_checks_that_a_library_wrote_for_itself_are_picked_up() -> None:
    subject = discover([locate("sortedcontainers", ROOT)])
    owners = {name.partition(":")[2]: check for name, check in subject.invariants.items()}

    assert {"SortedList", "SortedKeyList", "SortedDict", "SortedSet"} <= owners.keys()
    assert set(owners.values()) == {"_check"}


def test_and_checked() -> None:
    campaign = campaign_on("sortedcontainers", 0)
    for _ in range(200):
        campaign.one()
    asked = [
        kept for kept in campaign.examiner.invariant_checker._kept.values() if kept is not None
    ]

    assert {kept.cls.__name__ for kept in asked} >= {"SortedList", "SortedDict", "SortedSet"}
    assert all(kept.count for kept in asked)
    assert campaign.examiner.invariant_checker.faulty == {}
