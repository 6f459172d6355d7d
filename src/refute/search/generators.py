"""The generators that the options ask for: `portfolio_for`.

One alone, or by default a plan first, then feedback, with walks around one object between.
"""

from __future__ import annotations

from random import Random
from typing import TypedDict

from refute.generate.blind import Blind
from refute.generate.feedback import Feedback
from refute.generate.generator import Generator
from refute.generate.knowledge import Knowledge
from refute.generate.parameter_graph import Graph
from refute.generate.planned import Planned
from refute.generate.portfolio import Portfolio
from refute.generate.tuning import RATE
from refute.generate.walk import Walk
from refute.model.options import Options
from refute.model.subject import Subject
from refute.search.campaign_tuning import MOST_PLANNED, PLANNED_EACH, WALKS, WALKS_WHERE_PROMISED


def portfolio_for(
    subject: Subject,
    options: Options,
    knowledge: Knowledge,
    structures: Generator,
    random: Random,
) -> Portfolio:
    """Return the generators; `structures` is the one that begins with small objects, which joins later by default."""
    if options.by == "structures":
        return Portfolio([structures], [], random)
    if options.by == "graph":
        planned = _planned(subject, options, knowledge, directed=False)
        return Portfolio([], [(planned, 1.0)], random)
    promising = {*subject.invariants, *subject.promises}
    promising |= {r.owner for r in subject.routines if r.stand_in is not None and r.owner}
    limits = _Limits(
        length=options.length, past_exceptions=options.past_exceptions, reuse=options.reuse
    )
    walk = Walk(knowledge, random, promising, on_target=options.on_target, **limits)
    if options.by == "walk":
        return Portfolio([], [(walk, 1.0)], random)
    make = Blind if options.by == "walk-blind" else Feedback
    feedback = make(
        knowledge, random, repeat=options.repeat, most_repeats=options.most_repeats, **limits
    )
    if options.by != "mix":
        return Portfolio([], [(feedback, 1.0)], random)
    planned = _planned(subject, options, knowledge, directed=True)
    # Long lives of one object show most where somebody says what such a life should be like.
    share = WALKS_WHERE_PROMISED if promising else WALKS
    shares: list[tuple[Generator, float]] = [(feedback, 1.0 - share), (walk, share)]
    return Portfolio([] if planned.done else [planned], shares, random)


class _Limits(TypedDict):
    """What all generators that grow sequences at random are told."""

    length: int
    past_exceptions: bool
    reuse: float


def _planned(subject: Subject, options: Options, knowledge: Knowledge, directed: bool) -> Planned:
    """Return the plan: all of the search, or, where others build on it, what comes first."""
    graph = Graph(subject, knowledge.presets, knowledge.is_subclass)
    budget = options.sequences or round(options.seconds * RATE)
    # The first workers share one plan.  One that takes another's place makes its own, in another order: nobody
    # knows how far that one had come.
    part, seed = (0, 1), options.seed
    if options.first_seed is not None and options.worker < options.jobs:
        part, seed = (options.worker, options.jobs), options.first_seed
    if not directed:
        tests = budget * options.jobs
        return Planned(graph, knowledge, seed, tests, part=part, directed=False)
    steps = min(MOST_PLANNED, PLANNED_EACH * len(subject.routines))
    return Planned(
        graph,
        knowledge,
        seed,
        steps * options.jobs,
        most=budget // 10,
        part=part,
        most_steps=steps + sum(map(len, subject.examples)),
        first=subject.examples,
    )
