"""The predicate of a class made ready for a search, and what is to be said about it afterwards."""

from __future__ import annotations

import inspect
import types
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from typing import Any

from refute.discover.bounding.outside_state import Outside
from refute.discover.bounding.predicate import Invariant, check_arguments, invariant_of
from refute.discover.specs import INVARIANT_NAMES
from refute.generate.bounded.tasks import SearchTally
from refute.model.bounds import AnyOf, Array, Bounds, DictOf, Domain, SetOf
from refute.model.errors import UsageError
from refute.model.quantities import counted


def the_invariant(
    root: type, predicate: Callable[[Any], Any] | str | None, invariants: Iterable[str] = ()
) -> Invariant:
    """Return the predicate to search with: the one given, or what the class has by an agreed name."""
    if callable(predicate):
        return Invariant(getattr(predicate, "__name__", "predicate"), predicate)
    if predicate is not None and inspect.getattr_static(root, predicate, None) is None:
        raise UsageError(f"{root.__name__} has no method {predicate}", "no-predicate")
    found = invariant_of(root, predicate, invariants)
    if found is None:
        for name in (*invariants, *INVARIANT_NAMES):
            member = inspect.getattr_static(root, name, None)
            if isinstance(member, types.FunctionType):
                check_arguments(root, member)  # so near and yet no predicate: say why
        names = "rep_ok, invariant, check_rep, _check" if predicate is None else predicate
        raise UsageError(
            f"{root.__name__} has no predicate: write a method ({names}) that says which objects are good, "
            "or name one (--predicate NAME, predicate=…)",
            "no-predicate",
        )
    return found


def warnings_for(
    tally: SearchTally,
    invariant: Invariant,
    representatives: bool,
    outside: Outside,
    holders: Collection[str] = (),
) -> list[str]:
    """Return what the user should know; `holders` are fields that are read only to come to the object."""
    lines: list[str] = []
    name = invariant.name
    if tally.unsteady:
        lines.append(
            f"{name} does not always give the same answer: structures for which it always says True are all "
            "here, those for which it sometimes does may be missing  [predicate-unsteady]"
        )
    if tally.complete and not tally.found:
        lines.append(never_true(tally, name, holders))
    # An assertion that fails is one way to say no.
    raised = [one for one in tally.raised.most_common(4) if one[0] != AssertionError.__name__][:3]
    for kind, times in () if invariant.checker else raised:
        lines.append(
            f"{name} raised {kind} {counted(times, 'time')}, which counts as False  [predicate-raises]"
        )
    if invariant.loosely is not None and invariant.loosely.odd:
        lines.append(
            f"{name} returns a {invariant.loosely.odd}, which says neither yes nor no, and such objects are listed; "
            "return True or False, or assert  [no-answer]"
        )
    lines += outside_lines(name, outside)
    if tally.unread:
        fields = ", ".join(sorted(tally.unread))
        what = "one value of each is taken" if representatives else "all their values are listed"
        lines.append(f"{name} does not always read {fields}: {what}  [fields-unread]")
    return lines


def never_shared(space: Bounds) -> list[str]:
    """Return that fields which could hold one and the same list never do: each has its own."""
    alike: dict[tuple[type, Domain], list[str]] = {}
    for field, domain in space.fields.items():
        for part in domain.parts if isinstance(domain, AnyOf) else (domain,):
            match part:
                case Array(_, item, kind) | SetOf(item, _, kind) | DictOf(item, _, _, kind):
                    if kind not in (tuple, frozenset):
                        alike.setdefault((kind, item), []).append(field)
    return [
        f"{' and '.join(fields)} never hold the same {kind.__name__}: objects that share one are left out  [never-shared]"
        for (kind, _), fields in alike.items()
        if len(fields) > 1
    ]


def never_true(tally: SearchTally, name: str, holders: Collection[str]) -> str:
    """Return that no candidate was good, and after which field most were refused."""
    read = Counter({one: times for one, times in tally.blamed.items() if one not in holders})
    looked = sum(tally.blamed.values())
    field, times = next(iter(read.most_common(1)), ("", 0))
    why = "it says no before it reads any field"
    if field and looked == 1:
        why = f"it said no after reading {field}"
    elif field:
        them = "them" if looked == tally.candidates else f"the {looked} that were looked at closely"
        why = f"{times} of {them} were refused right after {field} was read"
    tried = counted(tally.candidates, "candidate")
    return f"{name} was never true, for {tried}: {why}  [predicate-never-true]"


def outside_lines(name: str, outside: Outside) -> list[str]:
    """Return what is to be said of what a predicate reads outside the object, the worst first."""
    changed = outside.changed()
    read = [one for one in outside.changeable() if one not in changed]
    told = [
        (
            outside.nondeterministic,
            "depends on chance or time ({}); what is listed is not the same each time",
        ),
        (
            changed,
            "reads global state ({}), and it has changed during the search: the answers depend on their order",
        ),
        (read, "reads global state ({}); it must not change during the search"),
    ]
    return [
        f"{name} {text.format(', '.join(names))}  [predicate-global]"
        for names, text in told
        if names
    ]
