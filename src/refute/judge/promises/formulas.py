"""Promises about how an object changes over time, and their automata: `Property`, `Watch`.

T2 (Prasetya, Vos and Baars 2007), section 3.1, definitions 31 and 32.  A property is checked in lock-step with the object:
after every step its automaton is told the new state.  A step that does not change the object never breaks a property:
that makes it all the same how often it is looked at, as long as no state is missed.
"""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from refute.look.function_source import written

Predicate = Callable[..., Any]
# A number that differs when the state of a value does; None where it cannot be told.
StateOf = Callable[[object], int | None]


class Broken(AssertionError):
    """A temporal property does not hold: of `value`, which was as `old` when it was last looked at.

    `old` is None where no property looks at it.
    """

    def __init__(self, prop: Property, value: Any = None, old: Any = None) -> None:
        super().__init__(str(prop))
        self.property = prop
        self.value = value
        self.old = old


@dataclass(frozen=True, slots=True)
class Property:
    """A promise about all states of an object, in order.  `kind` names the automaton."""

    kind: str
    p: Predicate
    q: Predicate | None = None
    within: int | None = None
    named: str = ""

    def __str__(self) -> str:
        return self.named or self.formula()

    def formula(self) -> str:
        """Return the promise as it is written."""
        conditions = [written(one) or "…" for one in self.conditions()]
        match self.kind:
            case "unless" | "until":
                return f"{conditions[0]} {self.kind} {conditions[1]}"
            case "leads to":
                return f"{conditions[0]} leads to {conditions[1]} within {self.within}"
        return f"{self.kind} {conditions[0]}"

    def conditions(self) -> list[Predicate]:
        """Return the conditions that it is made of."""
        return [one for one in (self.p, self.q) if one is not None]

    def waits(self, now: Any, old: Any) -> bool:
        """Return whether all that is missing is what should have come by now, and need not have come at once."""
        if not self.within or self.kind == "leads to":
            return bool(self.within)
        return (old is None and takes_old(self.p)) or _holds(self.p, now, old)

    def wants_old(self) -> bool:
        """Return whether a condition looks at the state before."""
        return any(map(takes_old, self.conditions()))


def takes_old(predicate: Predicate) -> bool:
    """Return whether a condition is given the state before, too."""
    # What has a default is the predicate's own: `lambda door, most=3: …`.
    needed = [
        one
        for one in inspect.signature(predicate).parameters.values()
        if one.default is one.empty and one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)
    ]
    return len(needed) > 1


def always(p: Predicate, *, named: str = "") -> Property:
    """Return the promise that `p` holds in every state."""
    return Property("always", p, named=named)


def never(p: Predicate, *, named: str = "") -> Property:
    """Return the promise that `p` holds in no state."""
    return Property("never", p, named=named)


def unless(p: Predicate, q: Predicate, *, named: str = "") -> Property:
    """Return the promise that `p`, once it holds, goes on holding at least until `q` does.

    A `p` of two parameters, the object and how it was before, speaks of change: unless `q` held before or holds now,
    no step may make it False.
    """
    return Property("unless", p, q, named=named)


def until(p: Predicate, q: Predicate, *, within: int | None = None, named: str = "") -> Property:
    """Return the promise that `p` holds from the beginning until `q` does, which it does after at most `within` changes."""
    return Property("until", p, q, within, named)


def leads_to(p: Predicate, q: Predicate, *, within: int, named: str = "") -> Property:
    """Return the promise that whenever `p` holds, `q` does too, or after at most `within` changes."""
    return Property("leads to", p, q, within, named)


@dataclass(slots=True)
class _Automaton:
    prop: Property
    held: bool = False  # "unless": p and not q, in the state before
    over: bool = False  # "until": q has held
    left: int | None = None  # changes that remain until q must have held

    def step(self, now: Any, old: Any, begins: bool) -> bool:
        """Take in a new state; False where the property is broken.

        In the first state nothing has changed yet: a condition about change is taken as it does no harm.
        """
        prop = self.prop
        match prop.kind:
            case "always" | "never":
                two = takes_old(prop.p)
                if two and begins:
                    return True
                return _holds(prop.p, now, old) is (prop.kind == "always")
            case "unless":
                return self._unless(now, old, begins)
            case "until":
                return self._until(now, old, begins)
        return self._leads_to(now, old, begins)

    def _unless(self, now: Any, old: Any, begins: bool) -> bool:
        p, q = self.prop.p, self.prop.q
        assert q is not None
        awaits = self.held
        released = _happens(q, now, old, begins)
        if takes_old(p):
            # It compares two states, so what held before is only whether q did.
            self.held = not released
            return not awaits or released or begins or _holds(p, now, old)
        holds = _holds(p, now, old)
        self.held = holds and not released
        return not awaits or holds or released

    def _until(self, now: Any, old: Any, begins: bool) -> bool:
        assert self.prop.q is not None
        if self.over or _happens(self.prop.q, now, old, begins):
            self.over = True
            return True
        if self.left is None:
            self.left = self.prop.within
        else:
            self.left -= 1
        keeps = (begins and takes_old(self.prop.p)) or _holds(self.prop.p, now, old)
        return keeps and (self.left is None or self.left > 0)

    def _leads_to(self, now: Any, old: Any, begins: bool) -> bool:
        assert self.prop.q is not None and self.prop.within is not None
        if _happens(self.prop.q, now, old, begins):
            self.left = None
            return True
        if self.left is not None:
            self.left -= 1
        elif _happens(self.prop.p, now, old, begins):
            self.left = self.prop.within
        return self.left is None or self.left > 0


def _happens(predicate: Predicate, now: Any, old: Any, begins: bool) -> bool:
    """Return whether a condition holds; one about change does not before there was any."""
    return not (begins and takes_old(predicate)) and _holds(predicate, now, old)


def _holds(predicate: Predicate, now: Any, old: Any) -> bool:
    return bool(predicate(now, old) if takes_old(predicate) else predicate(now))


@dataclass(slots=True)
class Watch:
    """An object and its temporal properties.  Made, it has seen the first state; `check` takes in the next."""

    value: Any
    properties: tuple[Property, ...]
    state: StateOf
    _automata: list[_Automaton] = field(default_factory=list)
    _last: int | None = None
    _old: Any = None
    before: Any = None  # what was the old state when the last one was taken in

    def __post_init__(self) -> None:
        self._automata = [_Automaton(one) for one in self.properties]
        broken = self._take_in(begins=True)
        if broken is not None:
            raise Broken(broken, self.value)

    def check(self) -> None:
        """Look at the object once more; raise `Broken`, an AssertionError, where a property does not hold."""
        broken = self.observe()
        if broken is not None:
            raise Broken(broken, self.value, self.before)

    def observe(self) -> Property | None:
        """Look at the object once more; return a property that does not hold."""
        now = self.state(self.value)
        if now is not None and now == self._last:
            return None
        return self._take_in(begins=False)

    def _take_in(self, begins: bool) -> Property | None:
        broken = None
        for one in self._automata:
            if not one.step(self.value, self._old, begins) and broken is None:
                broken = one.prop
        self._last = self.state(self.value)
        self.before = self._old
        if any(one.wants_old() for one in self.properties):
            self._old = copy.deepcopy(self.value)
        return broken


def properties_of(said: Any) -> tuple[Property, ...] | None:
    """Return what a `temporal_spec` has returned as properties; None where it has returned something else."""
    if isinstance(said, Property):
        return (said,)
    if isinstance(said, Iterable) and not isinstance(said, str):
        found = tuple(said)
        return found if found and all(isinstance(one, Property) for one in found) else None
    return None
