"""Korat's Tables 3 and 5, measured: `python benchmarks/structures.py [--quick] [--rates] [--write FILE]`.

Prints, for each row, the paper's structures and candidates, ours, CPU seconds in one process (compiling included),
candidates per second, and the CPU seconds of Java Korat 1.0 on a similar machine with their ratio.
"""

from __future__ import annotations

import argparse
import inspect
import resource
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from types import FunctionType
from typing import Any

import coverage

SUBJECTS = Path(__file__).parents[1] / "tests" / "subjects"
sys.path.insert(0, str(SUBJECTS))
from korat import tables  # noqa: E402

from refute.exhaustive.method import exhaust  # noqa: E402
from refute.exhaustive.structures import structures  # noqa: E402

SLOW = {
    ("HashSet", 10),
    ("HashSet", 11),
    ("TreeMap", 9),
    ("LinkedList", 12),
    ("BinaryTree", 12),
    ("DoublyLinkedList", 11),
}
ROWS = [
    (name, size)
    for name in ("BinaryTree", "HeapArray", "LinkedList", "TreeMap", "HashSet")
    for size in tables.ROWS[name]
]
ROWS += [("AVTree", 5), ("SearchTree", 8), ("DoublyLinkedList", 11)]
HEAD = "| class | size | structures | candidates | as in the paper | CPU s | candidates/s | Java s | ratio |"
RULE = "|---|---|---|---|---|---|---|---|---|"


def measured(action: Callable[[], Any]) -> tuple[Any, float]:
    """Return a result and the CPU seconds it took."""
    began = time.process_time()
    result = action()
    return result, time.process_time() - began


def table_3(rows: Iterable[tuple[str, int]], path: str = "auto") -> list[str]:
    lines = [HEAD, RULE]
    for name, size in rows:
        space = tables.space(name, size)
        found = structures(tables.CLASSES[name], space, path=path)
        _, seconds = measured(found.count)
        tally = found.tally
        paper = tables.ROWS.get(name, {}).get(size)
        same = (
            "–"
            if paper is None
            else "yes"
            if paper[:2] == (tally.found, tally.candidates)
            else f"no: {paper[:2]}"
        )
        java = tables.JAVA.get((name, size))
        ratio = f"{java:.1f} | {seconds / java:.2f}" if java else "– | –"
        rate = f"{tally.candidates / seconds:,.0f}"
        lines.append(
            f"| {name} | {size} | {tally.found:,} | {tally.candidates:,} | {same} | {seconds:.2f} | {rate} | {ratio} |"
        )
        print(lines[-1], flush=True)
    return lines


def table_5(names: Iterable[str]) -> list[str]:
    lines = [
        "| method | largest size | inputs | in the paper | failing | statements covered | CPU s |",
        "|---|---|---|---|---|---|---|",
    ]
    for name in names:
        function, space, options = tables.method_trial(name)
        report, seconds = measured(lambda: exhaust(function, space, **options))  # noqa: B023
        size, expected = tables.METHODS[name]
        share = covered(function, lambda: exhaust(function, space, **options))  # noqa: B023
        lines.append(
            f"| {name} | {size} | {report.tested:,} | {expected:,} | {report.failed} | {share} | {seconds:.2f} |"
        )
        print(lines[-1], flush=True)
    return lines


def covered(function: FunctionType, action: Callable[[], Any]) -> str:
    """Return how many statements of a function, and of those of its module that it calls, are run by an action."""
    file = inspect.getsourcefile(function)
    assert file is not None
    lines = {line for one in called_by(function) for line in lines_of(one)}
    watch = coverage.Coverage(data_file=None, include=[file], config_file=False)
    watch.start()
    try:
        action()
    finally:
        watch.stop()
    _, statements, _, missing, _ = watch.analysis2(file)
    own = lines.intersection(statements)
    return f"{len(own - set(missing))} of {len(own)}"


def called_by(function: FunctionType) -> list[FunctionType]:
    """Return a function and those that it calls, found by name in its class and its module."""
    found, todo = [], [function]
    while todo:
        one = todo.pop()
        if one in found or one.__module__ != function.__module__:
            continue
        found.append(one)
        owner = one.__globals__.get(one.__qualname__.partition(".")[0])
        places = (one.__globals__, *(vars(base) for base in getattr(owner, "__mro__", ())))
        named = (place.get(name) for name in one.__code__.co_names for place in places)
        todo += [other for other in named if isinstance(other, FunctionType)]
    return found


def lines_of(function: FunctionType) -> range:
    """Return the lines of a function's body; that it is defined is no merit of the inputs."""
    source, first = inspect.getsourcelines(function)
    return range(first + 1, first + len(source))


def two_processes(name: str, size: int) -> str:
    """Return how much sooner two processes are done than one, were each alone on its processor: by CPU seconds."""
    alone = structures(tables.CLASSES[name], tables.space(name, size))
    _, whole = measured(alone.count)
    shared = structures(tables.CLASSES[name], tables.space(name, size))
    _, parent = measured(lambda: shared.count(processes=2))
    shares = shared.tally.shares
    longest = parent + max(shares)
    return (
        f"two processes, {name} {size}: {whole / longest:.2f} times one (CPU seconds {whole:.2f} alone; {parent:.2f} to "
        f"begin and to share out, then {' and '.join(f'{s:.2f}' for s in shares)} side by side: "
        f"{max(shares) / sum(shares):.1%} of the work in one of them)"
    )


def rates(everything: bool = False) -> list[str]:
    """Return what is not a row of a table: the general path, two processes, memory while streaming."""
    lines = []
    general = structures(tables.BinaryTree, tables.space("BinaryTree", 10), path="general")
    _, seconds = measured(general.count)
    lines.append(
        f"general path, BinaryTree 10: {general.tally.candidates / seconds:,.0f} candidates/s"
    )
    lines += [two_processes("BinaryTree", 13), two_processes("LinkedList", 12)]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    lists = structures(tables.LinkedList, tables.space("LinkedList", 12 if everything else 10))
    number, seconds = measured(lambda: sum(1 for _ in lists))
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    lines.append(f"building {number:,} lists: {seconds:.2f} s, memory grew by {grown:.1f} MB")
    for line in lines:
        print(line, flush=True)
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="leave out what takes longer than a second or two"
    )
    parser.add_argument("--rates", action="store_true", help="only the figures beside the tables")
    parser.add_argument("--write", help="write the tables into this file, between its markers")
    args = parser.parse_args()
    if args.rates:
        rates(everything=not args.quick)
        return
    print(HEAD + "\n" + RULE)
    third = table_3(row for row in ROWS if not (args.quick and row in SLOW))
    methods = ["BinaryTree.remove", "HeapArray.extract_max", "LinkedList.reverse"]
    fifth = table_5(methods if args.quick else [*methods, "TreeMap.put", "HashSet.add"])
    others = rates(everything=not args.quick)
    if args.write:
        insert(
            Path(args.write), "\n".join([*third, "", *fifth, "", *(f"- {line}" for line in others)])
        )


def insert(file: Path, text: str) -> None:
    """Put the tables between the two marker lines of a page."""
    start, end = "<!-- tables -->", "<!-- end of tables -->"
    before, _, rest = file.read_text(encoding="utf-8").partition(start)
    _, _, after = rest.partition(end)
    file.write_text(f"{before}{start}\n{text}\n{end}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
