"""Relations between operations: which of the wrong results are found, and what trying relations costs.

Each of the modules `tests/subjects/relation_*.py` has 10 s of processor time with each of five seeds.  Then the calls in 3 s of
processor time of a search that tries relations, and of one that does not.

python -m benchmarks.relations [NAME…]: only modules whose names contain one of these.
"""

from __future__ import annotations

import statistics
import sys
from typing import Any

from benchmarks.campaigns import RELATIONS, SILENT, SUBJECTS, campaigns, zoo

SEEDS = [0, 1, 2, 3, 4]
SECONDS = 10.0
SECONDS_OF_COST = 3.0
COSTING = (
    *((SUBJECTS, "tree_map"), (SUBJECTS, "relation_slug"), (SILENT, "interval_set")),
    *((SILENT, "text_wrap"), (RELATIONS, "mended_stock"), (RELATIONS, "mended_rooms")),
)


def main() -> None:
    """Print the two tables."""
    from refute.judge.relations.related import RULES

    names = sys.argv[1:]

    def is_found(findings: list[dict[str, Any]]) -> bool:
        return any(finding["rule"] in RULES for finding in findings)

    print("| wrong result | family | seeds that find it | calls, median | CPU s, median |")
    print("|---|---|---|---|---|", flush=True)
    found = 0
    for wrong in zoo().WRONG_RESULTS:
        if names and not any(name in wrong.module for name in names):
            continue
        runs = campaigns(wrong.module, SUBJECTS, SEEDS, seconds=SECONDS, until=is_found)
        hits = [run for run in runs if any(one.rule in RULES for one in run.findings)]
        found += len(hits) > len(SEEDS) / 2
        calls = f"{statistics.median(run.calls for run in hits):,.0f}" if hits else "–"
        seconds = f"{statistics.median(run.seconds for run in hits):.1f}" if hits else "–"
        print(f"| {wrong.module} | {wrong.family} | {len(hits)} of {len(runs)} | {calls} | {seconds} |", flush=True)  # fmt: skip
    print(f"\nFound with most seeds: {found} of {len(zoo().WRONG_RESULTS)}.\n")
    print("| subject | calls/s | without relations | share of it |")
    print("|---|---|---|---|", flush=True)
    for folder, module in COSTING:
        if names and not any(name in module for name in names):
            continue
        _print_cost(folder, module)


def _print_cost(folder: Any, module: str) -> None:
    speeds: dict[bool, list[float]] = {True: [], False: []}
    for seed in range(3):
        for tries in (True, False):
            change = None if tries else _without_relations
            (run,) = campaigns(module, folder, [seed], seconds=SECONDS_OF_COST, change=change)
            speeds[tries].append(run.calls / run.seconds)
    tried, untried = map(statistics.mean, (speeds[True], speeds[False]))
    print(f"| {module} | {tried:,.0f} | {untried:,.0f} | {tried / untried:.0%} |", flush=True)


def _without_relations(campaign: Any) -> None:
    campaign._relating.tried = lambda execution: None


if __name__ == "__main__":
    main()
