"""A process in which each question is answered anew: `FreshProcess`."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import replace
from typing import TypeVar

from refute.model.errors import Defect, GivenUp
from refute.model.finding import Finding
from refute.model.messages import (
    Answer,
    Died,
    Examine,
    Examined,
    Question,
    Ready,
    Repeat,
    Repeated,
    Replied,
    RunToEnd,
    Stumbled,
    TimedOut,
    Told,
    Trouble,
)
from refute.model.options import Options
from refute.model.sequence import Sequence
from refute.model.subject import Located
from refute.model.verdict import DEADLOCK, Violation, same_cause
from refute.model.wire import Malformed, from_json
from refute.supervise import interrupts
from refute.supervise.child import Child, raise_trouble
from refute.supervise.waiting import has_arrived

# So many seconds importing a target may take, and an answer beyond what the fork is given that makes it.
LONGEST_IMPORT, _SLACK = 60.0, 5.0
# One that had to wait no longer than this for a processor, in seconds, had its time.
_HARDLY = 0.1

_Message = TypeVar("_Message", Ready, Answer)

# So often a process that was killed is started again, over all questions; one question is asked at most so often.
_MOST_RESTARTS, _MOST_TRIES = 8, 3
# So many processes in a row may fall silent: the next would do so, too, and each costs the time that was waited for it.
_MOST_SILENT = 2


class _Ended(Exception):
    """The process ended without an answer; `trouble` is what to say if it does so again."""

    def __init__(self, trouble: Exception) -> None:
        super().__init__()
        self.trouble = trouble


class FreshProcess:
    """The parent's side: each question is answered in a fork made right after the import.

    A process that ends or falls silent while it is asked is started again: no question can do that to it, since a fork
    answers.
    """

    def __init__(
        self, located: list[Located], options: Options, hash_seed: int = 0, machine: int = 0
    ) -> None:
        self._located = located
        self._options = replace(options, hash_seed=hash_seed, machine=machine)
        self._restarts = 0
        self._silent = 0  # processes in a row
        self._is_over = False
        self._start()

    def _start(self) -> None:
        self._child = Child(self._located, self._options)
        self._messages: list[Told] = []
        self._is_ready = self._is_lost = False

    def elsewhere(self, machine: int) -> FreshProcess:
        """Return another such process that looks like one on another machine, when it imports the target already."""
        return FreshProcess(self._located, self._options, self._options.hash_seed, machine)

    def ask(self, question: Question[Replied]) -> Replied | Died | TimedOut:
        """Return the answer to one question."""
        for _ in range(_MOST_TRIES - 1):
            with suppress(_Ended):
                return self._asked(question)
        try:
            return self._asked(question)
        except _Ended as ended:
            raise ended.trouble from None

    def _asked(self, question: Question[Replied]) -> Replied | Died | TimedOut:
        if self._is_lost:
            self._restart()
        options = self._child.options
        if not self._is_ready:  # not before: several processes start at the same time
            self._expect(Ready, max(LONGEST_IMPORT, options.seconds))
            self._is_ready = True
        self._child.send(question)
        data = self._expect(Answer, question.patience(options.call_timeout) + _SLACK).answer
        self._silent = 0
        try:
            answer: Replied | Died | TimedOut = from_json(question.answers(), data)
        except Malformed:
            return Died("an answer that is none")  # the code under test can write there, too
        return answer

    def confirm(self, finding: Finding) -> Violation | None:
        """Return the violation that the finding's sequence shows in a fresh process, if its cause is the same.

        Whose fault it is was said by who knows more: a fresh process has seen nothing accepted, or refused.
        """
        wanted = finding.violation.signature
        answer = self.ask(Examine(finding.sequence, wanted))
        violation = answer.violation if isinstance(answer, Examined) else None
        if violation is None or not same_cause(violation.signature, wanted):
            return None
        return violation

    def hangs(self, sequence: Sequence, seconds: float, because: str = "") -> bool:
        """Return whether the last call of a sequence still computes after so many seconds, or still waits for a lock."""
        answer = self.ask(RunToEnd(sequence, seconds=seconds))
        if not isinstance(answer, TimedOut):
            return False
        return answer.waits if because == DEADLOCK else answer.hangs

    def depends_on_order(self, finding: Finding) -> bool:
        """Return whether a finding that does not show in a fresh process shows there after other sequences.

        Twice, each time in a process of its own and after as many: else it would be chance.
        """
        sequences = (finding.first_seen, finding.sequence)
        question = Repeat(sequences, finding.violation.signature)
        first, second = self.ask(question), self.ask(question)
        return isinstance(first, Repeated) and bool(first.after) and first == second

    def end(self) -> None:
        """End the process for good; whoever waits for an answer gets none."""
        self._is_over = True
        self._child.end()

    def close(self) -> None:
        """End the process and remove all that it used."""
        self._child.close()

    def _restart(self) -> None:
        if self._is_over or self._restarts >= _MOST_RESTARTS:
            raise Defect("the process that is asked about sequences was ended again and again.")
        if self._silent >= _MOST_SILENT:
            raise GivenUp("it does not answer, and neither did the one before it")
        self._restarts += 1
        self._child.close()
        self._start()

    def _wait(self, until: float) -> float:
        """Wait for a message; return until when, since the time that it has to wait for a processor does not count."""
        queued = self._queued()
        while True:
            with interrupts.waiting():
                if has_arrived(self._child.answers, until):
                    return until
            waited = self._queued() - queued
            if waited < _HARDLY:
                return until
            until = time.monotonic() + waited
            queued += waited

    def _queued(self) -> float:
        # Only of one that is ready it can be told without waiting for it.
        return self._child.process.queued() if self._is_ready else 0.0

    def _ended(self, late: bool) -> Exception:
        """Return what to raise when there was no answer: to ask again, but where an import takes too long."""
        self._silent += late
        ended = _Ended(self._child.early_end())
        return ended.trouble if late and not self._is_ready else ended

    def _expect(self, kind: type[_Message], seconds: float) -> _Message:
        until = time.monotonic() + seconds
        while not self._messages:
            until = self._wait(until)
            arrived = self._child.read(until)
            if arrived is None:
                self._is_lost = True
                raise self._ended(time.monotonic() >= until)
            self._messages += arrived
        message = self._messages.pop(0)
        if isinstance(message, Trouble | Stumbled):
            self._is_lost = True  # what else it sends answers nothing
            raise_trouble(message, self._child.options.env)
        if not isinstance(message, kind):
            raise Defect(f"a worker was to send {kind.__name__}, not {type(message).__name__}")
        return message
