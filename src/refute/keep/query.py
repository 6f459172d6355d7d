"""Questions to a corpus from Python: `corpus`, `Corpus`, `Kept`.

    import refute

    saved = refute.corpus(".")
    twice = saved.where(lambda s: s.before("insert", "get", times=2))
    empty = saved.where(lambda s: any("_items=[]" in s.state(step) for step in s.calls("pop_max")))
    twice.export("tests")

Nothing of the code under test is imported: all that is asked about was recorded.
"""

from __future__ import annotations

import ast
import builtins
import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

from refute.discover.modules import path_entries
from refute.keep.replayed import Replayed, replay_all
from refute.keep.store import FINDINGS, FOLDER, MENDED, WALKS, Saved, Stored
from refute.model.errors import UsageError
from refute.model.execution import Raised, RecordedOutcome, Returned
from refute.model.finding import Finding
from refute.model.recording import Observation, RecordedRaise, RecordedTest
from refute.model.sequence import Call, Sequence, is_check, is_probe
from refute.render.files import write_files
from refute.render.source import render, snippet
from refute.render.test_names import findings_name, module_of, recorded_module, walks_name
from refute.search.pytest_modules import PytestModules

_Item = TypeVar("_Item")


class Kept:
    """One saved sequence with what it did when it was recorded.

    Steps are counted from 0; literals are steps too.
    """

    def __init__(self, saved: Saved) -> None:
        self._saved = saved

    def __repr__(self) -> str:
        return f"<{self.kind} {self.id}: {'; '.join(self.lines())}>"

    @property
    def id(self) -> str:
        """The name under which it is saved."""
        return self._saved.id

    @property
    def kind(self) -> str:
        """What it is: "finding", which fails, or "walk", which passed."""
        return "walk" if self._saved.finding is None else "finding"

    @property
    def finding(self) -> Finding | None:
        """The finding, with its violation; None of a walk."""
        return self._saved.finding

    @property
    def sequence(self) -> Sequence:
        """The steps, as data."""
        return self._saved.sequence

    @property
    def targets(self) -> tuple[str, ...]:
        """The targets of the run that made it, as they were typed."""
        return self._saved.targets

    def __len__(self) -> int:
        return len(self._saved.sequence)

    # ---- which calls ----------------------------------------------------------------------------------------

    def calls(self, name: str) -> list[int]:
        """Return the steps that call an operation: `"insert"`, `"SortedList.insert"` or `"shop:SortedList.insert"`.

        A call of its specification, `insert_spec`, is one of it.
        """
        return [
            position
            for position, (operation, _) in enumerate(self.sequence.steps)
            if isinstance(operation, Call)
            and not is_check(operation)
            and (_is_called(operation.target, name) or _is_called(operation.target, f"{name}_spec"))
        ]

    def before(self, first: str, second: str, times: int = 1) -> bool:
        """Return whether `first` is called at least so often before some call of `second`."""
        ends = self.calls(second)
        return bool(ends) and sum(step < ends[-1] for step in self.calls(first)) >= times

    def operations(self) -> list[str]:
        """Return what is called, in order: `module:qualname`; not the checks that are part of the test."""
        return [
            operation.target if is_probe(operation) else operation.target.removesuffix("_spec")
            for operation, _ in self.sequence.steps
            if isinstance(operation, Call) and not is_check(operation)
        ]

    # ---- what came of them ----------------------------------------------------------------------------------

    def outcome(self, step: int) -> RecordedOutcome | None:
        """Return what a step did: `Returned`, `Raised` or `Stopped`; None where the run ended before it."""
        did = self._saved.did
        return did[step].outcome if -len(did) <= step < len(did) else None

    def returned(self, step: int) -> str | None:
        """Return the value of a step as text, an object as no more than its class; None where there is none."""
        outcome = self.outcome(step)
        return outcome.summary if isinstance(outcome, Returned) else None

    def raised(self, step: int = -1) -> str | None:
        """Return the name of the exception that a step, by default the last, raised; None where it did not."""
        outcome = self.outcome(step)
        return outcome.type if isinstance(outcome, Raised) else None

    def state(self, step: int) -> str:
        """Return the object that a step was called on, or made, as it was after the step: `Cart(items=[1])`; or ""."""
        did = self._saved.did
        return did[step].state if -len(did) <= step < len(did) else ""

    # ---- what can be done with it ---------------------------------------------------------------------------

    def lines(self) -> list[str]:
        """Return the sequence as lines of Python, without imports."""
        finding = self._saved.finding
        if finding is not None:
            return snippet(finding.sequence, finding.violation)
        return render(self.sequence).lines

    def replay(self) -> Replayed:
        """Run it in a fresh process and compare with the recording."""
        return next(replay_all([self._saved]))


def _is_called(target: str, name: str) -> bool:
    return target == name or target.endswith((f":{name}", f".{name}"))


class Corpus:
    """Saved sequences: all of a folder, or those that answer a question."""

    def __init__(self, kept: Iterable[Saved], unreadable: Iterable[UsageError] = ()) -> None:
        self._saved = list(kept)
        self.unreadable = list(unreadable)

    def __iter__(self) -> Iterator[Kept]:
        return map(Kept, self._saved)

    def __len__(self) -> int:
        return len(self._saved)

    def __getitem__(self, id_: str) -> Kept:
        """Return the sequence with this id; KeyError where there is none."""
        for one in self._saved:
            if one.id == id_:
                return Kept(one)
        raise KeyError(id_)

    def __repr__(self) -> str:
        return f"<Corpus of {len(self)} sequences>"

    def where(self, holds: Callable[[Kept], object]) -> Corpus:
        """Return those of which something holds."""
        return Corpus([one for one in self._saved if holds(Kept(one))], self.unreadable)

    @property
    def findings(self) -> Corpus:
        """Those that fail."""
        return self.where(lambda kept: kept.kind == "finding")

    @property
    def walks(self) -> Corpus:
        """Those that passed."""
        return self.where(lambda kept: kept.kind == "walk")

    def replay(self) -> list[Replayed]:
        """Run all in fresh processes and compare each with its recording."""
        return list(replay_all(self._saved))

    def export(self, directory: str | os.PathLike[str]) -> list[str]:
        """Write pytest files: of findings `test_<module>_findings.py`, of walks `test_<module>_walks.py`; return the paths."""
        folder = Path(directory)
        modules = PytestModules(tuple(self._path_entries()), folder)
        findings = _grouped(
            (module_of(one.finding), one.finding) for one in self._saved if one.finding is not None
        )
        walks = [as_test(one) for one in self._saved if one.finding is None]
        tests = _grouped((recorded_module(test), test) for test in walks if test is not None)
        files = {
            findings_name(name): modules.findings(name, some) for name, some in findings.items()
        }
        files |= {
            walks_name(name): modules.recorded(name, some, None) for name, some in tests.items()
        }
        return write_files(folder, files)

    def _path_entries(self) -> list[str]:
        located = []
        for folder, targets in dict.fromkeys((one.folder, one.targets) for one in self._saved):
            try:
                located += Saved(Sequence(), targets, folder).located()
            except UsageError:
                continue  # the code is gone; its tests can still be read
        return path_entries(located)


def _grouped(pairs: Iterable[tuple[str, _Item]]) -> dict[str, list[_Item]]:
    found: dict[str, list[_Item]] = {}
    for module, one in pairs:
        found.setdefault(module, []).append(one)
    return found


def as_test(saved: Saved) -> RecordedTest | None:
    """Return a walk as a test of what its calls returned, or else of what its objects show; None where nothing can be said."""
    sequence, did = saved.sequence, saved.did
    if not did:
        return None
    last = did[-1].outcome
    if isinstance(last, Raised):
        if not hasattr(builtins, last.type):
            return None  # only its bare name was recorded
        sequence = sequence.keeping(range(len(did)))
        return RecordedTest(sequence, (), RecordedRaise(len(did) - 1, last.type))
    seen = [
        Observation(step, "{0}", one.source, _style(one.source))
        for step, one in enumerate(did)
        if one.source is not None and not _changes_later(saved, step)
    ]
    seen = seen or [
        Observation(step, expression, told, _style(told))
        for step, one in enumerate(did)
        for expression, told in one.seen
        if _is_literal(told)
    ]
    return RecordedTest(sequence, tuple(seen)) if seen else None


def _is_literal(text: str) -> bool:
    """Return whether a sight is a plain value: others are an exception, or need imports to be written down."""
    try:
        ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return False
    return True


def _style(source: str) -> str:
    if source in ("None", "True", "False"):
        return "is"
    return "isnan" if source == "float('nan')" else "=="


def _changes_later(saved: Saved, step: int) -> bool:
    """Return whether what a step returned may have changed by the end: a list that is passed on, or held by an object."""
    source = saved.did[step].source or "None"
    return step < len(saved.sequence) - 1 and _is_mutable(ast.parse(source, mode="eval").body)


def _is_mutable(written: ast.AST) -> bool:
    """Return whether what is written so can change, or holds what can: `([1],)`."""
    match written:
        case ast.List() | ast.Dict() | ast.Set():
            return True
        case ast.Call(func=ast.Name(id=name)) if name in ("set", "bytearray"):
            return True
        case ast.Call():  # frozenset({1}), Decimal('1')
            return False
    return any(map(_is_mutable, ast.iter_child_nodes(written)))


def corpus(path: str | os.PathLike[str] = ".", *, mended: bool = False) -> Corpus:
    """Return what is saved in a folder, or in the nearest one above it; a path of one saved file is good too.

    Findings that do not fail any more are left out unless `mended`.  What cannot be read is in `.unreadable`.
    """
    place = Path(path).absolute()
    if place.is_file():
        return Corpus([Stored(place.parent).load(str(place))])
    if not place.is_dir():
        raise UsageError(f"there is no folder {path}.", "no-such-path")
    stored = Stored(place.parent) if place.name == FOLDER else Stored.near(place)
    unreadable: list[UsageError] = []
    parts = (FINDINGS, MENDED, WALKS) if mended else (FINDINGS, WALKS)
    return Corpus(list(stored.all(*parts, complain=unreadable)), unreadable)
