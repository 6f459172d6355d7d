"""A run of a passing sequence as a test: `recorded_run`."""

from __future__ import annotations

from refute.execute.machine import Machine
from refute.execute.resolve import UnknownOperation
from refute.judge import observations
from refute.look.state import state_of
from refute.model.execution import RETURNED
from refute.model.recording import RecordedTest
from refute.model.sequence import Call, Sequence
from refute.model.subject import Routine


def recorded_run(
    machine: Machine, observers: list[Routine], sequence: Sequence
) -> tuple[RecordedTest | None, BaseException | None]:
    """Perform a sequence; return what it shows, None where it does not get to its last step, and what it raised."""
    before, outcome = None, RETURNED
    for step in sequence.steps:
        if len(machine.values) == len(sequence) - 1:
            before = _receiver_state(machine, sequence)
        try:
            outcome = machine.perform(step)
        except UnknownOperation:
            return None, None
        if outcome is not RETURNED:
            break
    raised = outcome.exception
    if outcome.violation is not None or (
        raised is not None and len(machine.values) != len(sequence) - 1
    ):
        return None, raised
    is_changed = before is None or before != _receiver_state(machine, sequence)
    return observations.record(sequence, machine.values, observers, raised, is_changed), raised


def _receiver_state(machine: Machine, sequence: Sequence) -> int | None:
    """Return a number for the state of the object that the last step is done to, None where there is none."""
    last = sequence.steps[-1].operation
    if not isinstance(last, Call) or last.how not in ("method", "operator", "get"):
        return None
    state = state_of(machine.values[sequence.sources(len(sequence) - 1)[0]])
    return None if state.cut else state.number
