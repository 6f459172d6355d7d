"""Recall and precision of blame: what is reported on correct code, what of the seeded faults is found.

The silent modules (`tests/golden/silent`) and the faults (`tests/subjects`), each as written and with annotations
stripped.  A fault has 10 s of processor time, or 200,000 calls.

python -m benchmarks.blame [NAME…]: only modules whose names contain one of these; `-v` shows what is wrong.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from benchmarks.campaigns import CALLER, RELATIONS, SILENT, SUBJECTS, Seen, campaigns, is_fault, zoo
from benchmarks.stripped import strip_folder

SEEDS = [0, 1]
CALLS_SILENT = 5000
CALLS_FAULT = 200_000
SECONDS_FAULT = 10.0


def main() -> None:
    """Print the two tables."""
    verbose = "-v" in sys.argv
    names = [name for name in sys.argv[1:] if not name.startswith("-")]
    with tempfile.TemporaryDirectory() as place:
        correct, subjects = Path(place) / "correct", Path(place) / "subjects"
        for target, sources in ((correct, (SILENT, CALLER, RELATIONS)), (subjects, (SUBJECTS,))):
            target.mkdir()
            for source in sources:
                strip_folder(source, target)
        print(
            "| correct modules | modules | with an error | with a likely finding | with one of robustness |"
        )
        print("|---|---|---|---|---|", flush=True)
        _precision("annotated", [SILENT, CALLER, RELATIONS], names, verbose)
        _precision("stripped", [correct], names, verbose)
        print("\n| seeded faults | faults | found | recall | as an error | as likely |")
        print("|---|---|---|---|---|---|", flush=True)
        missed = {
            title: _recall(title, folder, names)
            for title, folder in (("annotated", SUBJECTS), ("stripped", subjects))
        }
        for title, faults in missed.items():
            print(f"\nMissed, {title}:\n")
            print(*(f"- {fault}" for fault in faults or ["none"]), sep="\n", flush=True)


def _precision(title: str, folders: list[Path], names: list[str], verbose: bool) -> None:
    modules = [p for one in folders for p in sorted(one.glob("*.py")) if _is_wanted(p.stem, names)]
    loud: Counter[str] = Counter()
    shown = []
    for module in modules:
        runs = campaigns(module.stem, module.parent, SEEDS, calls=CALLS_SILENT, seconds=30)
        found = {f.signature: f for run in runs for f in run.findings}
        loud.update({f.severity for f in found.values()})
        shown += [_shown(f) for f in found.values() if f.severity != "robustness"]
    counts = [len(modules), loud["error"], loud["likely"], loud["robustness"]]
    print(f"| {title} | {' | '.join(map(str, counts))} |", flush=True)
    if verbose:
        print(*shown, sep="\n", flush=True)


def _recall(title: str, folder: Path, names: list[str]) -> list[str]:
    """Print how many faults are found; return those that are not."""
    faults = [f for f in zoo().FAULTS if _is_wanted(f.module, names)]
    by: Counter[str] = Counter()
    missed = []
    for fault in faults:
        found = _found(fault, folder)
        if found is None:
            missed.append(f"{fault.module}, {fault.exception or fault.rule}: {fault.note}")
        by[found or "missed"] += 1
    total = len(faults)
    count = total - by["missed"]
    # Not rounded up: 94.6 is less than 95.
    share = f"{100 * count / max(total, 1):.1f} %"
    print(f"| {title} | {total} | {count} | {share} | {by['error']} | {by['likely']} |", flush=True)
    return missed


def _found(fault: Any, folder: Path) -> str | None:
    """Return the severity with which a fault is found, "error" for one that ends the process; None if it is missed.

    What is only found as robustness is folded into one line and counts as missed.
    """

    def is_found(findings: list[Any]) -> bool:
        return any(same_fault(f, fault) and f["severity"] != "robustness" for f in findings)

    (run,) = campaigns(
        fault.module, folder, [0], calls=CALLS_FAULT, seconds=SECONDS_FAULT, until=is_found
    )
    if fault.rule == "dies":
        return "error" if run.died else None
    found = [f.severity for f in run.findings if same_fault(f, fault)]
    return next((one for one in ("error", "likely") if one in found), None)


# The same fault, seen by another law: None is one of the foreign things, and of two siblings either may be named.
_ALIASES = {"eq-none": {"eq-none", "eq-foreign"}}


def same_fault(finding: Any, fault: Any) -> bool:
    """Return whether a finding is this fault, under whichever of its names."""
    rule = finding["rule"] if isinstance(finding, dict) else finding.rule
    if rule == fault.rule == "eq-symmetric":
        return True
    return is_fault(finding, fault) or rule in _ALIASES.get(fault.rule, ())


def _shown(finding: Seen) -> str:
    head = f"    {finding.severity}: {finding.rule} {finding.operation} {finding.exception or ''}"
    return "\n".join([head, *(f"        {line}" for line in finding.source.splitlines())])


def _is_wanted(module: str, names: list[str]) -> bool:
    return module != "zoo" and (not names or any(name in module for name in names))


if __name__ == "__main__":
    main()
