"""A worker that searches: one campaign, and what it tells the parent on the way (`Searching`)."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import replace

from refute.execute import clock
from refute.execute.clock import CallClock
from refute.execute.journal import Journal
from refute.execute.python_snapshot import PatchCheck
from refute.execute.sandbox import process
from refute.execute.sandbox.guard import Guard
from refute.look.classes import definitions_of
from refute.model.finding import Finding
from refute.model.messages import (
    CallCounts,
    Counts,
    Finished,
    ForSuite,
    Found,
    Ready,
    SearchOrders,
    SoFar,
    Walks,
)
from refute.model.options import Options
from refute.model.subject import Subject
from refute.search.campaign import Campaign
from refute.search.collector import feature_name
from refute.search.never_called import ran_out, unaccepted, unreached
from refute.search.plugins import Extensions
from refute.search.shown import Feature, Shown
from refute.supervise.channel import Channel

# With a number of sequences, progress is told after every sixteenth of so many, and then after every so many: telling
# costs as much as a hundred planned calls.
_OFTEN, _SELDOM = 4096, 512
# Without, after so many seconds.
_EVERY = 0.25
# Of the time, and at the most so many seconds, go into choosing sequences for a suite and making them shorter.
_CHOOSING, _LONGEST_CHOOSING = 0.4, 25.0
# Of that, for trying which small changes of the code they notice.
_TRYING = 0.7


class Searching:
    """One campaign in a worker."""

    def __init__(
        self,
        subject: Subject,
        options: Options,
        orders: SearchOrders,
        guard: Guard,
        journal: Journal,
        channel: Channel,
        extensions: Extensions,
    ) -> None:
        # What has taken workers with it time and again is left alone, what did so once or twice is called seldom.
        subject.routines = tuple(r for r in subject.routines if r.target not in orders.given_up)
        subject.helpers = tuple(r for r in subject.helpers if r.target not in orders.given_up)
        subject.examples = orders.learned + subject.examples
        self._subject, self._options, self._orders = subject, options, orders
        self._guard, self._journal, self._channel = guard, journal, channel
        self._campaign = Campaign(
            subject, options, guard, journal, self._tell, extensions=extensions
        )
        for known in self._campaign.knowledge.routines:
            if known.routine.target in orders.fatal:
                self._campaign.knowledge.rest(known)
        self._clock = CallClock(self._campaign.machine, options.call_timeout)
        self._clock.is_called_off = journal.is_called_off
        self._campaign.rearm = clock.rearm
        if orders.is_careful:
            self._campaign.machine.visitors += (PatchCheck(),)
        self._last = 0.0  # when progress was told

    def run(self) -> None:
        """Search until the time is up, tell what was found, and what a suite and the corpus may be made of."""
        with self._guard.trusted():
            clock.start(self._clock)
        process.remember_process(self._guard)
        self._last = time.monotonic()
        helpers = tuple(routine.target for routine in self._subject.helpers)
        unlisted = tuple(
            sorted(one for one in self._subject.unlisted if "." not in one.partition(":")[2])
        )
        self._channel.send(Ready(helpers, self._guard.in_force(), unlisted))
        used_up = self._search()
        campaign = self._campaign
        if campaign.sampler is not None:
            self._channel.send(Walks(campaign.sampler.chosen()))
        with self._guard.trusted():
            clock.stop(self._clock)
        self._channel.send(Finished(self._counts(), campaign.exhausted, used_up))

    def _search(self) -> bool:
        """Return whether the worker is used up, so that another one is to go on."""
        options, campaign, journal = self._options, self._campaign, self._journal
        # By the parent's clock: the import of the target counts too.
        deadline = max(self._orders.end, time.monotonic() + 0.1)
        choosing = min(_CHOOSING * (deadline - time.monotonic()), _LONGEST_CHOOSING)
        search_until = deadline - choosing if options.record else deadline
        if options.sequences is None:
            self._clock.time_is_up = search_until
        if self._subject.routines:
            campaign.run(search_until, self._pause)
            campaign.settle(search_until)
        journal.idle()
        used_up = campaign.is_used_up()
        if options.record:
            limit = math.inf if options.sequences is not None else deadline
            self._choose(limit)
            journal.idle()
        return used_up

    def _tell(self, finding: Finding, provisional: bool) -> None:
        self._journal.idle()
        self._channel.send(SoFar(self._counts()))
        self._channel.send(Found(finding, provisional))

    def _pause(self) -> bool:
        """Tell how far we are, now and then; return whether to stop."""
        if self._journal.is_called_off():
            return True
        now, options = time.monotonic(), self._options
        # With a number of sequences by that, not by the clock: what is known of a worker that dies must not vary.
        made = self._campaign.tally.sequences
        if options.sequences is None:
            is_time = now - self._last >= _EVERY
        else:
            is_time = made < _OFTEN or made % _SELDOM == 0
        if not is_time:
            return False
        self._last = now
        self._channel.send(SoFar(self._counts()))
        return options.until_dry and self._campaign.is_dry()

    def _choose(self, limit: float) -> None:
        # Sent as they are, chosen, and made shorter: should the time run out, or one of them take the worker with it, the
        # parent has what was sent before.
        self._channel.send(self._for_suite(self._campaign.kept()))
        chosen = self._campaign.candidates()
        self._channel.send(self._for_suite(chosen))
        now = time.monotonic()
        chosen = self._campaign.protecting(chosen, self._later_than(now + (limit - now) * _TRYING))
        self._channel.send(self._for_suite(chosen))
        shorter = self._campaign.shortened(chosen, self._later_than(limit))
        self._channel.send(self._for_suite(shorter))

    def _for_suite(self, chosen: list[Shown]) -> ForSuite:
        parameters = {r.target: tuple(i.name for i in r.inputs) for r in self._subject.routines}
        return replace(_for_suite(chosen), parameters=parameters)

    def _later_than(self, limit: float) -> Callable[[], bool]:
        return lambda: self._journal.is_called_off() or time.monotonic() > limit

    def _counts(self) -> Counts:
        campaign, subject, tally = self._campaign, self._subject, self._campaign.tally
        unmet = campaign.examiner.specifications.unmet
        refusals = campaign.examiner.causes.refusals()
        raised: dict[str, dict[str, int]] = {}
        for (target, outcome), count in tally.outcomes.items():
            raised.setdefault(target, {})[outcome] = count
        operations = {
            (target := known.routine.target): CallCounts(
                known.calls,
                known.passed,
                tally.failed[target],
                unmet.get(target, 0),
                raised.get(target, {}),
                refusals.get(target, {}),
            )
            for known in campaign.knowledge.routines
        }
        reasons = unreached(campaign.knowledge.routines, tally.outcomes)
        return Counts(
            sequences=tally.sequences,
            calls=campaign.calls,
            chance=campaign.chance_of_more(),
            branches=campaign.branches,
            seen=campaign.triage.seen_by_id(),
            causes=campaign.triage.tally(),
            verdicts=tally.verdicts,
            operations=operations,
            unreached=ran_out(reasons, self._options.by) if campaign.ran_out else reasons,
            unaccepted=unaccepted(campaign.knowledge.routines),
            definitions=definitions_of(subject),
            skipped={**subject.skipped, **campaign.knowledge.not_derived},
            structures=campaign.structures(),
            faulty=campaign.faulty_specs(),
            refused=tally.refused,
            refusals=campaign.refusal_examples(),
        )


def _for_suite(chosen: list[Shown]) -> ForSuite:
    numbers: dict[Feature, int] = {}
    for one in chosen:
        for feature in one.features:
            numbers.setdefault(feature, len(numbers))
    return ForSuite(
        tuple(map(feature_name, numbers)),
        tuple(
            (one.sequence, tuple(numbers[f] for f in one.features), one.telling) for one in chosen
        ),
    )
