"""`refute replay`: saved sequences run again, all or some, and what is different from their recordings."""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import replace
from pathlib import Path

from refute.command.command_line import FINDINGS, NOTHING_FOUND
from refute.keep.replayed import Replayed, replay_all
from refute.keep.store import FINDINGS as FAILING
from refute.keep.store import MENDED, WALKS, Saved, Stored
from refute.model.errors import UsageError
from refute.model.quantities import counted
from refute.render.source import pasted, render
from refute.report import text

FAILING_AGAIN = "mended once, failing again"


def replay(parsed: argparse.Namespace) -> int:
    """Run saved sequences again."""
    stored = Stored.near(Path.cwd())
    complaints: list[UsageError] = []
    named = [stored.load(name) for name in parsed.saved]
    chosen = named or list(stored.all(FAILING, WALKS, MENDED, complain=complaints))
    for complaint in complaints:
        print(f"refute: {complaint}", file=sys.stderr)
    if not chosen:
        raise UsageError(
            "nothing is saved here; run refute find first, or name a file.", "no-such-finding"
        )
    style = text.Style(sys.stdout)
    whole = len(named) == 1 and not parsed.changed
    results = []
    for replayed in replay_all(chosen, vars(parsed)):
        if _was_mended(replayed):
            if replayed.now is not None:
                replayed = replace(replayed, how=FAILING_AGAIN)
            elif not named:
                continue  # as recorded
        results.append(replayed)
        if whole:
            _print_one(replayed, style)
        elif replayed.how or not (parsed.changed or (named == [] and replayed.now is None)):
            text.print_lines(_lines(replayed, style))
    if not whole:
        print(_summary(results))
    if parsed.accept:
        _accept(results)
    is_bad = any(one.changed if parsed.changed else _counts(one, bool(named)) for one in results)
    return FINDINGS if is_bad else NOTHING_FOUND


def _was_mended(one: Replayed) -> bool:
    """Return whether a finding is among those that did not fail any more when it was last run."""
    return one.saved.finding is not None and Stored(one.saved.folder).is_mended(one.saved)


def _counts(one: Replayed, is_named: bool) -> bool:
    """Return whether what became of a sequence makes the exit code 1: as for a search, or whatever it is where it is named."""
    if one.now is not None:
        return is_named or one.now.violation.severity.counts
    return one.changed and not _is_mended(one)


def _is_mended(one: Replayed) -> bool:
    return one.saved.finding is not None and one.now is None and not one.gone


def _print_one(one: Replayed, style: text.Style) -> None:
    if one.gone:
        raise UsageError(f"{_kind(one)} {one.saved.id} cannot be run: {one.how}.", "gone")
    if one.now is not None:
        lines = pasted(one.now.sequence, one.now.violation)
        text.print_lines(text.finding_lines(one.now, lines, style, os.getcwd()))
        print(f"{style('dim', one.saved.id)}  {style('red', _fails(one))}")
    else:
        text.print_lines(_lines(one, style))


def _fails(one: Replayed) -> str:
    if one.how == FAILING_AGAIN:
        return one.how
    return "fails differently" if one.how else "still fails"


def _kind(one: Replayed) -> str:
    return "walk" if one.saved.finding is None else "finding"


def _lines(one: Replayed, style: text.Style) -> list[str]:
    """Return what became of one sequence: a line, and for a walk the call that behaves differently."""
    id_ = style("dim", one.saved.id)
    finding = one.saved.finding
    if one.gone:
        return [f"{id_}  {style('yellow', 'cannot be run')}: {one.how}"]
    if finding is not None:
        shown = text.headline(one.now or finding)
        if one.now is None:
            return [f"{id_}  {style('green', one.how)}: {shown}"]
        return [f"{id_}  {style('red', _fails(one))}: {shown}"]
    if not one.how:
        return [f"{id_}  as recorded"]
    if one.varies:
        return [f"{id_}  varies from run to run: {text.one_line(one.how, 200)}"]
    lines = [f"{id_}  {style('red', 'behaves differently')}: {text.one_line(one.how, 200)}"]
    return [*lines, *(f"    {line}" for line in walk_lines(one.saved, one.step, one.about))]


def walk_lines(saved: Saved, step: int | None, about: int | None = None) -> list[str]:
    """Return a walk as Python, up to a step; what the step `about` made has a name."""
    sequence = saved.sequence
    if step is not None:
        sequence = sequence.keeping(range(step + 1))
    return render(sequence, keep=() if about is None else {about}).lines


def _summary(results: list[Replayed]) -> str:
    findings = [one for one in results if one.saved.finding is not None]
    walks = [one for one in results if one.saved.finding is None]
    fail = sum(one.now is not None for one in findings)
    differ = sum(one.changed for one in walks)
    parts = []
    if findings:
        parts.append(f"{counted(len(findings), 'finding')}, {fail} still failing")
    if walks:
        parts.append(f"{counted(len(walks), 'walk')}, {differ} behaving differently")
    return "; ".join(parts) + "."


def _accept(results: list[Replayed]) -> None:
    """Take today's behaviour for granted."""
    for one in results:
        stored = Stored(one.saved.folder)
        if not one.how:
            continue
        if one.saved.finding is None and (one.gone or one.varies):
            stored.forget(one.saved)
        elif one.saved.finding is None:
            stored.save([replace(one.saved, did=one.did)])
        elif one.now is not None:
            stored.save([replace(one.saved, finding=one.now)])
        elif not one.gone:
            stored.mend(one.saved)
    changed = sum(bool(one.how) for one in results)
    print(f"accepted {counted(changed, 'change')}")
