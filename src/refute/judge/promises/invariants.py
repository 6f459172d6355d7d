"""Keeps an eye on what classes promise about their objects, while a sequence runs: `InvariantChecker`.

T2 (Prasetya, Vos and Baars 2007), section 2.5.  We go beyond the paper, which looks at one target object: every object
that had a part in a step is looked at after it, every object at the end, and a sequence that fails is run again with
all objects looked at after every step, so that the call is blamed that broke one, though it be through an alias.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import FrameType
from typing import Any, Protocol

from refute.judge.promises.contract_blame import given_away
from refute.look.classes import place_of
from refute.look.objects import held_by, identity
from refute.look.subject_time import calls_subject
from refute.look.tracebacks import one_line
from refute.model.contract import AUXILIARY, Promise, says_no
from refute.model.execution import let_interruptions_through
from refute.model.sequence import RECEIVERS, Call, Display, Literal, Step, is_check
from refute.model.subject import Subject, class_name, definer, first_definer
from refute.model.typeform import TypeForm
from refute.model.verdict import Blame, Severity, Violation

# `Violation.because` where an invariant raises AssertionError, and does not answer.
INVARIANT_RAISES = "invariant-raises"
# An invariant that runs more lines than this is checked after every second, fourth, … call only: it would take a tenth
# of the time and more, and a sequence that fails is run again with every state looked at.  Lines and not seconds: the
# same seed has to give the same result.
_CHEAP = 16
_SELDOMEST = 15
_MOST_AT_END = 32
# An object that holds itself is asked about again after so many calls.
_LATER = 8


class Running(Protocol):
    """What is seen of the running sequence."""

    values: list[object]
    value_kinds: list[int]
    steps: list[Step]
    calls: int


@dataclass(slots=True)
class Promising:
    """One class with what it promises, and how its checks have fared."""

    cls: type
    name: str  # as forms write it
    invariant: str
    check: Callable[[Any], Any] | None
    promise: Promise | None
    mask: int = 0  # checked after calls whose number has none of these bits
    count: int = 0
    lines: int = 0
    stumbles: int = 0
    # The invariant keeps books of its own, so that it must see every state: an automaton, as in the paper's figure 3.
    stateful: bool = False
    temporal: bool = False
    answers: bool = False
    approved: int = 0  # by the application model: objects, and how often it said no
    refused: int = 0

    @property
    def must_see_all(self) -> bool:
        """Return whether objects of the class must be looked at after every step."""
        return self.stateful or self.temporal

    def says_no(self, said: Any) -> bool:
        """Return whether the invariant has said that the object is not as it should be."""
        return said is not True and says_no(said, self.answers)


class InvariantChecker:
    """Checks the invariants of live objects.

    `fits` says whether every argument of the running sequence was what annotations ask for; `state` returns a number
    that differs when the state of a value does, None where it cannot tell.
    """

    def __init__(
        self,
        subject: Subject,
        running: Running,
        classes: list[type],
        forms: list[TypeForm],
        fits: Callable[[], bool],
        state: Callable[[object], int | None],
    ) -> None:
        self.subject = subject
        self.running = running
        self.fits = fits
        self.state = state
        # Specifications that cannot be used as they are, by name: what is wrong and what to do.
        self.faulty: dict[str, str] = {}
        self.looks_at = "some"  # whose invariants are checked: "none", "some", "involved", "all"
        self.samples = True  # dear invariants are not checked after every step
        # What is being asked, should it never answer.
        self.asking: tuple[Promising, str] | None = None
        self.stand_ins = subject.stand_ins
        self._targets = {one.target for one in (*subject.routines, *subject.helpers)}
        self._classes = classes
        self._forms = forms
        self._kept: dict[int, Promising | None] = {}
        # Whether any class must be looked at after every step.
        self.follows = bool(subject.promises)
        self.stateful: set[str] = set()  # classes whose invariant keeps books of its own
        # Objects of the running sequence that hold themselves, by identity, and after how many calls that was seen.
        self._endless: dict[int, int] = {}
        self._endless_in: list[object] = []
        # Classes that the running sequence itself checks.
        self.checked_by_steps: frozenset[str] = frozenset()

    # ---- which objects, and when --------------------------------------------------------------------------

    def after(self, step: Step) -> Violation | None:
        """Check what a step may have broken: the objects that had a part in it, or all."""
        if self.looks_at == "none":
            return None
        running = self.running
        here = len(running.values) - 1
        if self.looks_at == "all":
            return self._first_broken(range(here + 1))
        kinds, known = running.value_kinds, self._kept
        is_sampled = self.samples and self.looks_at == "some"
        calls = running.calls
        for back in (0, *step.arguments):
            kind = kinds[here - back]
            kept = known[kind] if kind in known else self.of_kind(kind)
            if kept is None or kept.check is None or kept.stateful:
                continue
            if kept.mask & calls and is_sampled:
                continue
            violation = self._checked(here - back, kept)
            if violation is not None:
                return violation
        return None

    def looked_at(self, position: int) -> Violation | None:
        """Check one object, unless its invariant is dear and not asked this time."""
        kept = self.of_kind(self.running.value_kinds[position])
        if kept is None or kept.check is None or kept.stateful or self.looks_at == "none":
            return None
        is_left_out = self.samples and kept.mask & self.running.calls
        return None if is_left_out else self._checked(position, kept)

    @calls_subject
    def at_end(self, fresh: Iterable[int]) -> Violation | None:
        """Check all objects: one may have been broken through another that shares its state."""
        if self.looks_at == "none":
            return None
        values, kinds = self.running.values, self.running.value_kinds
        new = set(fresh)
        distinct: dict[int, int] = {}
        for position in range(len(values) - 1, -1, -1):
            kept = self.of_kind(kinds[position])
            # What is dear is looked at where its state was never seen.
            if kept is not None and (not kept.mask or position in new or self.looks_at != "some"):
                distinct.setdefault(identity(values[position]), position)
        return self._first_broken(list(distinct.values())[:_MOST_AT_END])

    def _first_broken(self, positions: Iterable[int]) -> Violation | None:
        values, asked = self.running.values, set()
        for position in positions:
            kept = self.of_kind(self.running.value_kinds[position])
            if kept is not None and kept.check is not None and not kept.stateful:
                if identity(values[position]) in asked:
                    continue  # the same object once more: what calls return is often what they were made on
                asked.add(identity(values[position]))
                violation = self._checked(position, kept)
                if violation is not None:
                    return violation
        return None

    def of_kind(self, kind: int) -> Promising | None:
        """Return what is known about a class that promises something, by the kind of its objects."""
        if kind not in self._kept:
            self._kept[kind] = self._look_up(kind)
        return self._kept[kind]

    def _look_up(self, kind: int) -> Promising | None:
        name = self._forms[kind].name
        invariant, promise = self.subject.invariants.get(name, ""), self.subject.promises.get(name)
        if not invariant and promise is None:
            return None
        cls = self._classes[kind]
        check = getattr(cls, invariant) if invariant else None
        kept = Promising(cls, name, invariant, check, promise)
        kept.temporal = promise is not None and promise.temporal
        kept.answers = name in self.subject.answering
        kept.stateful = name in self.stateful
        return kept

    def expect_books(self, names: Iterable[str]) -> None:
        """Know from now on that the invariants of these classes keep books of their own."""
        self.stateful.update(names)
        self.follows = self.follows or bool(self.stateful)
        for kept in self._kept.values():
            if kept is not None and kept.name in self.stateful:
                kept.stateful = True

    # ---- one check ----------------------------------------------------------------------------------------

    def _checked(self, position: int, kept: Promising) -> Violation | None:
        assert kept.check is not None
        if self.checked_by_steps and kept.name in self.checked_by_steps:
            return None
        kept.count = count = kept.count + 1
        value = self.running.values[position]
        if self._endless and self.looks_at == "some" and self._is_endless(value):
            return None
        if kept.stumbles > 4 and count & 7 and self.looks_at == "some":
            return None  # it cannot say anything about such objects, and they come in swarms
        self.asking = (kept, kept.invariant)
        try:
            # The 1st, 2nd, 4th, 8th… check, and every 1024th, is measured.
            if count & (count - 1) == 0 or count & 1023 == 0:
                holds = self._measured(value, kept)
            else:
                holds = kept.check(value)
            # The most frequent answers first: asking costs as much as many an invariant.
            broken = (
                holds is not True and (holds is not None or kept.answers) and kept.says_no(holds)
            )
        except AssertionError as failed:
            self.asking = None
            return self.violation(position, kept, f"raises AssertionError: {failed}")
        except BaseException as raised:
            let_interruptions_through(raised)
            self.asking = None
            kept.stumbles += 1
            if isinstance(raised, RecursionError):
                if self._endless_in is not self.running.values:
                    self._endless, self._endless_in = {}, self.running.values
                self._endless[identity(value)] = self.running.calls
            self._stumbled(kept, raised)
            return None
        self.asking = None  # not in a `finally`: what is stopped by the clock leaves it set
        kept.stumbles = 0
        if broken:
            return self.violation(position, kept, answer(holds))
        return None

    def _is_endless(self, value: object) -> bool:
        """Return whether asking about an object of the running sequence did not come to an end just before.

        It holds itself; asking once more costs as much as a thousand calls, and as many frames where it tells of them.
        Some calls later it is asked again: it may hold itself no more.
        """
        if self._endless_in is not self.running.values:
            self._endless = {}  # of a sequence gone by
            return False
        asked = self._endless.get(identity(value))
        return asked is not None and self.running.calls - asked < _LATER

    def _measured(self, value: object, kept: Promising) -> Any:
        """Check once, and find out how dear that is and whether it changes the object."""
        assert kept.check is not None
        before = fields_of(value, self.state)
        holds, lines = _counting_lines(kept.check, value)
        kept.lines = max(lines, (kept.lines + lines) // 2)
        kept.mask = min(_SELDOMEST, (1 << (kept.lines // _CHEAP).bit_length()) - 1)
        if kept.says_no(holds):
            return holds
        if hasattr(holds, "__len__") and not kept.answers:
            self._no_answer(kept, holds)
        after = fields_of(value, self.state)
        changed = sorted(name for name in before | after if before.get(name) != after.get(name))
        if changed and all(name.startswith(AUXILIARY) for name in changed):
            kept.stateful = self.follows = True
            self.stateful.add(kept.name)
        elif changed:
            self._changes(kept, changed)
        return holds

    def _changes(self, kept: Promising, changed: list[str]) -> None:
        name = f"{kept.cls.__qualname__}.{kept.invariant}"
        self.faulty.setdefault(
            name,
            f"{name} changes the object it is asked about ({', '.join(changed[:3])}), and is not used. Let it "
            "only look; what it must remember belongs in attributes that begin with aux_.  [spec-changes]",
        )
        kept.check = None

    def _no_answer(self, kept: Promising, said: object) -> None:
        name = f"{kept.cls.__qualname__}.{kept.invariant}"
        self.faulty.setdefault(
            name,
            f"{name} returns a {type(said).__name__}, which says neither yes nor no. Return True or False, or assert.  "
            "[no-answer]",
        )

    def _stumbled(self, kept: Promising, raised: BaseException) -> None:
        name = f"{kept.cls.__qualname__}.{kept.invariant}"
        # Where something is not annotated, the object may hold what it was never meant to.
        if name not in self.faulty and kept.stumbles < 5 and self.fits():
            self.faulty[name] = (
                f"{name} raises {type(raised).__name__}: {one_line(raised)}. What raises anything but "
                "AssertionError says nothing about the object; return False, or assert.  [spec-raises]"
            )

    def give_up(self) -> str:
        """Never again ask what has just not answered; return its name, "" where nothing was being asked."""
        if self.asking is None:
            return ""
        kept, what = self.asking
        self.asking = None
        name = f"{kept.cls.__qualname__}.{what}"
        self.faulty[name] = (
            f"{name} did not answer in time, and is not asked again. Does it end for every object?  [spec-hangs]"
        )
        if what == kept.invariant:
            kept.check = None
        else:
            kept.temporal, kept.promise = False, None
        return name

    # ---- which classes promise the same ---------------------------------------------------------------------

    def home(self, name: str) -> str:
        """Return the class that defines the invariant of a class: what several inherit has one cause."""
        cls, invariant = self.subject.classes.get(name), self.subject.invariants.get(name, "")
        base = definer(cls, invariant) if cls is not None else None
        return name if base is None or base is cls else class_name(base)

    def first_home(self, name: str) -> str:
        """Return the class that makes temporal promises first: who overrides them may well repeat them."""
        cls = self.subject.classes.get(name)
        base = first_definer(cls, "temporal_spec") if cls is not None else None
        return name if base is None or base is cls else class_name(base)

    # ---- what it means ------------------------------------------------------------------------------------

    def last_call(self, steps: list[Step]) -> str:
        """Return the target of the last call of the subject: what may have broken something."""
        for position in range(len(steps) - 1, -1, -1):
            operation, arguments = steps[position]
            if isinstance(operation, Call) and not is_check(operation):
                target = self.stand_ins.get(operation.target, operation.target)
                return self._own(target, operation, position, arguments)
        return ""

    def _own(self, target: str, operation: Call, position: int, arguments: tuple[int, ...]) -> str:
        """Return an operation by the class of the object that it was called on, which may inherit it."""
        if operation.how not in RECEIVERS or not arguments:
            return target
        kind = self.running.value_kinds[position - arguments[0]]
        own = f"{self._forms[kind].name}.{target.rpartition('.')[2]}"
        return own if own in self._targets else target

    def violation(self, position: int, kept: Promising, what: str) -> Violation:
        """Return the violation for an object whose invariant does not hold after the last step."""
        steps = self.running.steps
        step = len(self.running.values) - 1
        target = self.last_call(steps) or kept.name
        owner = self.subject.owner(target)
        # Of an object of another class than the call was made on, the class must be told.
        elsewhere = owner is None or not issubclass(kept.cls, owner)
        on_another = " on another object" if elsewhere and owner is not None else ""
        held = f"held before this call{on_another} and does not after it"
        values = self.running.values
        is_new = position == step and not any(one is values[step] for one in values[:step])
        name = kept.invariant
        asserts = what.startswith("is ")
        file, line = place_of(target, kept.cls)
        violation = Violation(
            rule="invariant",
            step=step,
            blame=Blame.CODE,
            message=f"{kept.cls.__name__}.{name}() {what}" if elsewhere else f"{name}() {what}",
            operation=target,
            signature=("invariant", self.home(kept.name), name, self.subject.defined(target)),
            # Where nothing is annotated we may have put things into the object that it was never meant to hold.
            severity=Severity.ERROR if self.fits() else Severity.LIKELY,
            file=file,
            line=line,
            reason=f"{kept.cls.__name__}.{name}() "
            f"{'does not hold on the new object' if is_new else held}",
            remedy=f"mend the call, or say less in {name}",
            subjects=(position,),
            assertion=f"assert {{0}}.{name}()" if asserts else f"{{0}}.{name}()",
            because="" if asserts else INVARIANT_RAISES,
        )
        return given_away(violation) if self._is_given_away(position) else violation

    def _is_given_away(self, position: int) -> bool:
        """Return whether the last call, of another object or none, got a container that the test had put into this one."""
        steps, values = self.running.steps, self.running.values
        calls = [
            p for p, (one, _) in enumerate(steps) if isinstance(one, Call) and not is_check(one)
        ]
        given = [calls[-1] - back for back in steps[calls[-1]].arguments] if calls else []
        if any(values[one] is values[position] for one in given):
            return False
        ours = [values[p] for p in given if isinstance(steps[p].operation, Literal | Display)]
        shared = {
            id(one)
            for value in ours
            for one in (value, *held_by(value))
            if isinstance(one, list | dict | set | deque | bytearray)
        }
        return bool(shared) and any(id(one) in shared for one in held_by(values[position]))


def fields_of(value: object, state: Callable[[object], int | None]) -> dict[str, int | None]:
    """Return the state of each attribute of an object."""
    fields = getattr(value, "__dict__", None)
    if not isinstance(fields, dict):
        return {"its state": state(value)}
    return {name: state(field) for name, field in fields.items()}


def _counting_lines(check: Callable[[Any], Any], value: object) -> tuple[Any, int]:
    """Return what the check says, and how many lines it ran."""
    lines = 0

    # Not seen by coverage, whose own trace function it takes the place of.
    def count(frame: FrameType, event: str, argument: object) -> Any:  # pragma: no cover
        nonlocal lines
        lines += event == "line"
        return count

    before = sys.gettrace()
    try:
        sys.settrace(count)  # inside: a clock that strikes meanwhile raises right after it
        return check(value), lines
    finally:
        sys.settrace(before)


def answer(said: object) -> str:
    """Return how it is told that an invariant has said no."""
    return f"is {said!r}" if said is None or isinstance(said, int | float) else "is False"
