"""Directed against undirected: distinct failures of the zoo with equal numbers of calls, over several seeds.

    python -m benchmarks.directed [calls] [seeds]

Thesis 8.3, figure 8-9: feedback found 147 errors where the random walk found 99.  Also printed, from the same runs:
how far shrinking gets (thesis 8.4: from 42 operations to 5).
"""

from __future__ import annotations

import sys
from statistics import mean

from benchmarks.campaigns import SUBJECTS, Run, campaigns, zoo


def distinct(runs: list[Run]) -> list[int]:
    """Return for each run the number of different failures, whatever their severity."""
    return [len({finding.signature for finding in run.findings}) for run in runs]


def main() -> None:
    """Print the table and the ratio."""
    calls = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    seeds = list(range(int(sys.argv[2]) if len(sys.argv) > 2 else 20))
    modules = sorted({fault.module for fault in zoo().FAULTS if fault.rule != "dies"})
    totals = {"feedback": 0, "walk-blind": 0}
    before: list[int] = []
    after: list[int] = []
    for module in modules:
        found = {}
        for by in totals:
            runs = campaigns(module, SUBJECTS, seeds, by=by, calls=calls, seconds=20)
            found[by] = sum(distinct(runs))
            totals[by] += found[by]
            if by == "feedback":
                before += [f.before for run in runs for f in run.findings]
                after += [f.steps for run in runs for f in run.findings]
        print(f"{module}: {found['feedback']} {found['walk-blind']}", file=sys.stderr, flush=True)
    ratio = totals["feedback"] / max(1, totals["walk-blind"])
    print(f"Distinct failures over {len(modules)} subjects × {len(seeds)} seeds × {calls} calls:\n")
    print("| | feedback | random walk | ratio |\n|---|---|---|---|")
    print(f"| refute, zoo | {totals['feedback']} | {totals['walk-blind']} | {ratio:.2f} |")
    print("| thesis, fig. 8-9 | 147 | 99 | 1.48 |\n")
    print("| shrinking | mean calls before | mean calls after |\n|---|---|---|")
    print(f"| refute, {len(before)} failures | {mean(before):.1f} | {mean(after):.1f} |")
    print("| thesis, 8.4 | 42 | 5 |")


if __name__ == "__main__":
    main()
