"""Which small changes of the code a sequence notices, as a test: `Protection`.

A mutant is noticed where a run under it records something else than a run of the code as it is.  What was seen to differ is
what the test should assert; a mutant that the code under test never returns from is left out, because how long to
wait would decide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from refute.execute.clock import patience
from refute.execute.machine import Machine, StopCall
from refute.execute.mutants import Mutant, Mutants
from refute.judge.observations import lookable
from refute.look.subject_time import is_in_subject
from refute.model.recording import RecordedTest, Sight
from refute.model.sequence import Sequence
from refute.search.examiner import Examiner
from refute.search.recorded_run import recorded_run

# Seconds of computing after which a run under a mutant is given up; without it a sequence takes a hundredth of that.
_LONGEST = 0.25


class Protection:
    """The mutants of a subject, and runs under them."""

    def __init__(self, examiner: Examiner, files: Iterable[str], reset: Callable[[], None]) -> None:
        self._machine: Machine = examiner.machine
        self._slate = examiner.slate
        self._reset = reset
        self._observers = lookable(examiner.subject)
        self._mutants = Mutants(files)
        self._by_name = {mutant.name: mutant for mutant in self._mutants.all}
        self._runs = 0

    @property
    def mutants(self) -> list[Mutant]:
        """Those that are still of use, in the order of the source."""
        return list(self._by_name.values())

    def recorded(self, sequence: Sequence) -> RecordedTest | None:
        """Return what a sequence shows of the code as it is; None where that is nothing, or another thing each time."""
        try:
            once, again = self._recorded(sequence), self._recorded(sequence)
        except (StopCall, RecursionError, MemoryError):
            return None
        finally:
            self._reset()
        return once if once == again else None

    def noticed(self, test: RecordedTest, name: str) -> frozenset[Sight] | None:
        """Return what differs under a mutant, nothing where the test fails whatever it asserts; None where it passes."""
        mutant = self._by_name.get(name)
        if mutant is None:
            return None
        try:
            with self._mutants.applied(mutant) as is_applied:
                other = self._recorded(test.sequence) if is_applied else test
        except (StopCall, RecursionError, MemoryError):
            del self._by_name[name]
            return None
        finally:
            self._reset()
        return _differing(test, other)

    def _recorded(self, sequence: Sequence) -> RecordedTest | None:
        return self._slate.run(self._run, sequence)

    def _run(self, sequence: Sequence) -> RecordedTest | None:
        machine = self._machine
        self._runs += 1
        machine.start()
        asked, machine.after_call = machine.after_call, None
        try:
            with machine.unnoted(), patience(_LONGEST, self._token, StopCall):
                test, raised = recorded_run(machine, self._observers, sequence)
        finally:
            machine.after_call = asked
        if isinstance(raised, StopCall):
            raise raised
        return test

    def _token(self, frame: object) -> int | None:
        return self._runs if is_in_subject(frame) else None  # type: ignore[arg-type]


def _differing(test: RecordedTest, other: RecordedTest | None) -> frozenset[Sight] | None:
    if other is None or test.raises != other.raises:
        return frozenset()
    seen = {(o.step, o.expression): o for o in other.observations}
    differing = [o for o in test.observations if seen.get((o.step, o.expression)) != o]
    return frozenset((o.step, o.expression) for o in differing) if differing else None
