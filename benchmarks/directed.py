"""Directed against undirected: distinct failures of the zoo with equal numbers of calls, over several seeds.

    python -m benchmarks.directed [calls] [seeds] [--without | --long]

Thesis 8.3, figure 8-9: feedback found 147 errors where the random walk found 99.  The last columns say how much could
be had: what any run of either found, had every seed found it.  Also printed, from the same runs:
how far shrinking gets (thesis 8.4: from 42 operations to 5).  `--without` takes one part of feedback away at a time
instead: what each is worth.  `--long` shrinks failures of sequences that are long from the start.
"""

from __future__ import annotations

import sys
from itertools import chain
from statistics import mean
from typing import Any

from benchmarks.campaigns import SUBJECTS, Run, campaigns, zoo


def failures(runs: list[Run], calls: int = 1) -> list[set[Any]]:
    """Return for each run the different failures that take so many calls or more, whatever their severity."""
    return [{f.signature for f in run.findings if f.steps >= calls} for run in runs]


def distinct(runs: list[Run]) -> list[int]:
    """Return for each run how many different failures it found."""
    return list(map(len, failures(runs)))


def _no_pool(campaign: Any) -> None:
    campaign.knowledge.pool.pick = lambda kinds: None


def _no_making(campaign: Any) -> None:
    feedback, knowledge = campaign.portfolio.named("feedback"), campaign.knowledge
    feedback._make = lambda form, depth: feedback._from_scope(knowledge.slot_for(form))


def _no_taking_back(campaign: Any) -> None:
    judge = campaign._judge_step

    def never(steps: Any, outcome: Any, directed: bool) -> Any:
        return judge(steps, outcome, False)

    campaign._judge_step = never


def _no_fairness(campaign: Any) -> None:
    campaign.knowledge.uncalled = []
    campaign.knowledge.less_called = lambda routines, draw: routines[int(draw() * len(routines))]


def _no_repeating(campaign: Any) -> None:
    campaign.portfolio.named("feedback")._repeat = 0.0


PARTS = {
    "the pool": _no_pool,
    "making values on the spot": _no_making,
    "taking back what was our fault": _no_taking_back,
    "spreading calls over operations": _no_fairness,
    "repetition": _no_repeating,
}


def without(calls: int, seeds: list[int], modules: list[str]) -> None:
    """Print what feedback finds without each of its parts."""
    print(f"Distinct failures over {len(modules)} subjects × {len(seeds)} seeds × {calls} calls:\n")
    print("| feedback without | distinct failures |\n|---|---|", flush=True)
    for name, change in {"nothing": None, **PARTS}.items():
        found = sum(
            sum(
                distinct(
                    campaigns(
                        m, SUBJECTS, seeds, by="feedback", calls=calls, seconds=20, change=change
                    )
                )
            )
            for m in modules
        )
        print(f"| {name} | {found} |", flush=True)


def _long(campaign: Any) -> None:
    feedback = campaign.portfolio.named("feedback")
    feedback._target_length = lambda: int(feedback._length ** (0.35 + 0.65 * feedback._draw()))


def shrinking(calls: int, seeds: list[int], modules: list[str]) -> None:
    """Print how far failures of long sequences are shrunk."""
    found = [
        finding
        for module in modules
        for run in campaigns(
            module, SUBJECTS, seeds, by="feedback", calls=calls, seconds=20, change=_long
        )
        for finding in run.findings
    ]
    before, after = mean(f.before for f in found), mean(f.steps for f in found)
    print("| shrinking of long sequences | mean calls before | mean calls after |\n|---|---|---|")
    print(f"| refute, {len(found)} failures | {before:.1f} | {after:.1f} |")
    print("| thesis, 8.4 | 42 | 5 |")


def main() -> None:
    """Print the table and the ratio."""
    numbers = [int(given) for given in sys.argv[1:] if given.isdigit()]
    calls = numbers[0] if numbers else 1000
    seeds = list(range(numbers[1] if len(numbers) > 1 else 20))
    modules = sorted({fault.module for fault in zoo().FAULTS if fault.rule != "dies"})
    if "--without" in sys.argv:
        without(calls, seeds, modules)
        return
    if "--long" in sys.argv:
        shrinking(calls, seeds, modules)
        return
    # By the calls that a failure takes at least: what each method found, and what any run of either did.
    totals = {least: {"feedback": 0, "walk-blind": 0} for least in (1, 2)}
    known = dict.fromkeys(totals, 0)
    before: list[int] = []
    after: list[int] = []
    for module in modules:
        runs = {
            by: campaigns(module, SUBJECTS, seeds, by=by, calls=calls, seconds=20)
            for by in totals[1]
        }
        for least, found in totals.items():
            seen = {by: failures(made, least) for by, made in runs.items()}
            for by, sets in seen.items():
                found[by] += sum(map(len, sets))
            known[least] += len(set().union(*chain.from_iterable(seen.values())))
        before += [f.before for run in runs["feedback"] for f in run.findings]
        after += [f.steps for run in runs["feedback"] for f in run.findings]
        each = " ".join(str(sum(distinct(made))) for made in runs.values())
        print(f"{module}: {each}", file=sys.stderr, flush=True)
    print(f"Distinct failures over {len(modules)} subjects × {len(seeds)} seeds × {calls} calls:\n")
    print("| | feedback | random walk | ratio | known to any run, × seeds | its ratio |")
    print("|---|---|---|---|---|---|")
    for least, title in ((1, "zoo"), (2, "zoo, two calls or more")):
        directed, blind = totals[least]["feedback"], max(1, totals[least]["walk-blind"])
        everything = known[least] * len(seeds)
        print(
            f"| refute, {title} | {directed} | {blind} | {directed / blind:.2f} "
            f"| {everything} | {everything / blind:.2f} |"
        )
    print("| thesis, fig. 8-9 | 147 | 99 | 1.48 | | |\n")
    print("| shrinking | mean calls before | mean calls after |\n|---|---|---|")
    print(f"| refute, {len(before)} failures | {mean(before):.1f} | {mean(after):.1f} |")
    print("| thesis, 8.4 | 42 | 5 |")


if __name__ == "__main__":
    main()
