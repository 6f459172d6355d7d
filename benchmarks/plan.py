"""Sizes of a large subject; planned sequences per second and core; a million of them on two cores.

python -m benchmarks.plan [sequences of the last table, 1,000,000]
"""

from __future__ import annotations

import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

# One call for each sequence, two (an object and a method), and the paper's own example.
SUBJECTS = {
    "functions": '''
"""Small functions of plain values."""

def between(x: int, low: int, high: int, step: int, offset: int) -> None:
    max(low, min(x, high)) - offset - step

def words(text: str, separator: str, most: int, least: int) -> None:
    if not separator:
        raise ValueError("a separator is needed")
    text.split(separator)[least:most]

def scale(x: float, by: float, offset: float, digits: int, places: int) -> None:
    round(x * by + offset, digits)

def padded(text: str, width: int, fill: str, marks: list[int]) -> None:
    if len(fill) != 1:
        raise ValueError("one character is needed")
    text.rjust(min(width, 100), fill)

def shares(amounts: list[int], total: float, parts: int, least: int) -> None:
    [amount / total for amount in amounts]
''',
    "methods": '''
"""A class with a constructor and methods of plain values."""

class Account:
    def __init__(self, balance: int) -> None:
        self.balance = balance

    def pay(self, amount: int, reason: str, note: str) -> None:
        if amount < 0:
            raise ValueError("negative")
        self.balance -= amount

    def covers(self, amount: float, reserve: int, limit: float) -> None:
        self.balance - reserve >= min(amount, limit)

    def split(self, ways: int, names: list[str]) -> None:
        [self.balance // ways for _ in names]
''',
}


def large_subject(operations: int) -> str:
    """Return the text of a module with so many operations: classes that need each other, functions of all of them."""
    draw = random.Random(0)
    classes = operations // 10
    plain = ["int", "str", "float", "bool", "bytes", "list[int]", "dict[str, int]", "int | None"]
    lines = ["from __future__ import annotations"]

    def parameters(below: int, most: int) -> str:
        forms = [
            f"C{draw.randrange(below)}" if below and draw.random() < 0.3 else draw.choice(plain)
            for _ in range(draw.randrange(most + 1))
        ]
        texts = [
            f"x{i}: {form}" + (" = ..." if i > 1 and draw.random() < 0.5 else "")
            for i, form in enumerate(forms)
        ]
        # What has a default comes last.
        return ", ".join(sorted(texts, key=lambda text: text.endswith("...")))

    for number in range(classes):
        lines += [f"class C{number}:", f"    def __init__(self, {parameters(number, 3)}): ..."]
        for method in range(6):
            output = draw.choice([*plain, "None", f"C{draw.randrange(classes)}"])
            lines.append(f"    def m{method}(self, {parameters(classes, 4)}) -> {output}: ...")
    for number in range(operations - 7 * classes):
        output = draw.choice([*plain, "None", f"C{draw.randrange(classes)}"])
        lines.append(f"def f{number}({parameters(classes, 5)}) -> {output}: ...")
    return "\n".join(lines)


def sizes(operations: int) -> None:
    """Print how long counting takes."""
    from refute.command.plan import graph_of, number
    from refute.discover.discovery import discover
    from refute.discover.modules import locate
    from refute.model.options import Options

    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "large_subject.py").write_text(large_subject(operations))
        sys.path.insert(0, folder)
        subject = discover([locate("large_subject", folder)])
        sys.path.remove(folder)
    began = time.process_time()
    graph = graph_of(subject, Options())
    seconds = time.process_time() - began
    print(
        "| operations | types asked for | combinations at depth 1, 3, 5 | CPU s |\n|---|---|---|---|"
    )
    totals = ", ".join(number(graph.total(depth)) for depth in (1, 3, 5))
    print(f"| {len(graph.operations):,} | {len(graph.wants()):,} | {totals} | {seconds:.2f} |\n")


def speed(name: str, text: str, seconds: float) -> dict[str, Any]:
    """Return the figures of one planned search in a sandboxed child, in CPU seconds."""
    reading, writing = os.pipe()
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as scratch:
        (Path(folder) / f"{name}.py").write_text(text)
        child = os.fork()
        if child == 0:
            os.close(reading)
            try:
                _search(name, folder, scratch, seconds, writing)
            finally:
                os._exit(1)
        os.close(writing)
        data = b""
        while part := os.read(reading, 1 << 16):
            data += part
        os.waitpid(child, 0)
    figures: dict[str, Any] = json.loads(data)
    return figures


def _search(name: str, folder: str, scratch: str, seconds: float, writing: int) -> None:
    from refute.discover.discovery import discover
    from refute.discover.modules import locate
    from refute.execute import clock
    from refute.execute.journal import SIZE, Journal
    from refute.execute.sandbox import process
    from refute.model.options import Options
    from refute.search.campaign import Campaign

    write = os.write
    sys.path.insert(0, folder)
    shared = os.memfd_create("benchmark")
    os.ftruncate(shared, SIZE)
    journal = Journal(shared)
    guard = process.enter(Path(scratch), frozenset(), 4 << 30)
    subject = discover([locate(name, folder)])
    options = Options(by="graph", seconds=seconds)
    campaign = Campaign(subject, options, guard, journal, lambda *told: None)
    with guard.trusted():
        clock.start(clock.CallClock(campaign.machine, 5.0))
    process.remember_process(guard)
    campaign.rearm = clock.rearm
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds and campaign.one():
        pass
    figures = {
        "sequences": campaign.tally.sequences,
        "calls": campaign.machine.calls,
        "seconds": spent,
        "findings": len(campaign.triage.findings),
    }
    write(writing, json.dumps(figures).encode())


def many(name: str, text: str, sequences: int) -> dict[str, Any]:
    """Return the figures of a whole run of the command on two cores."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / f"{name}.py").write_text(text)
        command = [sys.executable, "-m", "refute", "find", name, "--by", "graph", "-n", "2"]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        began = time.monotonic()
        done = subprocess.run(
            [*command, "--sequences", str(sequences), "--json", "result.json"],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        wall = time.monotonic() - began
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        result = json.loads((Path(folder) / "result.json").read_text())
    return {
        "sequences": result["sequences"],
        "wall": wall,
        "cpu": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
        "memory": after.ru_maxrss // 1024,
        "lines": len(done.stdout.splitlines()),
        "findings": len(result["findings"]),
    }


def main() -> None:
    """Print the tables."""
    sequences = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    sizes(2000)
    print("| subject | planned sequences/s per core | calls each | findings |\n|---|---|---|---|")
    for name, text in SUBJECTS.items():
        f = speed(name, text, 5.0)
        rate = f["sequences"] / f["seconds"]
        print(f"| {name} | {rate:,.0f} | {f['calls'] / f['sequences']:.1f} | {f['findings']} |")
    print(
        "\n| subject | sequences on two cores | s | CPU s | MB of the largest process | lines printed | findings |"
    )
    print("|---|---|---|---|---|---|---|", flush=True)
    for count in (sequences // 10, sequences):
        f = many("functions", SUBJECTS["functions"], count)
        print(
            f"| functions | {f['sequences']:,} | {f['wall']:.1f} | {f['cpu']:.1f} | {f['memory']} | {f['lines']} | "
            f"{f['findings']} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
