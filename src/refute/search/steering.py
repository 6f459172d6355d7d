"""The search is told which branches its sequences take, and led to those that none has taken: `Steering`.

From time to time a round is held: sequences that reach conditions which always went one way are run again while the operands
of these conditions are noted, and then changed so that they may go the other way.
"""

from __future__ import annotations

import sys
from random import Random
from typing import Any

from refute.execute.marks import Marks
from refute.generate.frontier import Frontier
from refute.generate.knowledge import Knowledge
from refute.look.module_source import with_imported
from refute.model.execution import Execution
from refute.model.sequence import Sequence
from refute.search.campaign_tuning import (
    CALLS_FOR_STEERING,
    FIRST_ROUND,
    LONGEST_WITNESS,
    MOST_OF_STEERING,
    ROUNDS_LATER,
    SAMPLED_WITNESSES,
    SHARE_OF_STEERING,
)
from refute.search.examiner import Examiner
from refute.search.flipping import Round


class Steering:
    """Watches the branches of the subject's own code while one campaign searches, and holds the rounds."""

    def __init__(
        self, examiner: Examiner, knowledge: Knowledge, seed: int, holds_rounds: bool
    ) -> None:
        self._examiner = examiner
        self._knowledge = knowledge
        # Draws of its own: what is sampled here changes nothing about the rest of the search.
        self._draw = Random(seed).random
        self._holds_rounds = holds_rounds
        self.marks = Marks(subject_files(examiner))
        examiner.slate.take_over_code()
        self.generator = Frontier(knowledge, self._plan)
        self.fresh: list[int] = []  # marks that the running sequence was the first to set
        self.leads_further = (
            False  # it took a branch for the first time, of the subject or beside it
        )
        self.watches_beside = False
        self.flipped: dict[str, int] = {}  # by means
        self._begun = 0
        self._thin_out_at = 1
        self._round: Round | None = None
        self._round_at = FIRST_ROUND
        self._share = SHARE_OF_STEERING
        self._calls = self._calls_before = 0  # made in rounds; made in all before the present round
        self._seen_before = 0
        self._visits: dict[int, int] = {}  # by mark: in how many rounds it was tried
        self._first: dict[int, Sequence] = {}  # by mark: the first sequence that has set it
        self._sampled: list[Sequence] = []

    # ---- every sequence -----------------------------------------------------------------------------------

    def begin(self) -> None:
        """Begin a new sequence: what ran in between, to judge or to shrink, does not count for it."""
        self._begun += 1
        self.fresh = []
        self.leads_further = False
        self.marks.begin()

    def noticed(self) -> list[int]:
        """Return the marks of the branches that were taken for the first time, since this was asked last."""
        news = self.marks.news()
        own = [one for one in news if one >> 1 in self.marks.sites]
        self.fresh += own
        self.leads_further = self.leads_further or bool(news)
        return own

    def mark_beside(self) -> None:
        """Watch what the subject imports from its package as well: it may read the texts that the subject takes."""
        self.watches_beside = True
        self.marks.add(self._files_beside())
        self._examiner.slate.take_over_code()

    def _files_beside(self) -> list[str]:
        subject = self._examiner.subject
        modules = [module for name in subject.modules if (module := sys.modules.get(name))]
        files = [vars(one).get("__file__") for one in with_imported(modules)]
        return [one for one in files if isinstance(one, str)]

    def settle(self, execution: Execution | None) -> None:
        """Take note of what became of a sequence; compile away what was seen, after 1, 2, 4, 8 sequences and so on."""
        if execution is not None and self._holds_rounds:
            self._remember(execution)
        if self._round is not None:
            self._round.ran(self.fresh, self.generator.kinds)
            self._end_round_in_time()
        elif self._begun >= self._thin_out_at:
            self._thin_out_at *= 2
            if self.marks.thin_out():
                self._examiner.slate.take_over_code()

    def _remember(self, execution: Execution) -> None:
        """Keep sequences that are run again in a round: the first for each branch, and some of the others."""
        is_sampled = len(self._sampled) < SAMPLED_WITNESSES or self._draw() < 0.1
        if not (self.fresh or is_sampled) or len(execution.sequence) > LONGEST_WITNESS:
            return
        whole = execution.sequence.interspersed(execution.taken_back).with_own_literals()
        for mark in self.fresh:
            self._first[mark] = whole
        if is_sampled and len(self._sampled) < SAMPLED_WITNESSES:
            self._sampled.append(whole)
        elif is_sampled:
            self._sampled[int(self._draw() * SAMPLED_WITNESSES)] = whole

    def end(self) -> None:
        """Let the code be as it was written: the search is over, and what single sequences take is asked for."""
        self._end_round()
        self.marks.remove()
        self._examiner.slate.take_over_code()

    # ---- rounds -------------------------------------------------------------------------------------------

    def is_turn(self) -> bool:
        """Return whether the next sequence is one of a round."""
        if self._round is None and self._holds_rounds and self._begun >= self._round_at:
            self._begin_round()
        if self._round is not None and not self._round.has_more():
            self._end_round()
        return self._round is not None

    def _plan(self) -> Sequence:
        assert self._round is not None
        return self._round.next()

    def _begin_round(self) -> None:
        self._round_at = max(self._begun, self._round_at) * ROUNDS_LATER
        frontier = [
            (site, mark)
            for site, mark in self.marks.frontier()
            if self._visits.get(mark, 0) < MOST_OF_STEERING
        ]
        if not frontier:
            return
        frontier.sort(key=lambda one: self._visits.get(one[1], 0))
        for _, mark in frontier:
            self._visits[mark] = self._visits.get(mark, 0) + 1
        self._calls_before = self._examiner.machine.calls
        self._seen_before = len(self.marks.seen)
        witnesses = [*dict.fromkeys([*self._witnesses_of(frontier), *self._sampled])]
        self._round = Round(
            self.marks, self._examiner.machine, self.generator, self._knowledge, frontier, witnesses
        )
        self._examiner.slate.take_over_code()

    def _witnesses_of(self, frontier: list[Any]) -> list[Sequence]:
        """Return the first sequences that went the usual way at the frontier, the shortest first."""
        found = [self._first[mark ^ 1] for _, mark in frontier if mark ^ 1 in self._first]
        found += [
            self._first[entry]
            for site, _ in frontier
            if (entry := self.marks.entry_of(site)) in self._first
        ]
        return sorted(found, key=len)

    def _end_round_in_time(self) -> None:
        """End the round when it has had its share of the calls."""
        calls = self._examiner.machine.calls
        spent = self._calls + calls - self._calls_before
        if spent > self._share * calls + CALLS_FOR_STEERING:
            self._end_round()

    def _end_round(self) -> None:
        """Let the code be as it was, and give the next round a larger share where this one has earned it."""
        if self._round is None:
            return
        spent = self._examiner.machine.calls - self._calls_before
        others = max(1, self._calls_before - self._calls)
        self._calls += spent
        for means in self._round.flipped:
            self.flipped[means] = self.flipped.get(means, 0) + 1
        has_earned = len(self._round.flipped) * others > self._seen_before * max(1, spent)
        self._share = SHARE_OF_STEERING * (2 if has_earned else 1)
        self._round.end()
        self._round = None
        self._examiner.slate.take_over_code()


def subject_files(examiner: Examiner) -> list[str]:
    """Return the files of the subject, those that have operations under test first."""
    under_test = {routine.target.partition(":")[0] for routine in examiner.subject.routines}
    found: dict[str, bool] = {}
    for name, module in list(sys.modules.items()):
        file: Any = getattr(module, "__file__", None)
        if isinstance(file, str) and examiner.is_subject(name):
            found[file] = found.get(file, False) or name in under_test
    return sorted(found, key=lambda file: not found[file])
