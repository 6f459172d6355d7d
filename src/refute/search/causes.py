"""Every cause that a search has met, and what becomes of it: `Causes`, `Suspicion`.

Nothing that was seen is lost: each place where something went wrong ends as a finding, is merged into one, does not
repeat (flaky), or is a refusal, which is counted.  What the test is more likely to blame for is kept as it was found, and
looked into with the time that is left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field

from refute.model.forgetful import Forgetful
from refute.model.sequence import Sequence
from refute.model.verdict import Blame, Violation

# So much is remembered of where something went wrong, and of what is doubtful.
_MOST_PLACES, _MOST_SUSPICIONS = 2_000, 500
# So many sequences are kept that show the same cause with arguments of different kinds: with others it may not repeat.
_EXAMPLES = 4


@dataclass(slots=True)
class Suspicion:
    """A doubtful failure as it was seen: the shortest sequence for each of a few choices of arguments."""

    violation: Violation
    made_by: str
    number: int
    examples: dict[tuple[int, ...], Sequence] = field(default_factory=dict)

    def add(self, kinds: tuple[int, ...], sequence: Sequence) -> None:
        known = self.examples.get(kinds)
        if known is None and len(self.examples) == _EXAMPLES:
            return
        if known is None or len(sequence) < len(known):
            self.examples[kinds] = sequence


class Causes:
    """What went wrong, by place and cause; and what is doubtful, by cause."""

    def __init__(self) -> None:
        # A place may have several causes; of what is refused the place and the rule are enough.
        self._met: dict[tuple[Hashable, tuple[str, ...]], Violation] = Forgetful(_MOST_PLACES)
        self._suspicions: dict[tuple[str, ...], Suspicion] = Forgetful(_MOST_SUSPICIONS)
        # By signature: how often it was weighed.
        self.times: dict[tuple[str, ...], int] = Forgetful(_MOST_PLACES)

    def meet(self, place: Hashable, violation: Violation) -> None:
        """Note what it means that something went wrong there; what is known by its place alone was noted before."""
        if violation.is_told and not _is_weighed(violation):
            return
        refused = ("refusal", violation.because or violation.rule)
        signature = refused if violation.is_refusal else violation.signature
        self._met[place, signature] = violation
        self.times[signature] = self.times.get(signature, 0) + 1

    def suspect(
        self,
        violation: Violation,
        sequence: Sequence,
        kinds: tuple[int, ...],
        made_by: str,
        number: int,
    ) -> None:
        """Keep a doubtful failure, to be looked into later."""
        known = self._suspicions.get(violation.signature)
        if known is None:
            known = Suspicion(violation, made_by, number)
            self._suspicions[violation.signature] = known
        known.add(kinds, sequence)

    def take_suspicions(self) -> list[Suspicion]:
        """Return what is doubtful and was not taken before, in the order in which it was met."""
        taken = list(self._suspicions.values())
        self._suspicions.clear()
        return taken

    def refusals(self) -> dict[str, Counter[str]]:
        """Return by operation how many places refuse, by the rule that says so."""
        found: dict[str, Counter[str]] = {}
        for violation in self._met.values():
            if violation.is_refusal:
                rule = violation.because or violation.rule
                found.setdefault(violation.operation, Counter())[rule] += 1
        return found

    def tally(
        self, ids: Mapping[tuple[str, ...], str], flaky: set[tuple[str, ...]]
    ) -> Counter[str]:
        """Return how many causes were seen, and what became of them; `ids` has the findings by signature.

        "seen" is the sum of the others; "lost" has what became nothing, which is a defect.
        """
        counts = Counter(seen=len(self._met))
        found: set[str] = set()
        for violation in self._met.values():
            signature = violation.signature
            if violation.blame is Blame.NOBODY:
                counts["stopped"] += 1
            elif violation.is_refusal:
                counts["refusals"] += 1
            elif signature in ids:
                counts["merged" if ids[signature] in found else "findings"] += 1
                found.add(ids[signature])
            else:
                counts["flaky" if signature in flaky else "lost"] += 1
        return counts


def _is_weighed(violation: Violation) -> bool:
    """Return whether a violation has the signature of its cause: what is known by its place alone has none."""
    return violation.signature[:1] != ("invalid",)
