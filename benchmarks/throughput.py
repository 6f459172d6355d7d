"""Calls of the subject per second and core with all laws on, beside the same calls made by a plain loop; memory.

python -m benchmarks.throughput [seconds] [target]

Memory is what the process holds at the moment, not the most it ever held, which says nothing about growth: a single
call of the subject may need hundreds of megabytes for a moment.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

# Of so many sequences the calls are made again by the plain loop.
_AGAIN = 3000
# After these parts of the time it is looked how much memory the process holds, and at the end.
_LOOKS = (0.0, 0.1, 0.5)


def measure(target: str, seconds: float, seed: int = 0) -> dict[str, Any]:
    """Return the figures of one search in a sandboxed child: CPU seconds, calls, and the plain loop's."""
    reading, writing = os.pipe()
    with tempfile.TemporaryDirectory() as scratch:
        child = os.fork()
        if child == 0:
            os.close(reading)
            try:
                _work(target, seconds, seed, writing, scratch)
            finally:
                os._exit(1)
        os.close(writing)
        data = b""
        while part := os.read(reading, 1 << 16):
            data += part
        os.waitpid(child, 0)
    figures: dict[str, Any] = json.loads(data)
    return figures


def _work(target: str, seconds: float, seed: int, writing: int, scratch: str) -> None:
    import mmap
    import resource

    from refute.discover.discovery import discover
    from refute.discover.modules import locate
    from refute.execute import clock
    from refute.execute.journal import SIZE, Journal
    from refute.execute.sandbox import process
    from refute.model.options import Options
    from refute.search.campaign import Campaign

    write, pread = os.write, os.pread  # in the sandbox they are refused on what is ours
    located = locate(target, os.getcwd())
    shared = os.memfd_create("benchmark")
    os.ftruncate(shared, SIZE)
    journal = Journal(shared)
    guard = process.enter(Path(scratch), frozenset(), 4 << 30)
    # Only now: the search goes on in a fork, and what was `self` before is its broker.
    statm, page = os.open("/proc/self/statm", os.O_RDONLY), resource.getpagesize()
    assert mmap
    subject = discover([located])

    def begin() -> Campaign:
        campaign = Campaign(subject, Options(seed=seed), guard, journal, lambda *told: None)
        with guard.trusted():
            clock.start(clock.CallClock(campaign.machine, 5.0))
        process.remember_process(guard)
        campaign.rearm = clock.rearm
        return campaign

    def megabytes() -> int:
        return int(pread(statm, 100, 0).split()[1]) * page >> 20

    campaign = begin()
    start = time.process_time()
    memory = []
    while (spent := time.process_time() - start) < seconds:
        if len(memory) < len(_LOOKS) and spent >= seconds * _LOOKS[len(memory)]:
            memory.append(megabytes())
        campaign.one()
    memory.append(megabytes())
    # The kernel's own figure may lag behind by a megabyte or two.
    peak = max(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10, *memory)
    calls = campaign.machine.calls
    # Only now: to keep the sequences would be memory as well.  The same seed makes the same again.
    again = begin()
    plain_calls, plain_seconds = _plain_loop(again, _made(again, campaign.tally.sequences))
    figures = {
        "calls": calls,
        "seconds": seconds,
        "sequences": campaign.tally.sequences,
        "verdicts": dict(campaign.tally.verdicts),
        "plain_calls": plain_calls,
        "plain_seconds": plain_seconds,
        "memory": memory,
        "peak": peak,
    }
    write(writing, json.dumps(figures).encode())


def _made(campaign: Any, sequences: int) -> list[Any]:
    """Return the first sequences of a search."""
    made = []
    for _ in range(min(_AGAIN, sequences)):
        campaign.one()
        made.append(campaign.last.sequence.steps if campaign.last else ())
    return made


def _plain_loop(campaign: Any, made: list[Any]) -> tuple[int, float]:
    """Make the calls of the recorded sequences again with nothing around them."""
    ready = []
    for steps in made:
        rows = []
        for operation, arguments in steps:
            compiled = campaign.machine.compiled(operation)
            rows.append((compiled.invoke, arguments, compiled.is_call))
        ready.append(rows)
    calls = 0
    start = time.process_time()
    for rows in ready:
        values: list[object] = []
        try:
            for invoke, arguments, is_call in rows:
                here = len(values)
                values.append(invoke(*[values[here - back] for back in arguments]))
                calls += is_call
        except Exception:
            continue
    return calls, time.process_time() - start


def main() -> None:
    """Print the table."""
    seconds = (
        float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    )  # as long as `refute find` looks by default
    targets = sys.argv[2:] or ["sortedcontainers:SortedList"]
    print(
        "| subject | calls/s per core | µs per call | plain loop calls/s | ratio | memory MB at start, tenth, half, end | peak |"
    )
    print("|---|---|---|---|---|---|---|")
    for target in targets:
        f = measure(target, seconds)
        ours = f["calls"] / f["seconds"]
        plain = f["plain_calls"] / f["plain_seconds"]
        memory = ", ".join(map(str, f["memory"]))
        print(
            f"| {target} | {ours:,.0f} | {1e6 / ours:.1f} | {plain:,.0f} | {plain / ours:.1f} | {memory} | {f['peak']} |"
        )


if __name__ == "__main__":
    main()
