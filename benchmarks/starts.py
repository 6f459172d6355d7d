"""Faults found from every small valid object, beside feedback alone: `python -m benchmarks.starts [SEEDS] [CALLS]`.

For every fault of the zoo in a class with a predicate: with how many of the seeds it was found, and after how many calls in
the median, by feedback alone, by the mix, and from small objects alone.
"""

from __future__ import annotations

import statistics
import sys
from typing import Any

from benchmarks.campaigns import SUBJECTS, campaigns, is_fault, zoo

HEAD = "| fault | feedback | mix | structures |\n|---|---|---|---|"


def with_predicate() -> list[Any]:
    """Return the faults of modules in which a class has a predicate."""
    faults = [fault for fault in zoo().FAULTS if fault.rule != "dies"]
    names = ("def rep_ok", "def invariant", "def _check(")
    texts = {fault.module: (SUBJECTS / f"{fault.module}.py").read_text() for fault in faults}
    return [fault for fault in faults if any(name in texts[fault.module] for name in names)]


def found(fault: Any, by: str, seeds: list[int], calls: int) -> str:
    """Return how often and how soon a fault is found."""

    def is_found(findings: list[Any]) -> bool:
        shown = [
            f
            for f in findings
            if (f if isinstance(f, dict) else vars(f))["severity"] != "robustness"
        ]
        return any(is_fault(finding, fault) for finding in shown)

    runs = campaigns(fault.module, SUBJECTS, seeds, by=by, calls=calls, seconds=120, until=is_found)
    hits = [run.calls for run in runs if is_found(run.findings)]
    return f"{len(hits)}/{len(seeds)}" + (f", {statistics.median(hits):,.0f}" if hits else "")


def main() -> None:
    seeds = list(range(int(sys.argv[1]) if len(sys.argv) > 1 else 10))
    calls = int(sys.argv[2]) if len(sys.argv) > 2 else 20_000
    print(HEAD)
    for fault in with_predicate():
        cells = [found(fault, by, seeds, calls) for by in ("feedback", "mix", "structures")]
        print(f"| {fault.module} {fault.rule} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
