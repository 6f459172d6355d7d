"""The small valid objects of a campaign's classes: `SmallObjects` lists them, and knows which calls lead to them.

Knows `discover`, `generate` and `execute`, and gives the generator `FromStructures` what it needs of them.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

from refute.discover.bounding.bounds_text import parse_bounds
from refute.discover.bounding.observed import annotations_of
from refute.discover.bounding.parameter_bounds import without_parameters
from refute.generate.from_structures import FromStructures
from refute.generate.knowledge import Knowledge
from refute.model.errors import UsageError
from refute.model.execution import RETURNED
from refute.model.options import Options
from refute.model.sequence import Call, Sequence
from refute.model.subject import Subject
from refute.search.examiner import Examiner
from refute.search.small_structures import BuiltStart, Listed, every, small_objects

# So many live objects of a kind are looked at for what their fields hold.
_EXAMPLES = 20


class SmallObjects:
    """Lists the small objects when the generator first asks for them: by then there are live ones to learn from."""

    def __init__(
        self,
        subject: Subject,
        options: Options,
        knowledge: Knowledge,
        examiner: Examiner,
        reset: Callable[[], None],
    ) -> None:
        # One worker does it for all: it is the same for each of them.  One that takes another's place begins anew.
        mine = options.worker == 0 or options.worker >= options.jobs
        self.any = mine and bool(subject.invariants)
        self._subject = subject
        self._bounds = dict(options.class_bounds)
        self._pool = knowledge.pool
        self._examiner = examiner
        self._reset = reset
        self._listed: dict[str, Listed] = {}
        self.generator = FromStructures(
            knowledge, self._list, lambda position: examiner.state(position).number
        )

    def told(self) -> dict[str, dict[str, object]]:
        """Return by class how many small objects there are, to how many of them calls lead, and what to say."""
        met = self.generator.met
        return {
            target: {
                "objects": len(one.starts),
                "by_calls": met[target],
                "note": one.note,
                "refused": one.refused,
            }
            for target, one in self._listed.items()
        }

    def leading_to(self, sequence: Sequence, root: int) -> list[tuple[Sequence, int]]:
        """Return calls that lead to an object equal to the one that a sequence builds."""
        machine = self._examiner.machine
        machine.start()
        for step in itertools.takewhile(lambda s: type(s.operation) is not Call, sequence.steps):
            machine.perform(step)
        kind, state = machine.value_kinds[root], self._examiner.state(root).number
        known = self.generator.reached.get((self._examiner.kinds.forms[kind].name, state))
        if known is not None:
            return [known]
        entries = self._pool.entries(kind)
        return [(Sequence(one.steps), one.position) for one in entries if one.state == state]

    def _list(self) -> Iterator[BuiltStart]:
        own = {cls for cls in self._subject.classes.values() if isinstance(cls, type)}
        seen = annotations_of(self._examples(), own.__contains__)
        for target, predicate in self._subject.invariants.items():
            owner = self._subject.classes.get(target)
            promise = self._subject.promises.get(target)
            if promise is not None and promise.appmodel:
                continue  # its application model speaks of walks from the beginning: what is built has none behind it
            if isinstance(owner, type):
                text = self._bounds.get(target)
                try:
                    given = None if text is None else without_parameters(owner, parse_bounds(text))
                except UsageError as wrong:
                    self._listed[target] = Listed((), wrong.message, refused=True)
                    continue
                self._listed[target] = small_objects(target, owner, predicate, seen, given)
        self._reset()
        return every(self._listed)

    def _examples(self) -> Iterator[object]:
        """Yield few live objects of the classes that have a predicate, as calls have made them."""
        machine, forms = self._examiner.machine, self._examiner.kinds.forms
        for kind in self._pool.kinds():
            if forms[kind].name in self._subject.invariants:
                for entry in self._pool.entries(kind)[:_EXAMPLES]:
                    machine.start()
                    if machine.perform_all(entry.steps)[1] is RETURNED:
                        yield machine.values[entry.position]
