"""What a clean slate costs: restoring, beside re-importing the module and beside a new process.

python -m benchmarks.reset [module …]

All in one run and in CPU seconds.  "changed" is one call that leaves something behind in four places, and the putting back of it.
"""

from __future__ import annotations

import importlib
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from refute.execute.clean_slate.slate import Slate

# A small module with state in a global, a list, a class and a cache.
SMALL = """
from functools import cache
from dataclasses import dataclass

_used = 0
_log: list[str] = []


@cache
def square(n: int) -> int:
    return n * n


@dataclass
class Item:
    name: str
    price: int = 0


class Shop:
    opened = 0

    def __init__(self) -> None:
        Shop.opened += 1
        self.items: dict[str, Item] = {}

    def add(self, name: str, price: int) -> None:
        self.items[name] = Item(name, price)

    def total(self) -> int:
        return sum(item.price for item in self.items.values())


def work(n: int) -> int:
    global _used
    _used += 1
    _log.append("worked")
    return square(n) + len(Shop().items)
"""


def cost(call: Callable[[], object], rounds: int, repeat: int = 7) -> float:
    """Return CPU seconds for one call: the least of several runs, since noise only adds."""
    best = float("inf")
    for _ in range(repeat):
        start = time.process_time()
        for _ in range(rounds):
            call()
        best = min(best, (time.process_time() - start) / rounds)
    return best


def new_process(name: str, folder: str) -> float:
    """Return CPU seconds of a process that imports the module and ends."""
    best = float("inf")
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", f"import {name}"], cwd=folder, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        best = min(best, used)
    return best


def reimport(name: str) -> None:
    """Import a module anew; that it has been compiled is not counted against it."""
    for loaded in [other for other in sys.modules if f"{other}.".startswith(f"{name}.")]:
        del sys.modules[loaded]
    importlib.import_module(name)


def slate_of(name: str) -> Slate:
    """Return the slate of a package with all its modules that are loaded."""
    return Slate(lambda other: f"{other}.".startswith(f"{name}."))


def main() -> None:
    """Print both tables."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "small_shop.py").write_text(SMALL)
        sys.path.insert(0, folder)
        sys.dont_write_bytecode = False
        importlib.invalidate_caches()
        module = importlib.import_module("small_shop")
        slate = slate_of("small_shop")
        slate.restore(thorough=True)
        quiet = cost(slate.restore, 5000)

        def changed() -> None:
            module.work(3)
            slate.restore()

        changed()
        restored = cost(changed, 2000)
        again = cost(lambda: reimport("small_shop"), 50)
        process = new_process("small_shop", folder)
    print("| the small module | CPU µs | × restoring |")
    print("|---|---|---|")
    print(f"| restoring, nothing changed | {quiet * 1e6:.1f} | |")
    print(f"| restoring, four places changed, with the call | {restored * 1e6:.1f} | 1 |")
    print(f"| importing it anew | {again * 1e6:,.0f} | {again / restored:.0f} |")
    print(f"| a new process that imports it | {process * 1e6:,.0f} | {process / restored:,.0f} |")
    print()
    print("| module | places | ms to remember | µs, nothing changed | µs, everything looked at |")
    print("|---|---|---|---|---|")
    for name in sys.argv[1:] or ("bisect", "json", "argparse", "email", "asyncio"):
        importlib.import_module(name)
        start = time.process_time()
        slate = slate_of(name)
        remember = time.process_time() - start
        slate.restore(thorough=True)
        rounds = max(20, 20000 // len(slate))
        quick = cost(slate.restore, 10 * rounds)
        whole = cost(lambda slate=slate: slate.restore(thorough=True), rounds)
        print(
            f"| {name} | {len(slate):,} | {remember * 1e3:.1f} | {quick * 1e6:.1f} | {whole * 1e6:.0f} |"
        )


if __name__ == "__main__":
    os.environ.setdefault("PYTHONHASHSEED", "0")
    main()
