"""A package of many modules, searched one module at a time: `ByModule`; `search` chooses between it and `Supervisor`.

Each worker imports and searches one module after the other.  A module whose import raises, hangs or ends the process is
named, and costs a worker at the most.  `Turns` says whose turn it is.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import partial

from refute.discover.packages import is_large, parts_of
from refute.model.errors import Defect, UsageError
from refute.model.finding import Finding
from refute.model.messages import Counts, Learned, Stumbled, Trouble
from refute.model.options import Options
from refute.model.results import Progress, Results
from refute.model.subject import Located
from refute.model.verdict import Severity
from refute.render.test_names import module_of
from refute.supervise.child import Child, raise_trouble
from refute.supervise.confirm import last_target
from refute.supervise.merging import merge
from refute.supervise.supervisor import Keeper, Supervisor
from refute.supervise.turns import Turn, Turns

# A worker searches so many modules; then a new one begins with nothing imported, so that its memory is bounded.
_MOST_MODULES = 50
# Of the budget, and at least and at most so many seconds, the import of one module may take.
_IMPORT = (1 / 6, 3.0, 15.0)
# Of the budget, what the import of a whole package may take before its modules are tried one by one; and what else that is
# done about: the import of one module has taken the worker with it.
_IMPORTING = 0.3
_HARMFUL_IMPORTS = ("import-exits", "import-hangs")
# A finding is worth so many outcomes of a kind that was not seen before.
_FINDING = 5
# So many modules are imported in one fresh process to try doubtful failures again.
_CONFIRMED_TOGETHER = 20
# Seconds: with less left of a turn it is not gone on with; and how long any call may take at least.
_TOO_LATE, _SHORTEST_TIMEOUT = 0.2, 0.5
_IMPORT_PREFIX = re.compile(r"^cannot (?:import|test) [\w.]+: ")
# What is wrong with one module, and not with all of them.
_OF_ONE_MODULE = frozenset(
    [
        "import-error",
        "import-exits",
        "import-effects",
        "no-such-module",
        "name-taken",
        "nothing-to-test",
    ]
)


def search(
    targets: list[str],
    located: list[Located],
    options: Options,
    progress: Progress | None = None,
    keeper: Keeper | None = None,
) -> tuple[Results, list[Located]]:
    """Search the targets; return what was found, and what has to be imported to run that again."""
    whole = Supervisor(targets, located, options, progress, keeper)
    one_by_one = ByModule(targets, located, options, progress, keeper)
    if is_large(located):
        return one_by_one.search(), one_by_one.located()
    parts = sum(len(parts_of(one)) for one in located)
    if parts > 1:
        whole.longest_import = _IMPORTING * options.seconds
    try:
        return whole.search(), located
    except UsageError as wrong:
        if parts == 1 or wrong.slug not in _HARMFUL_IMPORTS:
            raise
    one_by_one.began = whole.began
    return one_by_one.search(), one_by_one.located()


@dataclass(slots=True)
class _Running:
    """The turn that a worker is at."""

    turn: Turn
    part: Located
    began: float
    until: float
    number: int  # of all turns
    done: int = 0  # sequences made by workers that died


def _is_in(modules: Collection[str], finding: Finding) -> bool:
    return module_of(finding) in modules


class ByModule(Supervisor):
    """Runs a campaign for each module of a package in turn, over several workers."""

    def __init__(
        self,
        targets: list[str],
        located: list[Located],
        options: Options,
        progress: Progress | None = None,
        keeper: Keeper | None = None,
    ) -> None:
        super().__init__(targets, located, options, progress, keeper)
        self._parts = [part for one in located for part in parts_of(one)]
        self._most_restarts += 10 * len(self._parts)
        self._turns: Turns
        self._at: dict[int, _Running] = {}  # by worker
        self._begun = 0  # turns
        self._searches: Counter[str] = Counter()  # by module
        self._had: Counter[int] = Counter()  # by worker how many modules it has had
        self._kinds: set[tuple[str, str]] = set()  # of outcomes, by operation
        self._ids: set[str] = set()  # of findings
        self._chances: dict[str, float] = {}  # by module, of something new
        share, least, most = _IMPORT
        self._longest_of_one = min(max(share * options.seconds, least), most)
        self.results.modules = {part.module: {} for part in self._parts}

    def located(self) -> list[Located]:
        """Return the modules in which something was found, or recorded."""
        recorded = (one.sequence for some in self.results.recorded.values() for one in some)
        modules = {*map(module_of, self.results.findings.values())}
        modules.update(last_target(sequence).partition(":")[0] for sequence in recorded)
        return self._parts_in(modules)

    def _parts_in(self, modules: Collection[str]) -> list[Located]:
        return [part for part in self._parts if part.qualname or part.module in modules]

    def _confirm(self, deadline: float) -> None:
        """Run every finding again, the surest first: some modules at a time, since importing all of them may take long."""
        after = self._keeper if not self.results.interrupted else None
        earlier = after.earlier(self.results) if after is not None else []
        found = [*earlier, *self._hangs.values(), *self.results.ordered()]
        told = [one for one in found if one.violation.severity is not Severity.DOUBTFUL]
        first = list(dict.fromkeys(map(module_of, told)))
        others = [one for one in dict.fromkeys(map(module_of, found)) if one not in first]
        starts = range(0, len(others), _CONFIRMED_TOGETHER)
        groups = [first, *(others[start : start + _CONFIRMED_TOGETHER] for start in starts)]
        for modules in filter(None, groups):
            if modules is first or time.monotonic() < deadline:
                parts = self._parts_in(modules)
                self._confirm_in(parts, deadline, after, partial(_is_in, modules))
                after = None

    # ---- turns --------------------------------------------------------------------------------------------

    def _begin(self, end: float) -> None:
        options = self._options
        if options.learn_from:
            self.results.learned = Learned(
                trouble="the package is searched module by module: name one module instead"
            )
        limited = options.sequences is not None
        budget = float(options.sequences or 0) if limited else end - time.monotonic()
        self._turns = Turns(len(self._parts), options.jobs, budget, in_sequences=limited)
        for _ in range(max(1, options.jobs)):
            self._next(None, end)

    def _next(self, child: Child | None, end: float) -> None:
        """Give the next turn to a worker, or to a new one; where there is none, the worker is not needed any more."""
        now = time.monotonic()
        turn = None if self.results.interrupted else self._turns.next(end - now)
        if turn is None:
            if child is not None:
                self._drop(child)
            return
        until = end if self._options.sequences is not None else min(end, now + turn.length)
        self._begun += 1
        self._give(child, _Running(turn, self._parts[turn.module], now, until, self._begun))

    def _give(self, child: Child | None, running: _Running) -> None:
        located, module = [running.part], running.part.module
        options, orders = self._own_options(running), self._orders(running.until, located)
        self._searches[module] += 1
        if child is not None and self._had[child.answers] >= _MOST_MODULES:
            self._drop(child)
            child = None
        if child is None:
            child = Child(located, options, orders)
            self._had[child.answers] = 0
            self._watch_for(child)
        else:
            child.search_next(located, options, orders)
        self._had[child.answers] += 1
        self._at[child.answers] = running

    def _own_options(self, running: _Running) -> Options:
        limited = self._options.sequences is not None
        left = int(running.turn.length) - running.done if limited else None
        numbered = self._numbered(self._searches[running.part.module], left)
        # A call that hangs is to leave time for others.
        seconds = self._options.seconds if limited else running.turn.length
        longest = self._options.call_timeout
        if not limited:
            longest = min(longest, max(_SHORTEST_TIMEOUT, seconds / 2))
        return replace(numbered, jobs=1, seconds=seconds, call_timeout=longest)

    def _finished(self, child: Child, counts: Counts, used_up: bool, end: float) -> None:
        running = self._at[child.answers]
        # What one module has no use for is for another.
        own = {name: why for name, why in counts.faulty.items() if "[unused-preset]" not in why}
        earned = self._earned(counts)
        merge(self.results, replace(counts, faulty=own))
        self._count(running.part.module, counts)
        if used_up:
            self._drop(child)
            self._go_on(child, counts.sequences, end)
            return
        self._end_turn(child, earned, counts.sequences + running.done)
        self._next(child, end)

    def _end_turn(self, child: Child, earned: float, sequences: int) -> None:
        running = self._at.pop(child.answers)
        now, turn = time.monotonic(), running.turn
        limited = self._options.sequences is not None
        self._turns.ended(turn, earned, sequences if limited else now - running.began)
        if sequences < int(turn.length) if limited else now < running.until - turn.length / 2:
            self._turns.give_up(turn, sequences)  # there was nothing left to try

    def _earned(self, counts: Counts) -> float:
        """Return what a search is worth: outcomes of new kinds, and new findings."""
        kinds = {
            (target, outcome)
            for target, one in counts.operations.items()
            for outcome in (*one.raised, *(["returned"] if one.passed else []))
        }
        new, found = kinds - self._kinds, counts.seen.keys() - self._ids
        self._kinds |= new
        self._ids |= found
        return len(new) + _FINDING * len(found)

    def _count(self, module: str, counts: Counts) -> None:
        tally = self.results.modules[module]
        for name, number in (("sequences", counts.sequences), ("calls", counts.calls)):
            tally[name] = tally.get(name, 0) + number
        # Each module has a chance of its own; the next call may be one of any.
        self._chances[module] = counts.chance
        modules, calls = self.results.modules, 0
        for name in self._chances:
            calls += modules[name]["calls"]
        weighed = sum(chance * modules[name]["calls"] for name, chance in self._chances.items())
        self.results.chance = weighed / calls if calls else 1.0

    def _go_on(self, child: Child, done: int, end: float, again: int | None = None) -> None:
        """Go on with the turn of a worker that has ended, or with the next one where there is too little left of it."""
        running = self._at[child.answers]
        running.done += done
        limited = self._options.sequences is not None
        late = time.monotonic() > running.until - _TOO_LATE
        if self.results.interrupted or (
            int(running.turn.length) <= running.done if limited else late
        ):
            self._end_turn(child, 0.0, running.done)
            self._next(None, end)
        else:
            self._give(None, self._at.pop(child.answers))

    def _search_number(self, child: Child) -> int:
        return self._at[child.answers].number

    def _is_helper(self, target: str, located: list[Located]) -> bool:
        return target.partition(":")[0] != located[0].module

    # ---- modules that cannot be imported ------------------------------------------------------------------

    def _cannot_search(self, child: Child, message: Trouble | Stumbled, end: float) -> None:
        if isinstance(message, Stumbled):
            self._stumbled_over(child, message, end)
            return
        if message.slug not in _OF_ONE_MODULE:
            raise_trouble(message, self._options.env)
        if self._is_whole(child) and not message.nothing_to_test:
            raise_trouble(message, self._options.env)
        why = "" if message.nothing_to_test else message.message.splitlines()[0]
        self._without(child, why, end, child)

    def _stumbled_over(self, child: Child, message: Stumbled, end: float) -> None:
        """Leave a module out that a worker could not even look at: what is ours to mend is told at the end."""
        if not message.is_theirs:
            self.results.failed(Defect(f"a worker stumbled.\n{message.traceback}"))
        self._drop(child)
        self._without(child, "a worker cannot go on with what it has imported", end)

    def _watch_import(self, child: Child, end: float) -> None:
        if self._is_whole(child):
            super()._watch_import(child, end)
        elif child.seconds_importing() > self._longest_of_one:
            self._drop(child)
            self._without(child, f"importing it took longer than {self._longest_of_one:.0f} s", end)

    def _ended_early(self, child: Child, end: float) -> None:
        why = child.early_end()
        if not isinstance(why, UsageError) or self._is_whole(child):
            super()._ended_early(child, end)
            return
        self._drop(child)
        self.results.restarts += 1
        self._without(child, why.message, end)

    def _without(self, child: Child, why: str, end: float, goes_on: Child | None = None) -> None:
        """Search the module no more that a worker was to import; `why` is told where it is not just empty."""
        running = self._at.pop(child.answers)
        module = running.part.module
        if why:
            self.results.skipped[module] = _IMPORT_PREFIX.sub("", why)
        else:
            self.results.modules[module]["empty"] = 1
        self._turns.give_up(running.turn, 0)
        self._next(goes_on, end)

    def _replace(self, child: Child, end: float, running: int = 1) -> None:
        module = self._at[child.answers].part.module
        if (counts := self._running.get(child.answers)) is not None:
            self._count(module, counts)
        tally = self.results.modules[module]
        tally["sequences"] = tally.get("sequences", 0) + running
        tally.setdefault("calls", 0)
        super()._replace(child, end, running)

    def _count_living(self) -> None:
        for answers, counts in self._running.items():
            self._count(self._at[answers].part.module, counts)
        super()._count_living()
        for child in self._children.values():
            running = self._at.get(child.answers)
            if running is not None and child.importing is not None and not child.is_ready:
                module = running.part.module
                self.results.skipped[module] = "importing it did not end in the time there was"

    def _is_whole(self, child: Child) -> bool:
        """Return whether a worker imports the package itself, without which there is none of its modules."""
        part = child.located[0]
        return part.module == part.package and len({one.package for one in self._parts}) == 1
