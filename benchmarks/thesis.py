"""The thesis' own examples: calls until each is found, over 20 seeds.

python -m benchmarks.thesis [seeds]
"""

from __future__ import annotations

import sys
from statistics import median

from benchmarks.campaigns import SUBJECTS, campaigns, is_fault, zoo

EXAMPLES = {"polynomial": "fig. 2-1", "pstack": "fig. 5-2", "unmodifiable": "fig. 1-2, 6-1"}


def main() -> None:
    """Print the table."""
    seeds = list(range(int(sys.argv[1]) if len(sys.argv) > 1 else 20))
    print("| example | found | median calls | most calls | calls in the shrunk sequence |")
    print("|---|---|---|---|---|")
    for fault in zoo().FAULTS:
        if fault.module not in EXAMPLES:
            continue
        runs = campaigns(
            fault.module,
            SUBJECTS,
            seeds,
            seconds=20,
            until=lambda found, fault=fault: any(is_fault(f, fault) for f in found),
        )
        hits = [run for run in runs if any(is_fault(f, fault) for f in run.findings)]
        calls = [run.calls for run in hits]
        sizes = sorted(f.steps for run in hits for f in run.findings if is_fault(f, fault))
        print(
            f"| {fault.module}: {fault.operation} ({EXAMPLES[fault.module]}) | {len(hits)} of {len(runs)} "
            f"| {median(calls):,.0f} | {max(calls):,} | {sizes[0]}–{sizes[-1]}, median {median(sizes):g} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
