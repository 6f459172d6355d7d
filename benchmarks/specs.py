"""T2's figures: steps per second with an invariant asked after every step, blocks reached, and its faults found.

python -m benchmarks.specs [seeds]
"""

from __future__ import annotations

import dis
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from benchmarks.campaigns import SUBJECTS

FOLDER = SUBJECTS / "t2"
# The paper's table: class, steps, share of blocks.
TABLE = (
    ("binary_search_tree", 20_000, 94),
    ("long_sorted_list", 500, 98),
    ("show", 5_000, 84),
    ("pool", 5_000, 91),
)
# What the paper's own examples show, the rule that says so, and within how many steps it should.
FAULTS = (
    ("sorted_list", "ensures", "SortedList.get", 500),
    ("sorted_list", "raises", "SortedList.get", 500),
    ("locked_list", "invariant", "LockedList.get", 5_000),
    ("locked_list_temporal", "temporal", "LockedList.get", 5_000),
    ("door", "temporal", "Door.slam", 5_000),
    ("door_automaton", "invariant", "Door.slam", 5_000),
)


def campaign_on(module: str, seed: int, by: str = "mix") -> Any:
    """Return a campaign in this process: the subjects here are known to be harmless."""
    from refute.discover.discovery import discover
    from refute.discover.modules import locate
    from refute.model.options import Options
    from refute.search.campaign import Campaign

    subject = discover([locate(module, FOLDER)])
    options = Options(seed=seed, sequences=10**6, by=by)
    return Campaign(subject, options, None, None, lambda *told: None)


# ---- steps per second -------------------------------------------------------------------------------------------


def rate(seconds: float, seed: int = 0) -> dict[str, float]:
    """Return what a step costs on the tree, with the invariant and without, in steps per second of processor time."""
    figures = {}
    for name, asks in (("with", True), ("without", False)):
        campaign = campaign_on("binary_search_tree", seed)
        invariant_checker = campaign.examiner.invariant_checker
        spent_asking = 0.0
        if not asks:
            invariant_checker.looks_at = "none"
        start = time.process_time()
        while time.process_time() - start < seconds:
            campaign.one()
        figures[name] = campaign.machine.calls / (time.process_time() - start)
        if asks:
            kept = next(kept for kept in invariant_checker._kept.values() if kept is not None)
            figures["asked"] = kept.count / campaign.machine.calls
            spent_asking = _cost_of(kept, campaign)
            figures["apart"] = 1 / (1 / figures["with"] - spent_asking * figures["asked"])
    return figures


def _cost_of(kept: Any, campaign: Any) -> float:
    """Return how long the invariant takes on objects like those it was asked about, in seconds."""
    count, total = 0, 0.0
    for _ in range(2000):
        campaign.one()
        values, kinds = campaign.machine.values, campaign.machine.value_kinds
        for value, kind in zip(values, kinds, strict=True):
            if campaign.examiner.invariant_checker.of_kind(kind) is kept:
                start = time.perf_counter()
                kept.check(value)
                total += time.perf_counter() - start
                count += 1
    return total / count


# ---- blocks -----------------------------------------------------------------------------------------------------


def blocks_of(path: Path) -> dict[tuple[str, int, int], str]:
    """Return the basic blocks of all functions in a file: (function, its line, offset) to where it is."""
    found: dict[tuple[str, int, int], str] = {}
    todo = [compile(path.read_text(encoding="utf-8"), str(path), "exec")]
    while todo:
        code = todo.pop()
        inner = [one for one in code.co_consts if isinstance(one, CodeType)]
        todo += inner
        if code.co_name != "<module>" and code.co_flags & 0x1:  # not a module's or a class's body
            for offset in _leaders(code):
                found[code.co_qualname, code.co_firstlineno, offset] = (
                    f"{code.co_qualname}+{offset}"
                )
    return found


def _leaders(code: CodeType) -> Iterator[int]:
    """Yield where blocks begin: at the start, at targets of jumps, and after what may jump."""
    targets = set(dis.findlabels(code.co_code))
    handlers = {entry.target for entry in getattr(dis.Bytecode(code), "exception_entries", ())}
    before, after_jump, is_first = "", False, True
    is_generator = bool(code.co_flags & 0x20)
    for one in dis.get_instructions(code):
        # Not traced: what prepares a frame, and of a generator all up to its first own instruction.
        if one.opname in ("RESUME", "CACHE", "COPY_FREE_VARS", "MAKE_CELL", "RETURN_GENERATOR"):
            continue
        if is_generator and is_first and one.opname == "POP_TOP":
            continue
        # Passed over at the end of a loop, though it is what the loop jumps to; from 3.13 on with what follows it.
        if one.opname == "END_FOR" or (before == "END_FOR" and sys.version_info >= (3, 13)):
            before, after_jump = one.opname, True
            continue
        if (is_first or after_jump or one.offset in targets) and one.offset not in handlers:
            yield one.offset
        before, is_first = one.opname, False
        # What follows a return or an unconditional jump is reached by a jump of its own, or never.
        after_jump = "JUMP" in one.opname and "IF" in one.opname


def reached(module: str, steps: int, seed: int, enough: int = 100) -> tuple[int, int, list[str]]:
    """Return how many blocks were run within so many calls, how many there are, and the others.

    By walks alone, which are T2's own way of searching; the mix spends a part of so few steps on other things.
    It ends as soon as this share of the blocks is reached, in percent.
    """
    path = FOLDER / f"{module}.py"
    blocks = blocks_of(path)
    seen: set[tuple[str, int, int]] = set()
    name = str(path)

    def local(frame: FrameType, event: str, argument: object) -> Any:
        if event == "opcode":
            code = frame.f_code
            seen.add((code.co_qualname, code.co_firstlineno, frame.f_lasti))
        return local

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        if frame.f_code.co_filename != name:
            return None
        frame.f_trace_opcodes = True
        return local

    campaign = campaign_on(module, seed, "walk")
    # Blocks are told by where they are in the code as it was written; walks are not steered by branches.
    campaign.steering.end()
    sys.settrace(trace)
    try:
        while campaign.machine.calls < steps:
            campaign.one()
            if 100 * len(blocks.keys() & seen) >= enough * len(blocks):
                break
    finally:
        sys.settrace(None)
    missing = sorted(where for block, where in blocks.items() if block not in seen)
    return len(blocks) - len(missing), len(blocks), missing


def main() -> None:
    """Print the tables."""
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    sys.path.insert(0, str(FOLDER))
    f = rate(5.0)
    print("| BinarySearchTree, 18 methods | steps/s of processor time |\n|---|---|")
    print(f"| invariant asked {f['asked']:.2f} times per step | {f['with']:,.0f} |")
    print(f"| the same, cost of the invariant itself taken off | {f['apart']:,.0f} |")
    print(f"| no invariant | {f['without']:,.0f} |")
    print("| T2 | 22,000 |\n")
    print("| class | steps | blocks | reached, least of all seeds | T2 |\n|---|---|---|---|---|")
    for module, steps, theirs in TABLE:
        runs = [reached(module, steps, seed) for seed in range(seeds)]
        least = min(runs, key=lambda run: run[0])
        share = 100 * least[0] / least[1]
        print(f"| {module} | {steps:,} | {least[1]} | {share:.0f} % of {seeds} | {theirs} % |")
    print("\n| example | rule | found | most steps |\n|---|---|---|---|")
    for module, rule, operation, most in FAULTS:
        calls = [steps_until(module, rule, operation, seed, most) for seed in range(2 * seeds)]
        found = [one for one in calls if one is not None]
        print(f"| {module} | {rule} | {len(found)} of {len(calls)} | {max(found, default=0)} |")


def steps_until(module: str, rule: str, operation: str, seed: int, most: int) -> int | None:
    """Return after how many steps of searching a fault was found, None where it was not."""
    campaign = campaign_on(module, seed)
    while campaign.machine.calls < 100_000:
        before = searched(campaign)
        if before > most:
            return None
        campaign.one()
        for finding in campaign.triage.findings.values():
            violation = finding.violation
            if violation.rule == rule and violation.operation.endswith(operation):
                return before
    return None


def searched(campaign: Any) -> int:
    """Return how many calls the search itself has made: those of shrinking do not count."""
    return sum(known.calls for known in campaign.knowledge.everything)


if __name__ == "__main__":
    main()
