"""How many branches of the zoo's containers their emitted suites take, beside figures 8-1 and 8-2 of Pacheco's thesis.

python -m benchmarks.suites [--for 10] [--seed 0] [NAME...]

For each container `refute suite --for 1s, 2s, 5s, 10s` until the suite takes every reachable branch; then pytest runs
it under coverage.py in a fresh process.  Branches that no public operation can take are named with the reason that
the container's docstring gives, and are not counted.
"""

from __future__ import annotations

import argparse
import ast
import json
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

SUBJECTS = Path(__file__).parent.parent / "tests" / "subjects"
BUDGETS = (1.0, 2.0, 5.0, 10.0)

# Our name, the thesis' name, and what it reports of Randoop: the coverage and the seconds to reach it.
CONTAINERS = {
    "binary_tree": ("BinTree", "blocks .78 in 0.21 s (8-1)"),
    "binomial_heap": ("BHeap, BinHeap", "blocks .95 in 0.59 s (8-1); branches 84 % in 1 s (8-2)"),
    "fibonacci_heap": ("FibHeap", "blocks 1.00 in 0.63 s (8-1)"),
    "tree_map": ("TreeMap", "blocks .72 in 0.84 s (8-1); branches 81 % in 1 s (8-2)"),
    "int_stack": ("IntStack", "branches 100 % in 1 s (8-2)"),
    "ub_stack": ("UBStack", "branches 100 % in 1 s (8-2)"),
    "bst": ("BST", "branches 94 % in 1 s (8-2)"),
    "heap_array": ("HeapArray", "branches 100 % in 1 s (8-2)"),
    "linked_list": ("LinkedList", "branches 100 % in 1 s (8-2)"),
}

# Functions with branches that cannot be taken, and why.
UNREACHABLE = {
    "rep_ok": "no public operation breaks the representation",
    "FibonacciHeap._cut": "the loop never ends by its condition, because a root is never marked",
}


@dataclass(frozen=True)
class Measured:
    """What one suite takes of one container."""

    budget: float
    seconds: float
    tests: int
    passed: bool
    taken: int
    missing: dict[tuple[int, int], str]  # branches not taken, each with its function

    @property
    def missed(self) -> dict[tuple[int, int], str]:
        """The missing branches that could be taken."""
        return {arc: place for arc, place in self.missing.items() if _reason(place) is None}


def main() -> None:
    """Print one table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--for", dest="most", type=float, default=BUDGETS[-1])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("names", nargs="*")
    parsed = parser.parse_args()
    print("| container | branches | taken | budget, run time | tests | the thesis (Randoop) |")
    print("|---|---|---|---|---|---|")
    notes: list[str] = []
    for name in parsed.names or CONTAINERS:
        best = None
        for budget in [b for b in BUDGETS if b <= parsed.most]:
            best = measure(name, budget, parsed.seed)
            if not best.missed:
                break
        assert best is not None
        thesis, figure = CONTAINERS[name]
        reachable = best.taken + len(best.missed)
        share = f"{best.taken} = {100 * best.taken / reachable:.0f} %"
        passes = "" if best.passed else " **do not all pass**"
        print(
            f"| {name} | {reachable} | {share} | {best.budget:g} s, {best.seconds:.1f} s "
            f"| {best.tests}{passes} | {thesis}: {figure} |",
            flush=True,
        )
        notes += _notes(name, best)
    print("\n".join(["", *notes]))


def measure(name: str, budget: float, seed: int) -> Measured:
    """Make a suite for a container and count the branches that it takes."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        shutil.copy(SUBJECTS / f"{name}.py", folder)
        began = time.monotonic()
        _run(
            folder,
            "-m",
            "refute",
            "suite",
            name,
            "-o",
            "tests",
            "--for",
            f"{budget:g}s",
            "--seed",
            str(seed),
        )
        seconds = time.monotonic() - began
        include = f"--include={name}.py"
        suite = f"tests/test_{name}.py"
        if not (folder / suite).exists():
            return Measured(budget, seconds, 0, False, 0, {(0, 0): "everything"})
        run = _run(
            folder, "-m", "coverage", "run", "--branch", include, "-m", "pytest", "-q", suite
        )
        _run(folder, "-m", "coverage", "json", "-o", "coverage.json", include)
        data = json.loads((folder / "coverage.json").read_text())["files"][f"{name}.py"]
        functions = _functions(folder / f"{name}.py")
        tests = (folder / suite).read_text().count("\ndef test_")
    missing = {(a, b): functions.get(a, "") for a, b in data["missing_branches"]}
    return Measured(budget, seconds, tests, run == 0, len(data["executed_branches"]), missing)


def _run(folder: Path, *arguments: str) -> int:
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
    if done.returncode > 1:
        raise SystemExit(f"{' '.join(command)} ended with {done.returncode}:\n{done.stderr}")
    return done.returncode


def _functions(path: Path) -> dict[int, str]:
    """Return for each line the function that it is in."""
    found: dict[int, str] = {}

    def visit(node: ast.AST, name: str) -> None:
        for child in ast.iter_child_nodes(node):
            inner = name
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                inner = f"{name}.{child.name}".lstrip(".")
                if isinstance(child, ast.FunctionDef):
                    lines = range(child.lineno, (child.end_lineno or child.lineno) + 1)
                    found.update(dict.fromkeys(lines, inner))
            visit(child, inner)

    visit(ast.parse(path.read_text()), "")
    return found


def _reason(place: str) -> str | None:
    return UNREACHABLE.get(place) or UNREACHABLE.get(place.rpartition(".")[2])


def _notes(name: str, measured: Measured) -> list[str]:
    by_place: dict[str, list[str]] = {}
    for (before, after), place in sorted(measured.missing.items()):
        by_place.setdefault(place, []).append(f"{before}→{after if after > 0 else 'end'}")
    notes = []
    for place, arcs in by_place.items():
        reason = _reason(place)
        what = f"cannot be taken: {reason}" if reason else "**missed**"
        notes.append(f"- {name}, `{place}`, lines {', '.join(arcs)}: {what}.")
    return notes


if __name__ == "__main__":
    main()
