"""`python -m benchmarks`: all tables of docs/benchmarks.md, one after the other (about half an hour on two cores)."""

from __future__ import annotations

import importlib
import sys

NAMES = (
    *("throughput", "plan", "start", "budget", "sandbox", "thesis", "directed", "reset", "laws"),
    *("blame", "judgement", "callbacks", "specs", "suites", "reachable", "hardening", "portable"),
)


def main() -> None:
    """Run the benchmarks named on the command line, or all."""
    for name in sys.argv[1:] or NAMES:
        sys.argv = [name]
        print(f"\n## {name}\n", flush=True)
        importlib.import_module(f"benchmarks.{name}").main()


if __name__ == "__main__":
    main()
