"""What holds of what is promised, group by group: `python -m benchmarks.hardening [--kills N]`.

Most groups are files of tests, in which each attempt is a test.  That nothing is lost is tried with kills at random moments
as well: each time a process of a run is killed, of a kind and at a stage that are drawn, and then it is looked at what is in
the corpus, what the next run makes of it, and what is left lying about.
"""

from __future__ import annotations

import argparse
import json
import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

ROOT = Path(__file__).parents[1]
GROUPS = {
    "A nothing found is lost": "nothing_is_lost",
    "B nothing of the machine is emitted": "nothing_leaks",
    "C the sandbox": "harmless",
    "D the parent": "parent_holds",
    "E hostile subjects": "hostile_subjects",
    "F environment": "environment",
    "G bad input": "bad_input",
    "H the first hour": "first_hour",
}
# By stage of a run who can be killed in it.
KILLS = (
    *(("startup", who) for who in ("parent", "worker", "server")),
    *(("search", who) for who in ("parent", "worker", "server")),
    *(("shrinking", who) for who in ("parent", "worker")),
    *(("confirming", who) for who in ("parent", "fresh process", "server")),
    ("writing", "parent"),
)
# Faults that show after few and after many calls, so that findings arrive all the time.
SUBJECT = """
class Shelf:
    def __init__(self) -> None:
        self.books: list[str] = []

    def put(self, title: str) -> None:
        self.books.append(title)

    def first(self) -> str:
        return self.books[0]

    def longest(self) -> int:
        return max(len(title) for title in self.books)

    def fourth(self) -> str:
        return self.books[3] if len(self.books) > 2 else ""

    def mean(self) -> float:
        return sum(map(len, self.books)) / len(self.books)


def ratio(a: int, b: int) -> float:
    return a / b


def initial(word: str) -> str:
    return word[0].upper()


def year(digits: str) -> int:
    return {"one": 1}[digits]
"""
# Passed on to workers like all variables of the locale, so that processes of a run are known by it.
_MARK = "LC_HARDENING"
# So long processes may take to end after the one that started them was killed, and a run to end, in seconds.
_ENDING, _RUNNING = 10.0, 120.0
# It is looked so often for new workers.
_BETWEEN_LOOKS = 0.02


@dataclass
class Run:
    """A run of `refute find` in a folder, watched from outside."""

    folder: Path
    options: tuple[str, ...]
    told: int = 0  # findings that the user has been told of
    out: str = ""
    err: str = ""
    workers: list[int] = field(default_factory=list)  # in the order in which they were seen

    def __post_init__(self) -> None:
        self._mark = f"{self.folder.name}-{os.getpid()}-{len(self.options)}-{time.monotonic_ns()}"
        self._looked = 0.0
        temporary = self.folder / "tmp"
        temporary.mkdir(exist_ok=True)
        self._terminal, theirs = pty.openpty()
        variables = {"TMPDIR": str(temporary), _MARK: self._mark, "NO_COLOR": "1"}
        self._output = (self.folder / "out").open("w+")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "refute", "find", "shelf", *self.options],
            cwd=self.folder,
            env={**os.environ, **variables},
            stdin=subprocess.DEVNULL,
            stdout=self._output,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)

    def look(self) -> None:
        """Read what the user is told; note which workers there are."""
        while select.select([self._terminal], [], [], 0)[0]:
            try:
                self.err += os.read(self._terminal, 1 << 16).decode(errors="replace")
            except OSError:  # nobody has it open any more
                break
        for number in re.findall(r"(\d+) findings?", self.err):
            self.told = max(self.told, int(number))
        if time.monotonic() < self._looked + _BETWEEN_LOOKS:
            return
        self._looked = time.monotonic()
        for server in children(self.process.pid):
            self.workers += [pid for pid in children(server) if pid not in self.workers]

    def processes(self) -> list[int]:
        """Return the numbers of the processes of the run, those included whose parent is gone."""
        found = []
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                try:
                    if self._mark.encode() in (entry / "environ").read_bytes():
                        found.append(int(entry.name))  # of a zombie it is empty
                except OSError:
                    continue
        return found

    def victim(self, who: str, jobs: int, rng: random.Random) -> int | None:
        """Return the number of a process of a kind, None where there is none."""
        if who == "parent":
            return self.process.pid if self.process.poll() is None else None
        servers = children(self.process.pid)
        if who != "server":
            running = [pid for server in servers for pid in children(server)]
            kind = self.workers[:jobs] if who == "worker" else self.workers[jobs:]
            some = [pid for pid in kind if pid in running]
            # The worker itself is a child of its broker, and questions are answered in children of the worker.
            below = [child for pid in some for child in children(pid)]
            some += [*below, *(child for pid in below for child in children(pid))]
            return rng.choice(some) if some else None
        return rng.choice(servers) if servers else None

    def until(self, reached: Callable[[], bool]) -> bool:
        """Look until something is reached; return False where the run ends before."""
        until = time.monotonic() + _RUNNING
        while self.process.poll() is None and time.monotonic() < until:
            self.look()
            if reached():
                return True
            time.sleep(0.004)
        return False

    def end(self) -> int | None:
        """Wait until it has ended; return the exit code, None where it does not end."""
        self.until(lambda: False)
        self.look()
        code = self.process.poll()
        if code is None:
            self.process.kill()
            self.process.wait()
        self._output.seek(0)
        self.out = self._output.read()
        self._output.close()
        os.close(self._terminal)
        return code

    def orphans(self) -> list[int]:
        """Return the processes that do not end though the parent has."""
        until = time.monotonic() + _ENDING
        while (left := self.processes()) and time.monotonic() < until:
            time.sleep(0.02)
        return left


def children(pid: int) -> list[int]:
    """Return the numbers of the processes that a process has started."""
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    found: list[int] = []
    for task in tasks:
        with suppress(OSError):
            found += map(int, task.read_text().split())
    return found


def saved(folder: Path) -> dict[str, bool]:
    """Return the saved findings by id, and whether each was confirmed; ValueError for half a file."""
    paths = (folder / ".refute" / "findings").glob("*.json")
    return {path.stem: json.loads(path.read_text())["stable"] for path in paths}


def _reached(run: Run, stage: str, jobs: int, rng: random.Random) -> bool:
    """Wait for a random moment of a stage; return False where the run ended before it."""
    conditions: dict[str, tuple[Callable[[], bool], float]] = {
        "startup": (lambda: True, 0.8),
        "search": (lambda: bool(saved(run.folder)), 0.6),
        "shrinking": (lambda: bool(saved(run.folder)), 0.03),
        "confirming": (lambda: len(run.workers) > jobs, 0.3),
        "writing": (lambda: any(saved(run.folder).values()), 0.01),
    }
    condition, longest = conditions[stage]
    if not run.until(condition):
        return False
    until = time.monotonic() + rng.uniform(0, longest)
    return run.until(lambda: time.monotonic() >= until)


def killed(
    stage: str, who: str, jobs: int, seed: int, folder: Path, sequences: int = 250
) -> str | None:
    """Kill a process of a run; return what was broken by that, in words, nothing if all held, None if it was too late."""
    rng = random.Random(f"{stage} {who} {jobs} {seed}")
    (folder / "shelf.py").write_text(SUBJECT)
    numbers = ("--sequences", str(sequences), "--seed", str(seed), "-n", str(jobs))
    run = Run(folder, (*numbers, "--severity", "robustness"))
    victim = run.victim(who, jobs, rng) if _reached(run, stage, jobs, rng) else None
    told = run.told
    kept = saved(folder)
    if victim is not None:
        try:
            os.kill(victim, signal.SIGKILL)
        except ProcessLookupError:
            victim = None
    code = run.end()
    broken = list(_after_the_kill(run, code, who, told, kept)) if victim is not None else []
    broken += _after_the_next_run(folder)
    return None if victim is None else "; ".join(broken)


def _after_the_kill(
    run: Run, code: int | None, who: str, told: int, kept: dict[str, bool]
) -> Iterator[str]:
    if who != "parent":
        if code != 1:
            yield f"exit code {code}: {run.err[-2000:]}"
        if f"{len(saved(run.folder))} finding" not in run.out:
            yield f"not all that is saved is shown: {run.out[-500:]}"
    if orphans := run.orphans():
        yield f"{len(orphans)} processes were left"
    now = saved(run.folder)
    if len(now) < told:
        yield f"told of {told} findings, {len(now)} are saved"
    # A death that only the kill explains is told as flaky, and not kept.
    if lost := kept.keys() - now.keys():
        yield f"lost {', '.join(sorted(lost))}"


def _after_the_next_run(folder: Path) -> Iterator[str]:
    before = saved(folder)
    run = Run(folder, ("--sequences", "1", "--severity", "robustness", "--json", "result.json"))
    code = run.end()
    if code not in (0, 1):  # 0 where all there is concerns robustness
        yield f"the next run: exit code {code}: {run.err[-2000:]}"
        return
    found = {one["id"] for one in json.loads((folder / "result.json").read_text())["findings"]}
    if lost := before.keys() - found:
        yield f"the next run does not go on from {', '.join(sorted(lost))}"
    if orphans := run.orphans():
        yield f"{len(orphans)} processes of the next run were left"
    left = [path.name for path in (folder / "tmp").iterdir()]
    left += [path.name for path in folder.glob(".refute/*/.*")]
    if left:
        yield f"left after the next run: {', '.join(sorted(left))}"


def kills(number: int) -> Counter[str]:
    """Return how many of so many kills held and broke, after Ctrl-C of those made until then; print what broke.

    A kill that comes when the run has ended is none: then another one is drawn.
    """
    counted: Counter[str] = Counter()
    seeds = count()

    def one(seed: int) -> tuple[int, str, str, int, str | None]:
        stage, who = KILLS[seed % len(KILLS)]
        jobs = 1 + seed // len(KILLS) % 2
        with tempfile.TemporaryDirectory(prefix="hardening") as folder:
            return seed, stage, who, jobs, killed(stage, who, jobs, seed, Path(folder))

    with ThreadPoolExecutor(2) as pool:
        running = deque(pool.submit(one, next(seeds)) for _ in range(number))
        try:
            while running:
                seed, stage, who, jobs, broken = running.popleft().result()
                if broken is None:
                    counted["too late"] += 1
                    running.append(pool.submit(one, next(seeds)))
                    continue
                counted["broke" if broken else "held"] += 1
                if broken:
                    print(f"- kill {seed}, {who} while {stage}, -n {jobs}: {broken}", flush=True)
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
    return counted


def attempts(name: str) -> Counter[str] | None:
    """Return how many tests of a file hold and break, None where there is no such file."""
    path = ROOT / "tests" / "whole" / f"test_{name}.py"
    if not path.exists():
        return None
    # Without -q, which the project's settings have already: twice, and pytest does not say how many passed.
    command = [sys.executable, "-m", "pytest", "-n", "2", "--tb=no", str(path)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    said = ran.stdout.strip().rpartition("\n")[2]
    counts = {what: int(number) for number, what in re.findall(r"(\d+) (\w+)", said)}
    if not counts:
        raise RuntimeError(f"no attempt was made: {ran.stdout[-2000:]}{ran.stderr[-2000:]}")
    broke = counts.get("failed", 0) + counts.get("errors", 0) + counts.get("error", 0)
    return Counter(held=counts.get("passed", 0), broke=broke)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=300, metavar="N", help="how many kills")
    parser.add_argument("--only-kills", action="store_true", help="leave the tests out")
    wanted = parser.parse_args()
    rows = []
    if wanted.kills:
        counted = kills(wanted.kills)
        landed = counted["held"] + counted["broke"]
        late = f"; {counted['too late']} more came too late" if counted["too late"] else ""
        rows.append((f"A kills at random moments: {counted['held']} of {landed}{late}", counted))
    for group, name in () if wanted.only_kills else GROUPS.items():
        counts = attempts(name)
        if counts is None:
            rows.append((f"{group}: no tests yet", Counter()))
        else:
            rows.append((f"{group} (`test_{name}.py`)", counts))
    print("| group | held | broke |\n|---|---|---|")
    for group, counts in rows:
        print(f"| {group} | {counts['held']} | {counts['broke']} |")


if __name__ == "__main__":
    main()
