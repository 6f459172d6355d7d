"""What it means that a call was stopped because it took too long: `hang_in`."""

from __future__ import annotations

from collections.abc import Callable

from refute.execute.machine import StopCall
from refute.look.tracebacks import traceback_frames
from refute.model.execution import Execution
from refute.model.verdict import Violation, hang
from refute.search.specifications import SPEC_HANGS, Specifications


def hang_in(
    execution: Execution, specifications: Specifications, is_subject: Callable[[str], bool]
) -> Violation | None:
    """Return what it means that the last step was stopped, None where it may have been waiting.

    None as well where it was a specification that did not end.
    """
    raised, step = execution.outcome.exception, execution.sequence.steps[-1]
    if execution.violation is None or execution.violation.rule == SPEC_HANGS:
        return None
    if not isinstance(raised, StopCall) or raised.computed_for is None:
        return None
    # The outermost function of the subject, not the line it was at: that is another one each time.
    frames = [entry.tb_frame for entry in traceback_frames(raised)]
    spec = specifications.spec_called(step)
    stands_in = getattr(spec.function, "__code__", None) if spec is not None else None
    codes = [
        frame.f_code
        for frame in frames
        if is_subject(frame.f_globals.get("__name__", "")) and frame.f_code is not stands_in
    ]
    file = codes[0].co_filename if codes else None
    line = codes[0].co_firstlineno if codes else None
    position = len(execution.sequence) - 1
    return hang(specifications.called(step), position, raised.computed_for, file, line)
