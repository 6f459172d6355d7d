"""How long it takes to start, as multiples of a bare interpreter measured beside it.

python -m benchmarks.start
"""

from __future__ import annotations

import compileall
import statistics
import subprocess
import sys
import time
from pathlib import Path

import refute
from benchmarks.campaigns import SUBJECTS


def seconds(command: list[str], times: int = 7) -> float:
    """Return the median wall time of a command."""
    measured = []
    for _ in range(times):
        start = time.perf_counter()
        subprocess.run(command, cwd=SUBJECTS, capture_output=True, check=False)
        measured.append(time.perf_counter() - start)
    return statistics.median(measured)


def main() -> None:
    """Print the table."""
    # As pip does where a package is installed.
    compileall.compile_dir(str(Path(refute.__file__).parent), quiet=1)
    bare = seconds([sys.executable, "-c", "pass"])
    rows = {
        "`refute --help`": [sys.executable, "-m", "refute", "--help"],
        "one sequence of a small module, start to exit": [
            *(sys.executable, "-m", "refute", "find", "int_stack"),
            *("--sequences", "1", "-n", "1", "-q"),
        ],
    }
    print("| what | ms | × a bare interpreter |\n|---|---|---|")
    print(f"| bare interpreter | {1000 * bare:.0f} | 1.0 |")
    for name, command in rows.items():
        took = seconds(command)
        print(f"| {name} | {1000 * took:.0f} | {took / bare:.1f} |")


if __name__ == "__main__":
    main()
