"""Material for a suite, gathered while a worker searches: `Collector`.

During the search it keeps, for every operation and outcome, the first few sequences that show it, cut to what had a
part in it, and those that take a branch not taken before.  In the end it runs them all once more with
the branches watched, chooses few and short ones that together show everything, and makes each of them shorter.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable

from refute.execute.coverage import Arc, Arcs, name_of
from refute.execute.resolve import UnknownOperation
from refute.execute.sandbox.guard import Guard
from refute.execute.sandbox.process import has_changed
from refute.judge.observations import is_telling
from refute.model.execution import RETURNED, Outcome
from refute.model.sequence import RECEIVERS, Call, Sequence, Step
from refute.model.syntax import REFLECTED
from refute.search.examiner import Examiner
from refute.search.noticing import Noticing
from refute.search.plain_sequences import (
    may_be_bool,
    with_results_written,
)
from refute.search.protection import Protection
from refute.search.shortening import Shortening, independent_parts
from refute.search.shown import Feature, Shown, selected
from refute.search.steering import subject_files
from refute.search.variations import Variations
from refute.search.weighing import Accepted
from refute.shrink.shrinker import Context, Value

# Each outcome is looked at so often, and of the sequences that show it so many are kept, the shortest.
_SIGHTINGS, _KEPT = 12, 3
# After a thousand sequences a sample of so many of them is looked at.
_SAMPLE = 4
# An operation that never gives more different short texts or numbers than these gives answers: each is an outcome.  So
# the cases of one line show that no branch between lines tells apart.
_FEW_ANSWERS, _SHORT_ANSWER = 4, 12


def _is_short(value: object) -> bool:
    if isinstance(value, str):
        return len(value) <= _SHORT_ANSWER
    # Not by its digits: writing a large number down may take long.
    return isinstance(value, int) and abs(value) < 10**_SHORT_ANSWER


class Collector:
    """One worker's material."""

    def __init__(
        self,
        examiner: Examiner,
        accepted: Accepted,
        guard: Guard | None,
        reset: Callable[[], None],
    ) -> None:
        subject = examiner.subject
        self._examiner = examiner
        self._machine = examiner.machine
        self._accepted = accepted
        self._guard = guard
        self._reset = reset
        self._targets = frozenset(routine.target for routine in subject.routines)
        self._arcs = Arcs(subject_files(examiner))
        self._sightings: dict[tuple[str, str], int] = {}
        self._by_outcome: dict[tuple[str, str], list[Sequence]] = {}
        self._by_branch: list[Sequence] = []
        # For each branch, how many sequences there were when it was first taken.
        self._taken_at: list[int] = []
        self._sequences = 0
        self._answers: dict[str, set[str]] = {}
        self._many: set[str] = set()  # operations that give anything
        self._is_searching = True
        self._shown: list[Shown] = []
        self._protection: Protection | None = None

    # ---- during the search --------------------------------------------------------------------------------

    @property
    def branches(self) -> int:
        """How many branches of the subject were taken."""
        return len(self._taken_at)

    @property
    def chance_of_branch(self) -> float:
        """The chance that the next sequence takes a branch never taken: as in the second half of those so far."""
        half = self._sequences // 2
        return (len(self._taken_at) - bisect(self._taken_at, half)) / half if half else 1.0

    def take(self, steps: list[Step], outcome: Outcome, branches: list[int]) -> None:
        """Look at a sequence that has just run, with nobody or the test itself to blame.

        `outcome` is that of its last step, `branches` are those that it was the first to take.
        """
        self._sequences += 1
        # Most outcomes show early; later a look now and then is enough.
        if self._sequences < 1000 or self._sequences % _SAMPLE == 0:
            self._take_outcomes(steps, outcome.exception)
        if branches:
            self._taken_at += [self._sequences] * len(branches)
            self._by_branch.append(Sequence(tuple(steps)))

    def _take_outcomes(self, steps: list[Step], raised: BaseException | None) -> None:
        sightings = self._sightings
        whole: Sequence | None = None
        for position, (operation, arguments) in enumerate(steps):
            if type(operation) is not Call or operation.target not in self._targets:
                continue
            sources = tuple([position - back for back in arguments])
            outcome = self._outcome(position, operation, sources, raised)
            key = (operation.target, outcome)
            seen = sightings.get(key, 0)
            if seen >= _SIGHTINGS or not outcome:
                continue
            sightings[key] = seen + 1
            whole = whole or Sequence(tuple(steps))
            kept = self._by_outcome.setdefault(key, [])
            kept.append(whole.keeping(whole.influence(position)))
            kept.sort(key=_size)
            del kept[_KEPT:]

    def _outcome(
        self, position: int, call: Call, sources: tuple[int, ...], raised: BaseException | None
    ) -> str:
        """Return what came of a step, in a word; nothing where it cannot be told, or is not its operation's doing."""
        machine = self._machine
        if not self._reaches(call, sources):
            return ""
        if position < len(machine.values):
            value = machine.values[position]
            if type(value) is bool and not may_be_bool(call.output):
                # A truth where a number is meant: not worth a test of its own.
                value = int(value)
            return self._answer(call.target, value) or outcome_of(value)
        if raised is None or not is_telling(raised, self._examiner.is_subject):
            return ""
        return f"raises {type(raised).__qualname__}"

    def _reaches(self, call: Call, sources: tuple[int, ...]) -> bool:
        """Return whether a call gets to its operation: who answers is decided by the objects, not by the name."""
        values = self._machine.values
        if call.how not in RECEIVERS or max(sources) >= len(values):
            return True
        owner = self._examiner.subject.classes.get(call.inputs[0].name)
        cls, *others = [type(values[source]) for source in sources]
        if owner is not None and owner not in cls.__mro__:
            return False  # an annotation that does not hold has brought something else here
        return call.target.rpartition(".")[2] not in REFLECTED or cls not in others

    def _answer(self, target: str, value: object) -> str:
        """Return a text or number as it is, where the operation gives few; nothing where it gives many."""
        if type(value) not in (str, int) or target in self._many:
            return ""
        answers = self._answers.setdefault(target, set())
        is_short = _is_short(value)
        answer = repr(value) if is_short else ""
        if self._is_searching and answer not in answers:
            answers.add(answer)
            if not is_short or len(answers) > _FEW_ANSWERS:
                self._many.add(target)
                return ""
        return answer if answer in answers else ""

    # ---- afterwards ---------------------------------------------------------------------------------------

    def kept(self) -> list[Shown]:
        """Return for every outcome the shortest sequence that showed it, without running anything."""
        return [Shown(kept[0], frozenset([feature])) for feature, kept in self._by_outcome.items()]

    def chosen(self) -> list[Shown]:
        """Return few sequences that together show everything that was seen."""
        self._is_searching = False
        short = dict.fromkeys(s for kept in self._by_outcome.values() for s in kept)
        shown = [self.shown(sequence) for sequence in sorted(short, key=_size)]
        parts = dict.fromkeys(
            part for sequence in self._by_branch for part in independent_parts(sequence)
        )
        shown += [self.shown(sequence, True) for sequence in sorted(parts, key=_size)]
        self._shown = [one for one in shown if one is not None]
        return selected(self._shown)

    def protecting(
        self, chosen: list[Shown], context: Context, seed: int, is_late: Callable[[], bool]
    ) -> list[Shown]:
        """Return the chosen sequences and some more, so that together they notice what is changed in the code."""
        self._protection = Protection(self._examiner, self._arcs.files, self._reset)
        noticing = Noticing(chosen, self._shown, self._protection, is_late)
        noticing.try_all()
        variations = Variations(self._examiner.subject.routines, context.literals, seed)
        # As much effort as the search itself.
        noticing.vary(variations, lambda sequence: self.shown(sequence, True), self._sequences)
        return selected(noticing.chosen())

    def shortened(
        self, chosen: list[Shown], context: Context, is_late: Callable[[], bool]
    ) -> list[Shown]:
        """Return the sequences, each made shorter while together they still show the same."""
        shortening = Shortening(self.shown, self._protection, self._with_results_written, is_late)
        return shortening.shortened(chosen, context)

    def _with_results_written(self, sequence: Sequence) -> Sequence:
        self.shown(sequence)
        return with_results_written(sequence, self._machine.values, self._examiner.forms())

    def shown(self, sequence: Sequence, for_branches: bool = False) -> Shown | None:
        """Run a sequence and return what it shows; None where it fails, has effects, or shows nothing."""
        last = sequence.steps[-1].operation if sequence.steps else None
        if not isinstance(last, Call) or last.target not in self._targets:
            return None
        taken, ended = self._examiner.slate.run(self._taken_by, sequence)
        end = len(sequence) - 1
        outcome = self._outcome(end, last, sequence.sources(end), ended.exception)
        # No states, which are dear: the shrinker would only try makers of the same state first.
        values = [Value(form, 0) for form in self._examiner.forms()]
        self._reset()
        if taken is None or not outcome:
            return None
        features: set[Feature] = {*taken}
        if not for_branches:
            features.add((last.target, outcome))
        return Shown(sequence, frozenset(features), tuple(values), for_branches)

    def _taken_by(self, sequence: Sequence) -> tuple[set[Arc] | None, Outcome]:
        """Return the arcs that a run takes, None for one that fails or has effects; and the outcome of its last step."""
        machine, guard = self._machine, self._guard
        refused = guard.refused if guard else 0
        machine.start()
        with self._arcs.watched() as taken:
            try:
                done, outcome = self._perform(sequence)
            except UnknownOperation:
                return None, RETURNED
        if guard is not None and (guard.refused != refused or has_changed(guard)):
            return None, outcome
        if outcome.violation is not None or done < len(sequence) - 1:
            return None, outcome
        if outcome is not RETURNED:
            steps = list(sequence.steps)
            violation = self._examiner.explain(steps, outcome, self._accepted)
            return (taken if violation.is_refusal else None), outcome
        return taken, outcome

    def _perform(self, sequence: Sequence) -> tuple[int, Outcome]:
        for number, step in enumerate(sequence.steps):
            outcome = self._machine.perform(step)
            if outcome is not RETURNED:
                return number, outcome
        return len(sequence), RETURNED


def feature_name(feature: Feature) -> str:
    """Return a feature as text that means the same in another process."""
    return " ".join(feature) if len(feature) == 2 else name_of(feature)


def outcome_of(value: object) -> str:
    """Return in a word what a value is: truths and nothings by value, numbers and collections by being zero or not.

    >>> outcome_of(True), outcome_of([]), outcome_of(7)
    ('True', 'list empty', 'int')
    """
    cls = type(value)
    if value is None or cls is bool:
        return str(value)
    if cls in _HAVE_ZERO and not value:
        return f"{cls.__name__} empty"
    return str(cls.__qualname__)


_HAVE_ZERO = frozenset([int, float, str, bytes, list, tuple, set, frozenset, dict])


def _size(sequence: Sequence) -> tuple[int, int]:
    return sequence.calls(), len(sequence)
