"""A process in which each question is answered anew: `Room`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from refute.model.codec import sequence_to_json, violation_from_json
from refute.model.finding import Finding
from refute.model.options import Options
from refute.model.sequence import Sequence
from refute.model.subject import Located
from refute.model.verdict import Blame, Violation
from refute.supervise.child import Child, raise_trouble


class Room:
    """The parent's side of the clean slate: each question is answered in a fork made right after the import."""

    def __init__(self, located: list[Located], options: Options, hash_seed: int = 0) -> None:
        options = replace(options, hash_seed=hash_seed)
        self._child = Child("room", located, options, options.seconds)
        self._messages: list[dict[str, Any]] = []
        self._is_ready = False

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to one question."""
        if not self._is_ready:  # not before: several rooms start at the same time
            self._expect("ready")
            self._is_ready = True
        self._child.ask(question)
        return self._expect("answer")

    def confirm(self, finding: Finding) -> Violation | None:
        """Return the violation that the finding's sequence shows in a fresh process, if it is the same."""
        wanted = list(finding.violation.signature)
        question = {
            "do": "examine",
            "sequence": sequence_to_json(finding.sequence),
            "wanted": wanted,
        }
        data = self.ask(question).get("violation")
        if data is None:
            return None
        violation = violation_from_json(data)
        same = list(violation.signature) == wanted and violation.blame is Blame.CODE
        return violation if same else None

    def hangs(self, sequence: Sequence, seconds: float) -> bool:
        """Return whether the last call of a sequence still computes after so many seconds."""
        question = {"do": "hang", "sequence": sequence_to_json(sequence), "seconds": seconds}
        return bool(self.ask(question).get("hangs"))

    def depends_on_order(self, finding: Finding) -> bool:
        """Return whether a finding that does not show in a fresh process shows there after other sequences.

        Twice, each time in a process of its own and after as many: else it would be chance.
        """
        question = {
            "do": "repeat",
            "sequences": [sequence_to_json(s) for s in (finding.first_seen, finding.sequence)],
            "wanted": list(finding.violation.signature),
        }
        before = [self.ask(question).get("before") for _ in range(2)]
        return bool(before[0]) and before[0] == before[1]

    def end(self) -> None:
        """End the process; whoever waits for an answer gets none."""
        self._child.end()

    def close(self) -> None:
        """End the process."""
        self._child.close()

    def _expect(self, kind: str) -> dict[str, Any]:
        while not self._messages:
            arrived = self._child.read()
            if arrived is None:
                raise self._child.early_end()
            self._messages += arrived
        message = self._messages.pop(0)
        got = message.pop("type")
        if got in ("trouble", "defect"):
            raise_trouble(got, message)
        assert got == kind, got
        return message
