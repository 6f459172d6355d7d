"""Judgement on strangers' code: `python -m benchmarks.judgement [PACKAGE…] [-v]`.

`labels/` has causes met in packages of others, each read with source and documentation and labelled: *real* (a maintainer
would mend it), *arguable* (or only by the letter of the annotations), *wrong* (the test is to blame, or the behaviour is
documented).  Each is run again in a fresh process, with the package at the version it was met in, and judged as today: how many
of what is called an error, likely, and so on, is real, and how much of what is real is called so.  One half of the packages is
for making rules; the other tells how they carry over.  A tenth of the causes was drawn at random and read again by two
others, who did not know the label: `read again`.

`python -m benchmarks.judgement collect PACKAGE==VERSION MODULE… --seconds 20` prints a file of causes to be labelled, from
every severity, refusals included.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.campaigns import ROOT, campaigns

LABELS = Path(__file__).parent / "labels"
SEVERITIES = ("error", "likely", "robustness", "doubtful", "refusal", "gone")
MEANINGS = ("real", "arguable", "wrong")
# Of each severity at most so many causes of a package are to be labelled.
_EACH = 4
# Rules by which arguments of these types were never accepted: so they are asked about again.
_NEVER = ("unannotated-never-accepted", "never-accepted")


def main() -> None:
    """Collect causes, or judge those that are labelled."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="PACKAGE")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("-v", "--verbose", action="store_true")
    parser.add_argument("--fit", action="store_true", help="write how sure rules are")
    given = parser.parse_args()
    if given.names[:1] == ["collect"]:
        package, *modules = given.names[1:]
        print(json.dumps(collected(package, modules, given.seconds), indent=1))
    else:
        _judge(given.names, given.verbose, given.fit)


# ---- collecting ------------------------------------------------------------------------------------------------------


def installed(package: str) -> Path:
    """Return the folder that has this version of a package, installed where it is missing."""
    folder = Path(tempfile.gettempdir()) / "refute-labels" / package
    if not (folder / ".installed").exists():
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(folder)]
        subprocess.run([*command, "--disable-pip-version-check", package], check=True)
        (folder / ".installed").touch()
    return folder


def collected(package: str, modules: list[str], seconds: float) -> dict[str, Any]:
    """Return causes of a package to be labelled: a few of every severity, and a few refusals."""
    folder = installed(package)
    found: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for module in modules:
        for entry in (*_findings(module, folder, seconds), *_refusals(module, folder)):
            found[entry["severity"]].append(entry)
    rng = random.Random(package)
    chosen = [
        entry
        for severity in SEVERITIES
        for entry in rng.sample(found[severity], min(_EACH, len(found[severity])))
    ]
    name, _, version = package.partition("==")
    return {"package": name, "version": version, "half": "", "causes": chosen}


def _findings(module: str, folder: Path, seconds: float) -> Iterator[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as place:
        command = [sys.executable, "-m", "refute", "find", module, "--for", f"{seconds:g}s"]
        variables = {**os.environ, "PYTHONPATH": str(folder)}
        options = ["-n", "1", "--json", "result.json", "-q"]
        subprocess.run([*command, *options], cwd=place, env=variables, capture_output=True)
        result = json.loads((Path(place) / "result.json").read_text())
    for finding in result["findings"]:
        yield {
            "module": module,
            "operation": finding["operation"],
            "cause": finding["cause"],
            "severity": finding["severity"],
            "because": finding["because"],
            "accepted": finding["because"] not in _NEVER,
            "message": finding["message"][:200],
            "source": finding["source"],
            "sequence": finding["sequence"],
            "label": "",
            "why": "",
        }


def _refusals(module: str, folder: Path) -> Iterator[dict[str, Any]]:
    """Yield an example of what operations refuse, one for each place."""
    with tempfile.TemporaryFile() as file:
        campaigns(module, folder, [0], calls=4000, seconds=20, change=_noting(file.fileno()))
        file.seek(0)
        for line in file:
            yield {"module": module, **json.loads(line)}


def _noting(descriptor: int) -> Any:
    from refute.model.codec import sequence_to_json
    from refute.model.sequence import Call, Sequence
    from refute.render.source import source
    from refute.search.recurring import place_of

    write = os.write

    def change(campaign: Any) -> None:
        note, known = campaign._note_cause, set()

        def noting(violation: Any, steps: Any, outcome: Any, made_by: str) -> None:
            note(violation, steps, outcome, made_by)
            is_call = type(steps[-1].operation) is Call
            if not violation.is_refusal or outcome.exception is None or not is_call:
                return
            place = place_of(outcome.exception, steps[-1].operation)
            if place in known:
                return
            known.add(place)
            sequence = Sequence(tuple(steps))
            sequence = sequence.keeping(sequence.influence(len(sequence) - 1)).with_own_literals()
            violation = replace(violation, step=len(sequence) - 1)
            entry = {
                "operation": violation.operation,
                "cause": [],
                "severity": "refusal",
                "because": violation.because,
                "accepted": True,
                "message": f"{type(outcome.exception).__name__}: {outcome.exception}"[:200],
                "source": source(sequence, violation),
                "sequence": sequence_to_json(sequence),
                "label": "",
                "why": "",
            }
            write(descriptor, json.dumps(entry).encode() + b"\n")

        campaign._note_cause = noting

    return change


# ---- judging ---------------------------------------------------------------------------------------------------------


def _judge(names: list[str], verbose: bool, fit: bool) -> None:
    files = [json.loads(path.read_text()) for path in sorted(LABELS.glob("*.json"))]
    files = [file for file in files if not names or file["package"] in names]
    by_package = {file["package"]: list(_rows(file)) for file in files}
    judged = [(file["half"], *row) for file in files for row in by_package[file["package"]]]
    print(f"{len(judged)} causes of {len(files)} packages\n")
    for half in ("tuned on", "left out"):
        rows = [row for row in judged if row[0] == half]
        _print_table(f"packages {half}", rows)
    by_rule: dict[str, Counter[str]] = defaultdict(Counter)
    for _, severity, because, label, _ in judged:
        if severity in ("error", "likely"):
            by_rule[f"{because} ({severity})"][label] += 1
    print("\n| rule | real | arguable | wrong |\n|---|---|---|---|")
    for rule, counts in sorted(by_rule.items(), key=lambda item: -item[1].total()):
        print(f"| {rule} | {' | '.join(str(counts[one]) for one in MEANINGS)} |")
    _print_order(by_package)
    _print_agreement([cause for file in files for cause in file["causes"]])
    if fit:
        _write_records(by_package)
    if verbose:
        for half, severity, because, label, what in judged:
            print(f"{half}: {severity} ({because}), {label}: {what}")


# ---- how sure -----------------------------------------------------------------------------------------------------


Rows = list[tuple[str, str, str, str]]


def _records(rows: Rows) -> dict[str, list[int]]:
    """Return by severity, and by severity and rule, how many causes are real, arguable and wrong."""
    found: dict[str, list[int]] = {}
    for severity, because, label, _ in rows:
        for key in (severity, f"{severity} {because}"):
            found.setdefault(key, [0, 0, 0])[MEANINGS.index(label)] += 1
    return found


def _confidence(severity: str, because: str, records: dict[str, list[int]]) -> float:
    from refute.model.confidence import NO_RECORD, Record

    known = {name: Record(*counts) for name, counts in records.items()}
    expected = known.get(severity, NO_RECORD).share(0.5)
    return known.get(f"{severity} {because}", NO_RECORD).share(expected)


def _print_order(by_package: dict[str, Rows]) -> None:
    """Print how well real causes are told from wrong ones, in each package by the labels of the others."""
    by_severity: list[tuple[float, str]] = []
    by_confidence: list[tuple[float, str]] = []
    for package, rows in by_package.items():
        others = _records(
            [row for other in by_package if other != package for row in by_package[other]]
        )
        for severity, because, label, _ in rows:
            if severity in SEVERITIES[:4] and label != "arguable":
                place = -float(SEVERITIES.index(severity))
                by_severity.append((place, label))
                sure = _confidence(severity, because, others)
                by_confidence.append((10 * place + sure, label))
    print("\n| order, packages left out one by one | AUC, real against wrong |\n|---|---|")
    print(f"| by severity | {_area(by_severity):.3f} |")
    print(f"| by severity, then by confidence | {_area(by_confidence):.3f} |")


def _area(scored: list[tuple[float, str]]) -> float:
    """Return the chance that a real cause stands before a wrong one; equal places count half."""
    real = [score for score, label in scored if label == "real"]
    wrong = [score for score, label in scored if label == "wrong"]
    pairs = [(a > b) + 0.5 * (a == b) for a in real for b in wrong]
    return sum(pairs) / len(pairs) if pairs else 0.5


def _write_records(by_package: dict[str, Rows]) -> None:
    rows = [row for some in by_package.values() for row in some if row[0] in SEVERITIES[:4]]
    data = {"causes": len(rows), "packages": len(by_package), "records": _records(rows)}
    file = ROOT / "src" / "refute" / "model" / "confidence.json"
    file.write_text(json.dumps(data, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    print(f"wrote {file.relative_to(ROOT)}")


# ---- tables ----------------------------------------------------------------------------------------------------------


def _print_table(title: str, rows: list[tuple[str, str, str, str, str]]) -> None:
    print(f"| {title} | causes | real | arguable | wrong |\n|---|---|---|---|---|")
    for severity in SEVERITIES:
        counts = Counter(label for _, now, _, label, _ in rows if now == severity)
        numbers = [counts.total(), *(counts[one] for one in MEANINGS)]
        print(f"| {severity} | {' | '.join(map(str, numbers))} |")
    real = [now for _, now, _, label, _ in rows if label == "real"]
    found = sum(now in ("error", "likely") for now in real)
    print(f"\nOf {len(real)} real causes {found} are called an error or likely.\n", flush=True)


def _print_agreement(causes: list[dict[str, Any]]) -> None:
    """Print how far the labels agree with those of others, and these with each other."""
    read = [(cause["label"], *cause["read again"]) for cause in causes if "read again" in cause]
    print("\n| read again | agree | Cohen's kappa |\n|---|---|---|")
    pairs = {"label, second reader": (0, 1), "label, third": (0, 2), "second, third": (1, 2)}
    for name, (one, other) in pairs.items():
        both = [(labels[one], labels[other]) for labels in read]
        same = sum(a == b for a, b in both)
        print(f"| {name} | {same} of {len(both)} | {_kappa(both):.2f} |")


def _kappa(both: list[tuple[str, str]]) -> float:
    """Return how far two readers agree beyond chance: 1 always, 0 as if they had drawn lots."""
    count = len(both)
    first, second = Counter(a for a, _ in both), Counter(b for _, b in both)
    chance = sum(first[one] * second[one] for one in MEANINGS) / (count * count or 1)
    agree = sum(a == b for a, b in both) / (count or 1)
    return (agree - chance) / (1 - chance) if chance < 1 else 1.0


def _rows(file: dict[str, Any]) -> Iterator[tuple[str, str, str, str]]:
    """Yield for every cause how it is judged today, by which rule, its label, and what it is."""
    from refute.discover.modules import locate
    from refute.model.codec import sequence_from_json
    from refute.model.messages import Examine, Examined
    from refute.model.options import Options
    from refute.model.verdict import Blame
    from refute.supervise.fresh_process import FreshProcess

    folder = installed(f"{file['package']}=={file['version']}")
    by_module: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for cause in file["causes"]:
        by_module[cause["module"]].append(cause)
    for module, causes in by_module.items():
        fresh = FreshProcess([locate(module, folder)], Options())
        try:
            for cause in causes:
                sequence = sequence_from_json(cause["sequence"])
                wanted = tuple(cause["cause"]) or None
                question = Examine(sequence, wanted, is_guess=True, accepted=cause["accepted"])
                answer = fresh.ask(question)
                now = answer.violation if isinstance(answer, Examined) else None
                what = f"{cause['operation']} {cause['message']}"
                if now is None:
                    yield "gone", "", cause["label"], what
                elif now.blame is Blame.NOBODY:  # it hangs, as it did
                    yield cause["severity"], "hangs", cause["label"], what
                else:
                    severity = "refusal" if now.is_refusal else now.severity.value
                    yield severity, now.because, cause["label"], what
        finally:
            fresh.close()


if __name__ == "__main__":
    main()
