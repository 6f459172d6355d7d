"""All small objects: what `refute.bounds`, `structures` and `strategy` do.

The one idea: name a class with a predicate and say how large; the rest is counting.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from refute.discover.bounding.domains import DOMAINS, joined
from refute.discover.bounding.finitize import bounds_for
from refute.discover.bounding.outside_state import looks_at_object, outside_of
from refute.discover.bounding.predicate import Invariant, checked, kept
from refute.execute.clock import patience
from refute.exhaustive.predicate_warnings import never_shared, the_invariant, warnings_for
from refute.generate.bounded.exploration import Exploration
from refute.generate.bounded.heap import make
from refute.generate.bounded.tasks import Forking, SearchTally
from refute.model.bounds import Array, Bounds, DictOf, Domain, Objects, SetOf, Values
from refute.model.errors import UsageError
from refute.model.structure import Description, size_of

# So often it must say no to the object itself, until it is no mood of it.
_ASKED = 20


def bounds(root: type, size: int | None = None, /, **given: Any) -> Bounds:
    """Return the bounds of a class: a number of objects per class, a domain per field.

    What is not given is read from annotations; `size` stands in for every number that is missing.
    """
    if size is None and not given:
        return own_bounds(root) or bounds_for(root, None, {})
    return bounds_for(root, size, given)


def own_bounds(root: type) -> Bounds | None:
    """Return the bounds written beside the class, in a `finitize` class method."""
    finitize = getattr(root, "finitize", None)
    if finitize is None:
        return None
    given = finitize()
    return given if isinstance(given, Bounds) else bounds_for(root, None, given)


ContentsGiven = Iterable[Any] | Domain | type


def array(length: Iterable[int] | int, items: ContentsGiven, kind: type = list) -> Array | SetOf:
    """Return the domain of a list: its possible lengths and the values of its items, which may be lists, or objects of a class.

    `kind` may be tuple or deque, too, or set, or frozenset.
    """
    if kind in (set, frozenset):
        return SetOf(contents(items), lengths_of(length), kind)
    return Array(lengths_of(length), contents(items), kind)


def mapping(
    length: Iterable[int] | int, keys: ContentsGiven, values: ContentsGiven, kind: type = dict
) -> DictOf:
    """Return the domain of a dict: how many entries it may have, the values of its keys, and those of its values.

    `kind` may be OrderedDict, too: then every order of its keys is a value.
    """
    return DictOf(contents(keys), contents(values), lengths_of(length), kind)


def lengths_of(length: Iterable[int] | int) -> tuple[int, ...]:
    """Return the lengths that are meant: up to a number, or those listed."""
    return tuple(range(length + 1)) if isinstance(length, int) else tuple(length)


def contents(items: ContentsGiven) -> Domain:
    """Return what a container may hold as a domain."""
    if isinstance(items, DOMAINS):
        return items
    every = [items] if isinstance(items, type) else list(items)
    plain = [one for one in every if not isinstance(one, (type, *DOMAINS))]
    parts = [Objects(one.__name__) if isinstance(one, type) else one for one in every]
    domains = [one for one in parts if isinstance(one, DOMAINS)]
    return joined([*([Values(tuple(plain))] if plain or not domains else []), *domains])


class Structures:
    """All structures of a class within bounds, in lexicographic order; each iteration searches anew.

    Each structure is fresh: an ordinary object of the class itself, yours to change.  After (or during) an iteration
    `tally` says how many candidates were considered.
    """

    def __init__(
        self,
        space: Bounds,
        invariant: Invariant,
        *,
        representatives: bool = False,
        path: str = "auto",
        strict: bool = False,
        predicate: Callable[[Any], Any] | None = None,
    ) -> None:
        self.space, self.invariant = space, invariant
        self.representatives, self.path, self.strict = representatives, path, strict
        self.predicate = predicate or checked(invariant)
        self.tally = SearchTally()
        self.outside = outside_of(invariant.written, space.classes.values())
        self.on_progress: Callable[[SearchTally], None] = lambda tally: None
        self.forking: Forking | None = None
        self.holders: frozenset[str] = frozenset()  # fields that hold the objects asked about

    def explore(self, take: Callable[[Any], Any] | None, processes: int = 1) -> Iterator[Any]:
        """Run the search and yield what `take` makes of each structure."""
        exploration = Exploration(
            self.space,
            self.predicate,
            take and self._faithfully(take),
            look=None if take else self._ask,
            source=self.invariant.function,
            checker=self.invariant.checker,
            representatives=self.representatives,
            path=self.path,
            watch=patience,
            forking=self.forking,
            strict=self.strict,
        )
        self.tally = exploration.tally
        self.outside.remember()
        exploration.on_progress = self.on_progress
        return self._followed(exploration.run(processes))

    def _faithfully(self, take: Callable[[Any], Any]) -> Callable[[Any], Any]:
        def asked(search: Any) -> Any:
            self._ask(search)
            return take(search)

        return asked

    def _ask(self, search: Any) -> None:
        """Ask the predicate once more, about the object itself: in the search it sees one that watches what it reads."""
        one = search.reader.build()
        # More than once, since a predicate that is not steady is told of otherwise.
        if not any(kept(self.invariant, one) for _ in range(_ASKED)):
            raise self._not_followed()

    def _followed(self, run: Iterator[Any]) -> Iterator[Any]:
        yield from run
        tally = self.tally
        nothing = tally.complete and tally.candidates and not tally.found and not tally.blamed
        if nothing and looks_at_object(self.invariant.written):
            raise self._not_followed()

    def _not_followed(self) -> UsageError:
        return UsageError(
            f"{self.invariant.name} reads fields in a way that cannot be followed (vars(), __dict__, copy, the == of a "
            "dataclass, a class in a dict): let it read them as attributes and compare what they hold.",
            "predicate-not-followed",
        )

    def __iter__(self) -> Iterator[Any]:
        return self.explore(lambda search: search.reader.build())

    def descriptions(self, processes: int = 1) -> Iterator[Description]:
        """Yield each structure as data: objects in order, and what each field is assigned."""
        return self.explore(lambda search: search.reader.describe(), processes)

    def count(self, processes: int = 1) -> int:
        """Return how many there are, without building more than a few."""
        for _ in self.explore(None, processes):
            pass
        return self.tally.found

    def warnings(self) -> list[str]:
        """Return what the user should know about the predicate, one line each."""
        lines = warnings_for(
            self.tally, self.invariant, self.representatives, self.outside, self.holders
        )
        return lines + never_shared(self.space)


def structures(
    root: type,
    space: Bounds | None = None,
    *,
    predicate: Callable[[Any], Any] | str | None = None,
    representatives: bool = False,
    path: str = "auto",
    strict: bool = False,
    invariants: Iterable[str] = (),
    **given: Any,
) -> Structures:
    """Return all structures of a class within bounds that satisfy its predicate, one per shape.

    `invariants` are names by which the predicate is known, besides `rep_ok` and the like.
    A predicate that raises says no, or is in error itself where `strict` is asked for (an assertion that fails always says no).
    """
    invariant = the_invariant(root, predicate, invariants)
    space = space or bounds(root, **given)
    return Structures(space, invariant, representatives=representatives, path=path, strict=strict)


def strategy(root: type, size: int | None = None, /, **given: Any) -> Any:
    """Return a Hypothesis strategy that draws structures and shrinks towards smaller ones."""
    from hypothesis import strategies

    space = bounds(root, size, **given)
    found = structures(root, space)
    every = sorted(found.descriptions(), key=size_of)
    if not every:
        raise UsageError(f"no {root.__name__} exists within these bounds", "predicate-never-true")
    classes = dict(space.classes)

    def build(number: int) -> Any:
        return make(every[number], classes)

    return strategies.integers(0, len(every) - 1).map(build)
