"""Small modules with one fault each, behind one way to reach it or one kind of value (`tests/subjects/reach`).

python -m benchmarks.reachable [--seeds 10] [--seconds 10] [NAME…]: only modules whose names contain one of these.

"Found" is any finding of severity error, likely or robustness: nothing else is wrong with these modules, and what is extreme, such
as NaN, counts no more than robustness.  Seconds are of processor time.
"""

from __future__ import annotations

import argparse
import statistics
from typing import Any

from benchmarks.campaigns import SUBJECTS, campaigns

FOLDER = SUBJECTS / "reach"
# Of these the fault is in one module of a package.
INSIDE = {
    "infer_neighbour": "infer_neighbour.inventory",
    "reach_renamed": "reach_renamed._shelf",
    "reach_wrapped": "reach_wrapped.flow",
}


def modules(names: list[str]) -> list[str]:
    """Return the modules whose names contain one of these, all if there are none."""
    found = sorted({path.stem for path in FOLDER.iterdir() if not path.name.startswith("_")})
    chosen = [one for one in found if not names or any(name in one for name in names)]
    return [INSIDE.get(one, one) for one in chosen]


def is_found(findings: list[Any]) -> bool:
    """Return whether a fault was told that is not doubtful."""
    told = [one if isinstance(one, dict) else vars(one) for one in findings]
    return any(one["severity"] != "doubtful" for one in told)


def main() -> None:
    """Print one row for each module."""
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=10.0)
    given = parser.parse_args()
    print("| module | found | CPU s, median | calls, median |\n|---|---|---|---|")
    always = 0
    chosen = modules(given.names)
    for module in chosen:
        seeds = list(range(given.seeds))
        runs = campaigns(module, FOLDER, seeds, seconds=given.seconds, until=is_found)
        found = [run for run in runs if is_found(run.findings)]
        always += len(found) == len(seeds)
        seconds = f"{statistics.median(run.seconds for run in found):.2f}" if found else "–"
        calls = f"{statistics.median(run.calls for run in found):,.0f}" if found else "–"
        print(f"| {module} | {len(found)} of {len(seeds)} | {seconds} | {calls} |", flush=True)
    print(f"\nfound with every seed: {always} of {len(chosen)}")


if __name__ == "__main__":
    main()
