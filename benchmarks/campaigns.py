"""Campaigns on one subject, many seeds, each in a sandboxed child: what the benchmarks and quality tests share."""

from __future__ import annotations

import json
import math
import os
import sys
import tempfile
import time
import traceback
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

# Here, not in each child, where it would take ten times as long as most campaigns.
from refute.discover.discovery import discover
from refute.discover.modules import locate
from refute.execute import clock
from refute.execute.sandbox import process
from refute.model.finding import Finding
from refute.model.options import Options
from refute.render.source import source
from refute.search.campaign import Campaign

ROOT = Path(__file__).resolve().parent.parent
SUBJECTS = ROOT / "tests" / "subjects"
SILENT = ROOT / "tests" / "golden" / "silent"
# Correct code in which the interpreter says what the caller did wrong.
CALLER = SILENT / "caller"
# Correct code whose operations agree with each other, or mean something else than their names suggest.
RELATIONS = SILENT / "relations"


@dataclass(frozen=True)
class Seen:
    """A finding, as far as a benchmark needs it."""

    rule: str
    severity: str
    operation: str
    exception: str | None
    signature: tuple[str, ...]
    steps: int
    before: int
    number: int
    source: str


@dataclass
class Run:
    """One campaign."""

    seed: int
    findings: list[Seen] = field(default_factory=list)
    calls: int = 0
    sequences: int = 0
    seconds: float = 0.0
    died: bool = False
    causes: dict[str, int] = field(default_factory=dict)  # what became of all that was seen


def campaigns(
    target: str,
    folder: Path,
    seeds: list[int],
    *,
    by: str = "mix",
    calls: int | None = None,
    seconds: float = 10.0,
    until: Any = None,
    change: Any = None,
    settle: bool = False,
) -> list[Run]:
    """Run one campaign for each seed, all in one child; what it has sent counts even if it dies.

    `until(findings)` ends a campaign early.  A campaign ends after `calls` calls, not counting those with which a failure is
    run again and shrunk, or `seconds` seconds of processor time, so that a busy machine changes nothing.
    `change(campaign)` takes something away from it first.  Doubtful failures are looked into and told if `settle`.
    """
    runs: list[Run] = []
    left = list(seeds)
    while left:
        done = _in_child(target, folder, left, by, calls, seconds, until, change, settle)
        runs += done
        left = left[len(done) :]
    return runs


def _in_child(
    target: str,
    folder: Path,
    seeds: list[int],
    by: str,
    calls: int | None,
    seconds: float,
    until: Any,
    change: Any,
    settle: bool,
) -> list[Run]:
    reading, writing = os.pipe()
    write = os.write  # in the sandbox it is refused on what is ours
    with tempfile.TemporaryDirectory() as scratch:
        child = os.fork()
        if child == 0:
            os.close(reading)
            try:
                told = (until, change, settle, writing, scratch)
                _work(target, folder, seeds, by, calls, seconds, *told)
            except Exception:
                write(writing, traceback.format_exc().encode())
            finally:
                os._exit(1)
        os.close(writing)
        data = b""
        while part := os.read(reading, 1 << 16):
            data += part
        os.close(reading)
        os.waitpid(child, 0)
    runs = [_run(json.loads(line)) for line in data.splitlines() if line.startswith(b"{")]
    if not runs:  # nor would there be the next time
        raise RuntimeError(f"no campaign on {target} has begun: {data.decode()}")
    if runs and not runs[-1].seconds:  # announced, not finished: it took the process with it
        runs[-1].died = True
    finished = {run.seed: run for run in runs}
    return list(finished.values())


def _run(data: dict[str, Any]) -> Run:
    findings = [Seen(**{**f, "signature": tuple(f["signature"])}) for f in data.pop("findings")]
    return Run(findings=findings, **data)


def _work(
    target: str,
    folder: Path,
    seeds: list[int],
    by: str,
    calls: int | None,
    seconds: float,
    until: Any,
    change: Any,
    settle: bool,
    writing: int,
    scratch: str,
) -> None:
    write = os.write
    # Whoever called has perhaps imported another module of the same name.
    for name in [one for one in sys.modules if one.partition(".")[0] == target]:
        del sys.modules[name]
    located = locate(target, folder)
    guard = process.enter(Path(scratch), frozenset(), _address_space() + (2 << 30))
    subject = discover([located])

    for seed in seeds:
        run: dict[str, Any] = {
            "seed": seed,
            "findings": [],
            "calls": 0,
            "sequences": 0,
            "seconds": 0.0,
        }
        write(writing, json.dumps(run).encode() + b"\n")

        def tell(finding: Finding, provisional: bool, run: dict[str, Any] = run) -> None:
            v = finding.violation
            if provisional or (v.severity.value == "doubtful" and not settle):
                return
            run["findings"].append(
                {
                    "rule": v.rule,
                    "severity": v.severity.value,
                    "operation": v.operation,
                    "exception": v.exception,
                    "signature": v.signature,
                    "steps": finding.sequence.calls(),
                    "before": finding.first_seen.calls(),
                    "number": finding.number,
                    "source": source(finding.sequence, v),
                }
            )

        campaign = Campaign(subject, Options(by=by, seed=seed), guard, None, tell)
        with guard.trusted():
            clock.start(clock.CallClock(campaign.machine, 2.0))
        process.remember_process(guard)
        campaign.rearm = clock.rearm
        if change is not None:
            change(campaign)
        start = time.process_time()
        while time.process_time() - start < seconds and campaign.one():
            if calls is not None and campaign.calls >= calls:
                break
            if until is not None and until(run["findings"]):
                break
        if settle:
            campaign.triage.settle(math.inf)
        run.update(
            causes=campaign.triage.tally(),
            calls=campaign.calls,
            sequences=campaign.tally.sequences,
            seconds=max(time.process_time() - start, 1e-9),
        )
        write(writing, json.dumps(run).encode() + b"\n")


def _address_space() -> int:
    """Return how much this process has reserved before it searches: a copy of a large one begins with all of it."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    return pages * os.sysconf("SC_PAGE_SIZE")


def zoo() -> Any:
    """Return the index of the seeded faults."""
    sys.path.insert(0, str(SUBJECTS))
    import zoo as index

    return index


def is_fault(finding: dict[str, Any] | Seen, fault: Any) -> bool:
    """Return whether a finding is this fault: the same operation or class, and the same rule or exception."""
    data = finding if isinstance(finding, dict) else vars(finding)
    name = data["operation"].partition(":")[2]
    rule = data["rule"]
    if fault.rule == "raises":
        # A constructor that calls a method which fails is the same fault as the method.
        same = name == fault.operation or name.startswith(f"{fault.operation}.")
        return same and data["exception"] == fault.exception and rule == "raises"
    if fault.rule == "invariant":
        return rule == "invariant" and name == fault.operation
    return (
        rule == fault.rule
        and name.partition(".__")[0].split(".")[0] == fault.operation.split(".")[0]
    )
