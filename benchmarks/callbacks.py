"""Functions and subclasses that the search makes: which faults they show, how they are shrunk, and what they cost.

python -m benchmarks.callbacks [--seeds 20] [--seconds 10] [--silent-seconds 3] [NAME…]: only subjects whose names contain one of these, and no cost.

After Klein, Flatt and Findler (2010): the stack of section 3, the functions of 4.4, the rows of figure 8
(`tests/subjects/editor`), and small modules of other kinds (`tests/subjects/callbacks`).  Beside a faulty module `NAME.py`
lies `NAME.txt`: the rule that says what is wrong, then the source that a person would write; what has none is to stay silent.
Seconds are of processor time, with shrinking; each seed of a module in which nothing is found takes all that it may.

"Found" goes by the rule alone: a false alarm of the same rule counts, so read it beside "as expected".  The searches that are
compared for cost draw other sequences, so that on a busy machine single figures differ by a tenth: they show no few percent.
"""

from __future__ import annotations

import argparse
import ast
import statistics
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.campaigns import ROOT, SILENT, SUBJECTS, Run, Seen, campaigns

FOLDERS = (SUBJECTS / "callbacks", SUBJECTS / "editor")
# They take no functions, and nothing is derived from the first: what others need must cost them nothing.
PLAIN = ((SUBJECTS, "heap_array"), (ROOT, "sortedcontainers:SortedList"))
# Correct modules in which most sequences make functions or subclasses.
RICH = (
    *((FOLDERS[0], "c02_stack_silent"), (FOLDERS[1], "state_flag_mended")),
    *((FOLDERS[1], "construction_mended"), (SILENT, "event_emitter")),
)
SECONDS_OF_COST = 3.0
SEEDS_OF_COST = 5


@dataclass(frozen=True)
class Subject:
    """A module, with the rule and the source of what is to be found in it; "" where nothing is."""

    folder: Path
    name: str
    rule: str
    source: str

    def is_found(self, finding: Seen | dict[str, Any]) -> bool:
        """Return whether a finding is the fault of this module."""
        return (finding["rule"] if isinstance(finding, dict) else finding.rule) == self.rule

    def is_expected(self, finding: Seen) -> bool:
        """Return whether a finding is shown as it should be, whatever its comments say."""
        return ast.dump(ast.parse(finding.source)) == ast.dump(ast.parse(self.source))


def subjects(names: list[str]) -> list[Subject]:
    """Return the modules whose names contain one of these, all if there are none."""
    found = []
    for folder in FOLDERS:
        for path in sorted(folder.glob("*.py")):
            if not names or any(name in path.stem for name in names):
                found.append(_subject(path))
    return found


def _subject(path: Path) -> Subject:
    expected = path.with_suffix(".txt")
    if not expected.exists():
        return Subject(path.parent, path.stem, "", "")
    rule, _, source = expected.read_text(encoding="utf-8").partition("\n")
    return Subject(path.parent, path.stem, rule.removeprefix("# "), source)


def searched(subject: Subject, seeds: int, **limits: Any) -> list[Run]:
    """Return a campaign for each seed, which ends with what is looked for, or with a false alarm where nothing is."""

    def until(findings: list[dict[str, Any]]) -> bool:
        if subject.rule:
            return any(map(subject.is_found, findings))
        return any(is_loud(one) for one in findings)

    return campaigns(subject.name, subject.folder, list(range(seeds)), until=until, **limits)


def is_loud(finding: Seen | dict[str, Any]) -> bool:
    """Return whether a finding says more than that an input error surfaces late."""
    data = finding if isinstance(finding, dict) else vars(finding)
    return bool(data["severity"] != "robustness")


def first_of(subject: Subject, run: Run) -> Seen | None:
    """Return the first finding of a campaign that is the fault of the subject."""
    return next((one for one in run.findings if subject.is_found(one)), None)


def lines_of(source: str) -> int:
    """Return how many lines a source has that are neither empty nor imports."""
    lines = [line for line in source.splitlines() if line.strip() and not line.startswith("#")]
    return sum(not line.startswith(("import ", "from ")) for line in lines)


# ---- tables -----------------------------------------------------------------------------------------------------


def _print_faults(chosen: list[Subject], seeds: int, seconds: float) -> None:
    print(
        "| fault | found | CPU s, median | sequences, median | as expected | lines | by hand | beside it |"
    )
    print("|---|---|---|---|---|---|---|---|", flush=True)
    for subject in chosen:
        runs = searched(subject, seeds, seconds=seconds)
        hits = [(run, one) for run in runs if (one := first_of(subject, run)) is not None]
        cells = [
            subject.name,
            f"{len(hits)} of {seeds}",
            _median([run.seconds for run, _ in hits], ".2f"),
            _median([one.number for _, one in hits], ",.0f"),
            f"{sum(subject.is_expected(one) for _, one in hits)} of {len(hits)}",
            _median([lines_of(one.source) for _, one in hits], ".0f"),
            str(lines_of(subject.source)),
            ", ".join(sorted(_beside(subject, runs))) or "–",
        ]
        print(f"| {' | '.join(cells)} |", flush=True)


def _beside(subject: Subject, runs: list[Run]) -> set[str]:
    """Return the rules of what else was found until then."""
    return {one.rule for run in runs for one in run.findings if not subject.is_found(one)}


def _median(figures: list[float], form: str) -> str:
    return format(statistics.median(figures), form) if figures else "–"


def _print_silent(chosen: list[Subject], seeds: int, seconds: float) -> None:
    print("\n| correct | silent | false alarms |\n|---|---|---|", flush=True)
    for subject in chosen:
        runs = searched(subject, seeds, seconds=seconds)
        alarms = [[one for one in run.findings if is_loud(one)] for run in runs]
        said = sorted({f"{one.rule} {one.operation}" for some in alarms for one in some})
        silent = sum(not some for some in alarms)
        print(f"| {subject.name} | {silent} of {seeds} | {', '.join(said) or '–'} |", flush=True)


# ---- cost -------------------------------------------------------------------------------------------------------


def without_bodies(campaign: Any) -> None:
    """Let a campaign make neither functions nor subclasses; it has a process of its own."""
    import refute.generate.supply as supply

    supply.WITH_BODY = 0.0  # type: ignore[misc]
    campaign.knowledge._extendable = {}


def _print_cost() -> None:
    print("\n| no functions taken | calls/s | without made functions | share of it |")
    print("|---|---|---|---|", flush=True)
    for folder, name in PLAIN:
        speeds: dict[bool, list[float]] = {True: [], False: []}
        for seed in range(SEEDS_OF_COST):
            for makes in (True, False) if seed % 2 else (False, True):
                change = None if makes else without_bodies
                (run,) = campaigns(name, folder, [seed], seconds=SECONDS_OF_COST, change=change)
                speeds[makes].append(run.calls / run.seconds)
        some, none = (statistics.median(speeds[makes]) for makes in (True, False))
        print(f"| {name} | {some:,.0f} | {none:,.0f} | {some / none:.1%} |", flush=True)


def _print_steps() -> None:
    """Print what a step costs in a sequence that has made no function, and in one that has."""
    print("\n| one step | ns |\n|---|---|")
    costs: dict[bool, list[float]] = {False: [], True: []}
    for _ in range(SEEDS_OF_COST):
        for makes, figures in costs.items():
            figures.append(_cost_of_a_step(makes))
    print(f"| no function made so far | {min(costs[False]):,.0f} |")
    print(f"| one made | {min(costs[True]):,.0f} |", flush=True)


def _cost_of_a_step(makes: bool, steps: int = 50_000) -> float:
    from refute.execute.machine import Machine
    from refute.execute.made_functions import Bodies
    from refute.look.kinds import Kinds
    from refute.model.sequence import Call, Step
    from refute.model.typeform import TypeForm

    machine = Machine(Kinds())
    machine.start()
    if makes:
        machine.bodies = Bodies(machine)
    step = Step(Call("builtins:list", (), TypeForm("builtins:list")), ())
    machine.perform(step)
    start = time.process_time()
    for _ in range(steps):
        machine.perform(step)
    return (time.process_time() - start) / steps * 1e9


def _print_rich() -> None:
    print(
        "\n| many functions made | sequences/s | calls/s | sequences that make one |\n|---|---|---|---|"
    )
    for folder, name in RICH:
        runs = [
            campaigns(name, folder, [seed], seconds=SECONDS_OF_COST)[0]
            for seed in range(SEEDS_OF_COST)
        ]
        sequences = statistics.median(run.sequences / run.seconds for run in runs)
        calls = statistics.median(run.calls / run.seconds for run in runs)
        share = share_that_makes(folder, name)
        print(f"| {name} | {sequences:,.0f} | {calls:,.0f} | {share:.0%} |", flush=True)


def share_that_makes(folder: Path, name: str, sequences: int = 1000) -> float:
    """Return the share of the sequences of a search in which a function or a subclass is made."""
    from refute.discover.discovery import discover
    from refute.discover.modules import locate
    from refute.model.options import Options
    from refute.model.sequence import Callback, Derive
    from refute.search.campaign import Campaign

    sys.path.insert(0, str(folder))
    subject = discover([locate(name, folder)])
    sys.path.remove(str(folder))
    campaign = Campaign(subject, Options(seed=0, sequences=10**6), None, None, lambda *told: None)
    made = 0
    for _ in range(sequences):
        campaign.one()
        steps = campaign.last.sequence.steps if campaign.last else ()
        made += any(isinstance(step.operation, Callback | Derive) for step in steps)
    return made / sequences


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument(
        "--silent-seconds", type=float, default=3.0, help="for a module with nothing to find"
    )
    options = parser.parse_args()
    chosen = subjects(options.names)
    _print_faults([one for one in chosen if one.rule], options.seeds, options.seconds)
    _print_silent([one for one in chosen if not one.rule], options.seeds, options.silent_seconds)
    if not options.names:
        _print_cost()
        _print_steps()
        _print_rich()


if __name__ == "__main__":
    main()
