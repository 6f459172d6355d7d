"""What several workers have found and counted, merged into one `Results`: `merge`, `add_finding`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, replace
from typing import Any

from refute.model.finding import Finding
from refute.model.messages import Counts, ForSuite
from refute.model.recording import Candidate, is_branch
from refute.model.results import Results, most_branches, rank


def add_finding(results: Results, finding: Finding) -> None:
    """Add a finding, or let the better one stay where there is one with the same cause."""
    known = results.findings.get(finding.id)
    if known is None:
        better = finding
    elif _origin(known) == _origin(finding):
        better = replace(finding, seen=known.seen)  # now shrunk
    elif rank(finding) < rank(known):
        better = replace(finding, seen=known.seen + 1)
    else:
        better = replace(known, seen=known.seen + 1)
    results.findings[finding.id] = better


def add_death(results: Results, death: Finding) -> str:
    """Add the death of a worker, or count it where the same operation has ended one before; return its id."""
    known = results.findings.get(death.id)
    results.findings[death.id] = death if known is None else replace(known, seen=known.seen + 1)
    return death.id


def _origin(finding: Finding) -> tuple[int, int, int]:
    return finding.seed, finding.worker, finding.number


def candidates_of(message: ForSuite, covered: Iterable[str] = ()) -> list[Candidate]:
    """Return what a worker has chosen for a suite, but for what takes only branches that the user's own tests take."""
    names, known = message.features, frozenset(covered)
    found = []
    for sequence, features, telling in message.candidates:
        shown = frozenset(names[f] for f in features)
        if not known or any(map(is_branch, shown - known)):
            found.append(Candidate(sequence, shown - known, telling))
    return found


def merge(results: Results, counts: Counts) -> None:
    """Add what a worker that has ended has counted."""
    results.sequences += counts.sequences
    results.calls += counts.calls
    results.chance = min(results.chance, counts.chance)
    results.branches = most_branches(results.branches, counts.branches)
    for id_, seen in counts.seen.items():
        known = results.findings.get(id_)
        if known is not None and seen > 1:
            results.findings[id_] = replace(known, seen=known.seen + seen - 1)
    results.verdicts.update(counts.verdicts)
    results.refused.update(counts.refused)
    results.refusals.update(counts.refusals)
    results.causes.update(counts.causes)
    results.unaccepted.update(counts.unaccepted)
    results.definitions.update(counts.definitions)
    results.skipped.update(counts.skipped)
    results.structures.update({name: dict(one) for name, one in counts.structures.items()})
    results.faulty.update(counts.faulty)
    for target, numbers in counts.operations.items():
        _add_numbers(results.operations.setdefault(target, {}), asdict(numbers))
    results.unreached = {
        target: why
        for target, why in {**results.unreached, **counts.unreached}.items()
        if not results.operations.get(target, {}).get("calls")
    }


def _add_numbers(into: dict[str, Any], numbers: dict[str, Any]) -> None:
    for name, value in numbers.items():
        if isinstance(value, dict):
            _add_numbers(into.setdefault(name, {}), value)
        else:
            into[name] = into.get(name, 0) + value


def so_far(results: Results, running: Iterable[Counts], seconds: float) -> Results:
    """Return the results with the numbers of the workers that still run, to be shown."""
    shown = replace(results, seconds=seconds)
    for counts in running:
        shown.sequences += counts.sequences
        shown.calls += counts.calls
        shown.branches = most_branches(shown.branches, counts.branches)
    return shown
