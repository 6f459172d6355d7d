"""What the sandbox costs: entering it, the audit hook on calls with and without events, a reset.

Each figure is measured in a child of its own, because a hook cannot be removed.  Run: python benchmarks/sandbox.py
"""

from __future__ import annotations

import json
import subprocess
import sys

from refute.execute.sandbox.scratch import Scratch, environment, folders_of

CHILD = """
import json, os, sys, time, timeit
from pathlib import Path
start = time.perf_counter()
from refute.execute.sandbox.guard import leftover_threads
from refute.execute.sandbox import audit, process
imported = time.perf_counter() - start
answers = os.dup(1)
where = Path(sys.argv[1])
text = str(where / "work" / "file")
open(text, "w").close()

def plain(n):
    return n + 1

def cost(call):
    timer = timeit.Timer("call()", globals={"call": call})
    rounds, _ = timer.autorange()
    return min(timer.repeat(7, max(1, rounds // 10))) / max(1, rounds // 10)

figures = {}
guard = None
if sys.argv[2] == "inside":
    start = time.perf_counter()
    guard = process.enter(where)
    figures["enter"] = time.perf_counter() - start
    figures["import"] = imported
    figures["reset"] = cost(lambda: process.reset_process(guard))
    figures["leftover_threads"] = cost(lambda: leftover_threads(guard))
    figures["read guard.refused"] = cost(lambda: guard.refused)
figures["empty lambda"] = cost(lambda: None)
figures["a call without event"] = cost(lambda: plain(1))
figures["an unrelated event (sys._getframe)"] = cost(lambda: sys._getframe())
figures["os.stat (no event)"] = cost(lambda: os.stat(text))
figures["open to read, close"] = cost(lambda: open(text).close())
figures["open to write, close"] = cost(lambda: open(text, "w").close())
figures["os.close of os.open"] = cost(lambda: os.close(os.open(text, os.O_RDONLY)))
if guard is not None:
    def refused():
        try:
            os.remove("/nowhere")
        except OSError:
            pass
    figures["a refusal"] = cost(refused)
    guard._trusted.add(__import__("threading").get_ident())
os.write(answers, json.dumps(figures).encode())
"""


def measured(where: str) -> dict[str, float]:
    """Return seconds by name, measured outside or inside the sandbox."""
    with Scratch() as scratch:
        done = subprocess.run(
            [sys.executable, "-c", CHILD, str(scratch.path), where],
            env=environment() | folders_of(scratch.path),
            capture_output=True,
            check=True,
        )
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def best(where: str, runs: int = 3) -> dict[str, float]:
    """Return the least of several runs for each figure: noise only adds."""
    all_runs = [measured(where) for _ in range(runs)]
    return {name: min(run[name] for run in all_runs) for name in all_runs[0]}


def main() -> None:
    """Print microseconds inside the sandbox and the ratio to the same call outside."""
    outside, inside = best("outside"), best("inside")
    for name, seconds in inside.items():
        ratio = f"×{seconds / outside[name]:.2f}" if name in outside else ""
        print(f"{name:36} {seconds * 1e6:12.3f} µs  {ratio}")


if __name__ == "__main__":
    main()
