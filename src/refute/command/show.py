"""`refute show`: one finding or walk in full, on the terminal, as a test, or as an HTML page."""

from __future__ import annotations

import argparse
import linecache
import os
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from refute.command.command_line import NOTHING_FOUND
from refute.command.replay import walk_lines
from refute.keep.store import Saved, Stored
from refute.model.errors import UsageError
from refute.model.execution import Frame, Raised, RecordedOutcome, Returned
from refute.model.messages import CannotRun, Died, Explain, Explanation, Tell, TimedOut
from refute.model.sequence import Call, Callback, Derive, Operation, Sequence, is_check
from refute.model.story import Explained, Story
from refute.render.files import write_whole
from refute.render.source import Rendered, assertion, pasted, render, up_to
from refute.report import text
from refute.report.page import page
from refute.report.scenes import Scene, clause_lines, frame_lines, scene_lines, scenes
from refute.supervise.fresh_process import FreshProcess


def show(parsed: argparse.Namespace) -> int:
    """Show one finding or walk."""
    saved = Stored.near(Path.cwd()).load(parsed.finding)
    if parsed.pytest:
        print(_test(saved), end="")
        return NOTHING_FOUND
    with _Performance(saved, vars(parsed)) as performance:
        if parsed.html is not None:
            return _write_page(performance, parsed.html)
        style = text.Style(sys.stdout)
        text.print_lines([*_head(saved, style), ""])
        if performance.trouble:
            print(f"step by step: {performance.trouble}")
        elif parsed.steps:
            _print_scenes(performance, style)
        else:
            _print_outcomes(performance)
    return NOTHING_FOUND


def _head(saved: Saved, style: text.Style) -> list[str]:
    finding = saved.finding
    if finding is not None:
        lines = pasted(finding.sequence, finding.violation)
        return [*text.finding_lines(finding, lines, style, os.getcwd()), text.how_sure(finding)]
    lines = [f"    {line}" for line in walk_lines(saved, None)]
    return [f"{_shows(saved)}    {style('dim', 'walk ' + saved.id)}", *lines]


def _shows(saved: Saved) -> str:
    """Return what a walk was kept for, as a sentence: an operation, and what came of it.

    >>> _shows(Saved(Sequence(), (), Path(), shows="shop:Cart.total int empty"))
    'Cart.total returns 0'
    """
    target, _, outcome = saved.shows.partition(" ")
    name = target.partition(":")[2] or target
    if outcome == name:
        return f"{name} makes an object"
    kind, _, is_empty = outcome.partition(" ")
    if kind in ("True", "False", "None"):
        return f"{name} returns {kind}"
    if is_empty:
        return f"{name} returns {_ZEROS.get(kind, f'an empty {kind}')}"
    article = "an" if kind[:1].lower() in "aeiou" else "a"
    return f"{name} returns {article} {kind}"


_ZEROS = {"int": "0", "float": "0.0"}


def _test(saved: Saved) -> str:
    from refute.discover.modules import path_entries
    from refute.keep.query import as_test
    from refute.render.test_names import module_of, recorded_module
    from refute.search.pytest_modules import PytestModules

    try:
        places = path_entries(saved.located())
    except UsageError:
        places = []  # the code is gone; the test can still be read
    modules = PytestModules(tuple(places), Path.cwd(), beside=True)
    if saved.finding is not None:
        return modules.findings(module_of(saved.finding), [saved.finding])
    test = as_test(saved)
    if test is None:
        raise UsageError(
            f"what walk {saved.id} did is not recorded so that a test could check it; refute replay {saved.id} "
            "runs it again and compares.",
            "no-test",
        )
    return modules.recorded(recorded_module(test), [test], None)


class _Performance:
    """A finding or walk performed in a fresh process, and asked about."""

    def __init__(self, saved: Saved, given: Mapping[str, Any]) -> None:
        from refute.discover.configuration import options_from

        self.saved = saved
        finding = saved.finding
        self._violation = None if finding is None else finding.violation
        self.sequence = (
            saved.sequence if finding is None else up_to(finding.sequence, finding.violation)
        )
        # As configured: a law of a plugin is only broken where the plugin is loaded.
        options = options_from(given, saved.folder)
        if finding is not None and finding.violation.rule == "hangs":
            # As patient as the search was: the heading says how long that is.
            options = replace(options, call_timeout=finding.violation.seconds)
        self._fresh = FreshProcess(saved.located(), options)
        answer = self._fresh.ask(Tell(self.sequence))
        self.story = answer if isinstance(answer, Story) else Story(())
        self.trouble = "" if isinstance(answer, Story) else _trouble(answer)

    def __enter__(self) -> _Performance:
        return self

    def __exit__(self, *exception: object) -> None:
        self._fresh.close()

    def rendered(self, every_call: bool = False) -> Rendered:
        """Return the sequence as Python, with a variable for every object, or else for the result of every call."""
        steps = self.story.steps
        if every_call:
            kept = [p for p in range(len(steps)) if self._is_used_call(p)]
        else:
            kept = [p for p, step in enumerate(steps) if isinstance(step.value, int)]
        spoken_of = () if self._violation is None else self._violation.subjects
        return render(self.sequence, keep={*kept, *spoken_of})

    def _is_used_call(self, position: int) -> bool:
        is_call = isinstance(self.sequence.steps[position].operation, Call)
        return is_call and bool(self.sequence.users(position))

    def assertion(self, names: dict[int, str]) -> str:
        """Return the line that fails after the last step; nothing where that itself raises, or nothing fails."""
        return "" if self._violation is None else assertion(self._violation, names)

    def clauses(self, names: dict[int, str]) -> list[Explained]:
        """Return what does not hold."""
        violation = self._violation
        if violation is None or (self.story.frames and not self.story.raised):
            return []  # of a call that was stopped no clause is broken: it was just there
        frame = self.story.frames[-1] if self.story.frames else None
        line = self.assertion(names) if frame is None else ""
        spoken_of = {names[p]: p for p in violation.subjects if p in names}
        answer = self._fresh.ask(Explain(self.sequence, frame, line, spoken_of))
        return list(answer.clauses) if isinstance(answer, Explanation) else []


def _trouble(answer: CannotRun | Died | TimedOut) -> str:
    match answer:
        case CannotRun(why):
            return f"cannot be run: {why}"
        case Died(how):
            return f"the process dies ({how})"
    return "it does not return"


def _scenes(performance: _Performance, rendered: Rendered) -> list[Scene]:
    statements = {p: rendered.lines[slice(*place)] for p, place in rendered.at.items()}
    used = {p: _speaks_of(performance.sequence, p, rendered) for p in statements}
    # What checks is part of the test: there is nothing to say about it.
    steps = performance.sequence.steps
    names = {p: n for p, n in rendered.names.items() if not _is_ours(steps[p].operation)}
    return scenes(performance.story, statements, names, used, rendered.inside)


def _is_ours(operation: Operation) -> bool:
    """Return whether a value is part of the test: what checks, functions and classes that are written down in it."""
    is_made = isinstance(operation, Callback | Derive)
    return is_made or (isinstance(operation, Call) and is_check(operation))


def _speaks_of(sequence: Sequence, position: int, rendered: Rendered) -> list[int]:
    """Return the variables that a statement uses, also inside expressions written in it."""
    found: list[int] = []
    for source in sequence.sources(position):
        found += [source] if source in rendered.names else _speaks_of(sequence, source, rendered)
    return list(dict.fromkeys(found))


def _print_scenes(performance: _Performance, style: text.Style) -> None:
    folder = os.getcwd()
    rendered = performance.rendered()
    for number, scene in enumerate(_scenes(performance, rendered), 1):
        text.print_lines([*scene_lines(number, scene, style), ""])
    for clause in performance.clauses(rendered.names):
        text.print_lines([*clause_lines(clause, style, folder), ""])
    story = performance.story
    text.print_lines(frame_lines(story.frames, story.raised, style, folder))


def _write_page(performance: _Performance, name: str) -> int:
    saved, folder = performance.saved, os.getcwd()
    kind = "walk" if saved.finding is None else "finding"
    path = Path(name or f"{kind}-{saved.id}.html")
    if performance.trouble:
        raise UsageError(f"{kind} {saved.id} {performance.trouble}.", "gone")
    rendered = performance.rendered()
    clauses = [
        replace(clause, where=_shown_place(clause.where, folder))
        for clause in performance.clauses(rendered.names)
    ]
    frames: list[tuple[Frame, str, str]] = [
        (f, text.short_path(f.file, folder), linecache.getline(f.file, f.line).strip())
        for f in performance.story.frames
    ]
    title, about = _about(saved, folder)
    write_whole(path, page(title, about, _scenes(performance, rendered), clauses, frames))
    print(f"wrote {path}")
    return NOTHING_FOUND


def _about(saved: Saved, folder: str) -> tuple[str, list[str]]:
    """Return the heading of a page, and what stands below it."""
    finding = saved.finding
    if finding is None:
        return _shows(saved), [f"walk {saved.id}"]
    violation = finding.violation
    return text.headline(finding), [
        f"{text.where(finding, folder)} · finding {finding.id}",
        f"blame: {violation.blame.value} ({violation.severity.value}) — {violation.told_reason}",
        text.provenance(finding),
    ]


def _shown_place(place: str, folder: str) -> str:
    file, _, line = place.rpartition(":")
    return f"{text.short_path(file, folder)}:{line}" if file else ""


def _print_outcomes(performance: _Performance) -> None:
    """Print each statement with what came of it, and the assertion that fails in the end."""
    print("step by step")
    steps = performance.story.steps
    rendered = performance.rendered(every_call=True)
    for position, place in rendered.at.items():
        lines = rendered.lines[slice(*place)]
        if position < len(steps):
            lines[-1] += f"    {_came_of(steps[position].outcome)}"
        text.print_lines([f"  {line}" for line in lines])
    if fails := performance.assertion(rendered.names):
        print(f"  {fails}    does not hold")


def _came_of(outcome: RecordedOutcome) -> str:
    match outcome:
        case Returned(form, summary):
            return f"→ {summary}" if form.name == "None" else f"→ {summary}    ({form})"
        case Raised(name, message):
            return f"raises {name}: {text.one_line(message)}"
    return f"stopped: {outcome.reason}"
