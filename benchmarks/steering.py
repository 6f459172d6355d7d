"""What watching branches costs, and how many conditions that always went one way are made to go the other.

    python -m benchmarks.steering [sequences] [target ...]

For each subject: the conditions that a search without steering leaves after so many sequences, how many of them rounds of
steering flip, by which means, and as many further sequences without steering.  Those that were not flipped are listed on
standard error with what they ask and what they were given.  `--cost` prints the time of the subject's own calls instead,
with all marks and with those that were seen compiled away, as ratios to the code as it is.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.campaigns import SUBJECTS

TARGETS = [
    "sortedcontainers.sortedlist",
    "intervaltree.intervaltree",
    "boltons.iterutils",
    "humanize.number",
    "slugify.slugify",
    "pyrsistent._pdeque",
    "jsonpointer",
    "packaging.version",
]
CONTAINERS = ["binary_tree", "binomial_heap", "bst", "fault_cache_eviction", "fault_lru_order"]
COST = ["sortedcontainers.sortedlist", "jsonpointer", "packaging.version", "boltons.iterutils"]


def campaign(target: str, seed: int = 0) -> Any:
    """Return a campaign on a module that is installed, or on one of the zoo."""
    from refute.discover.discovery import discover
    from refute.discover.modules import locate
    from refute.execute import clock
    from refute.model.options import Options
    from refute.search.campaign import Campaign

    subject = discover([locate(target, SUBJECTS)])
    made = Campaign(subject, Options(seed=seed), None, None, lambda *told: None)
    clock.start(clock.CallClock(made.machine, 2.0))
    return made


def flips(target: str, sequences: int) -> tuple[int, Counter[str], int]:
    """Return how many conditions are left, how many are flipped by which means, and by more of the same search."""
    one = campaign(target)
    one.steering._round_at = sys.maxsize
    while one.tally.sequences < sequences:
        one.one()
    left = one.steering.marks.frontier()
    marks = one.steering.marks
    one.steering._share = 100.0
    for _ in range(3):
        one.steering._round_at = 0
        one.one()
        while one.steering._round is not None:
            one.one()
        one.steering._round_at = sys.maxsize
    flipped = [mark for _, mark in left if mark in marks.seen]
    for site, mark in left:
        if mark not in marks.seen:
            name = Path(site.file).name
            print(f"{name}:{site.line} {site.function} {site.asks} {mark & 1}", file=sys.stderr)
    made = one.tally.sequences - sequences
    same = campaign(target)
    same.steering._round_at = sys.maxsize
    while same.tally.sequences < sequences + made:
        same.one()
    more = sum(mark in same.steering.marks.seen for _, mark in left)
    means = Counter(one.steering.flipped)
    means["by-product"] = len(flipped) - sum(means.values())
    return len(left), means, more


def ratios(target: str) -> tuple[float, float]:
    """Return the time of the same calls with all marks and with none but those never seen, to that of plain code."""
    one = campaign(target)
    one.steering._round_at = sys.maxsize
    made = []
    while one.tally.sequences < 400:
        one.one()
        made.append(one.last.sequence if one.last else None)
    marks, codes = one.steering.marks, {}
    functions = [f for file in marks._files for fs in file.functions.values() for f in fs]
    from refute.execute.marks import Marks
    from refute.look.written_code import as_written

    def keep(name: str) -> None:
        codes[name] = [f.__code__ for f in functions]

    keep("warm")
    Marks([file.name for file in marks._files])
    keep("cold")
    codes["plain"] = [as_written(code) for code in codes["cold"]]
    times: dict[str, list[float]] = {name: [] for name in codes}
    for _ in range(9):
        for name, all_codes in codes.items():
            for function, code in zip(functions, all_codes, strict=True):
                function.__code__ = code
            times[name].append(_time(one, made))
    plain = median(times["plain"])
    return median(times["cold"]) / plain, median(times["warm"]) / plain


def _time(one: Any, made: list[Any]) -> float:
    """Return the seconds that the calls of some sequences take, without ours around them."""
    spent = 0.0
    for sequence in made:
        values: list[object] = []
        for step in sequence.steps if sequence else ():
            invoke = one.machine.compiled(step.operation).invoke
            given = [values[len(values) - back] for back in step.arguments]
            start = time.perf_counter()
            try:
                values.append(invoke(*given))
            except BaseException:
                break
            finally:
                spent += time.perf_counter() - start
    return spent


def main() -> None:
    """Print the table."""
    numbers = [int(given) for given in sys.argv[1:] if given.isdigit()]
    named = [given for given in sys.argv[1:] if not given.isdigit() and given != "--cost"]
    if "--cost" in sys.argv:
        print("| subject | all marks | seen marks compiled away |\n|---|---|---|")
        for target in named or COST:
            cold, warm = ratios(target)
            print(f"| {target} | {cold:.2f} | {warm:.2f} |", flush=True)
        return
    print("| subject | conditions left | flipped | more of the same search | by means |")
    print("|---|---|---|---|---|")
    for target in named or [*TARGETS, *CONTAINERS]:
        left, means, more = flips(target, numbers[0] if numbers else 3000)
        flipped = sum(means.values())
        by = ", ".join(f"{name} {count}" for name, count in means.most_common() if count)
        print(f"| {target} | {left} | {flipped} | {more} | {by} |", flush=True)


if __name__ == "__main__":
    main()
