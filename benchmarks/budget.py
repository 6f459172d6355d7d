"""The budget is the budget: how long runs take that were given a time, shrinking, confirming and writing included.

python -m benchmarks.budget [seconds …]
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time

from benchmarks.campaigns import SUBJECTS

TARGETS = ["tree_map", "polynomial"]


def taken(command: str, target: str, seconds: float) -> float:
    """Return the seconds from the start of a command to its end."""
    with tempfile.TemporaryDirectory() as folder:
        line = [sys.executable, "-m", "refute", command, str(SUBJECTS / f"{target}.py")]
        start = time.perf_counter()
        subprocess.run(
            [*line, "--for", f"{seconds:g}s", "-q", "-o", "tests"], cwd=folder, capture_output=True
        )
        return time.perf_counter() - start


def main() -> None:
    """Print the table."""
    budgets = [float(given) for given in sys.argv[1:]] or [2.0, 5.0, 15.0, 60.0]
    print("| command | target | budget | taken | taken / budget |\n|---|---|---|---|---|")
    for command in ("find", "suite"):
        for target in TARGETS:
            for budget in budgets:
                took = taken(command, target, budget)
                print(
                    f"| {command} | {target} | {budget:g} s | {took:.1f} s | {took / budget:.2f} |",
                    flush=True,
                )


if __name__ == "__main__":
    main()
