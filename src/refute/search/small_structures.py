"""Every small valid object of the classes under test, as sequences that build them: `small_objects`.

Brings together `discover` (bounds, predicates) and `generate` (the search within bounds).  How small is decided here: as
large as can be listed within a number of candidates, so that two runs with the same seed list the same.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import FrameType
from typing import Any

from refute.discover.bounding.finitize import SeenAnnotations, bounds_for
from refute.discover.bounding.predicate import Invariant, checked, invariant_of
from refute.execute.machine import StopCall
from refute.generate.bounded.build_steps import NotWritable, steps_for
from refute.generate.bounded.korat import Search
from refute.generate.bounded.lists import check_types
from refute.generate.bounded.shapes import Shapes
from refute.look.subject_time import calls_subject
from refute.look.tracebacks import INSIDE
from refute.model.bounds import Bounds
from refute.model.errors import UsageError
from refute.model.execution import Interruption
from refute.model.sequence import Sequence
from refute.model.structure import Description, size_of

# Sizes tried, one after the other, as long as a size needs no more candidates and gives no more objects than this.
# 20,000 candidates take less than a tenth of a second; 300 objects times ten methods are a second's worth of calls.
LARGEST = 4
MOST_CANDIDATES = 20_000
MOST_OBJECTS = 300
# Whoever wrote down bounds for a class wants them searched.
MOST_ASKED = 500_000
# A predicate that has run so many lines on so small an object does not end; one that does so on so many is left alone.
MOST_LINES = 1_000
MOST_ENDLESS = 200
TEXTS = ("", "a", "b", "c")


@dataclass(frozen=True, slots=True)
class BuiltStart:
    """A sequence that builds a valid object, and where in it the object is made."""

    target: str
    sequence: Sequence
    position: int


@dataclass(frozen=True, slots=True)
class Listed:
    """The small objects of one class; or none, and the reason."""

    starts: tuple[BuiltStart, ...]
    note: str
    refused: bool = False  # the bounds that the user wrote down are of no use


def small_objects(
    target: str, owner: type, predicate: str, seen: SeenAnnotations, given: Mapping[str, Any] | None
) -> Listed:
    """Return every small valid object of a class, the smallest first.

    `given` are bounds as the user wrote them; else the class's own `finitize` is asked, else sizes are tried.
    """
    if "__init_subclass__" in {name for base in owner.__mro__[:-1] for name in vars(base)}:
        return Listed((), "its subclasses are registered, and watching its fields needs one")
    try:
        invariant = invariant_of(owner, predicate)
        if invariant is None:
            return Listed((), f"{predicate} is no plain method")
        space, found, candidates = _largest(owner, invariant, seen, given)
        starts = [
            BuiltStart(target, *steps_for(one, space.classes)) for one in sorted(found, key=size_of)
        ]
    except UsageError as wrong:
        return Listed((), " ".join(wrong.message.split()), refused=given is not None)
    except NotWritable as wrong:
        return Listed((), str(wrong))
    except (StopCall, Endless):
        return Listed((), f"{predicate} does not end on most objects")
    finally:
        gc.collect()  # the watched subclasses, so that nobody who lists subclasses meets them
    sizes = " ".join(f"{name}={count}" for name, count in space.objects.items())
    return Listed(tuple(starts), f"{len(starts)} objects within {sizes}; {candidates} candidates")


def _largest(
    owner: type, invariant: Invariant, seen: SeenAnnotations, given: Mapping[str, Any] | None
) -> tuple[Bounds, list[Description], int]:
    asked = given if given is not None else _own(owner)
    if isinstance(asked, Bounds):
        return _asked(asked, invariant)
    if asked is not None:
        named = {name: value for name, value in asked.items() if name}
        return _asked(bounds_for(owner, asked.get(""), named, seen=seen), invariant)
    best: tuple[Bounds, list[Description], int] | None = None
    for size in range(1, LARGEST + 1):
        examples = {str: TEXTS[: size + 1], float: (0.0, 1.0), bytes: (b"", b"a")}
        space = bounds_for(owner, size, {}, seen=seen, examples=examples)
        try:
            found, candidates = _listed(space, invariant, MOST_CANDIDATES, MOST_OBJECTS)
        except (StopCall, Endless):
            found = None
        if found is None:
            break
        best = (space, found, candidates)
    if best is None:
        raise UsageError(
            f"even the smallest objects are more than {MOST_OBJECTS}", "bounds-incomplete"
        )
    return best


def _own(owner: type) -> Any:
    finitize = getattr(owner, "finitize", None)
    return finitize() if callable(finitize) else None


def _asked(space: Bounds, invariant: Invariant) -> tuple[Bounds, list[Description], int]:
    found, candidates = _listed(space, invariant, MOST_ASKED, MOST_ASKED)
    if found is None:
        raise UsageError(
            f"more than {MOST_ASKED} candidates within its bounds", "bounds-incomplete"
        )
    return space, found, candidates


@calls_subject
def _listed(
    space: Bounds, invariant: Invariant, most: int, most_found: int
) -> tuple[list[Description] | None, int]:
    """Return all structures within bounds, None where they need too many candidates or are too many."""
    check_types(invariant.function, space)
    verdict = Ending(checked(invariant))
    search = Search(space, verdict)
    search.pause_at = most
    found: list[Description] = []
    shapes = Shapes()
    steps = search.run()
    for is_structure in steps:
        if not is_structure or len(found) >= most_found:
            steps.close()  # type: ignore[attr-defined]
            return None, search.candidates
        one = search.describe()
        if not search.members or shapes.is_new(one):
            found.append(one)
    return found, search.candidates


class Endless(BaseException):
    """Leaves a predicate that goes on and on; not an Exception, so that it gets through."""


class Ending:
    """A predicate that is False where it runs more than a number of lines: most follow a ring for ever.

    Lines and not seconds, so that two runs list the same.
    """

    def __init__(self, predicate: Callable[[Any], Any]) -> None:
        self._predicate = predicate
        self._left = 0
        self._endless = 0

    def __call__(self, one: Any) -> Any:
        self._left = MOST_LINES
        before = sys.gettrace()
        try:
            # Inside: a clock that strikes while tracing is switched on raises right after it.
            sys.settrace(self._trace)
            return self._predicate(one)
        except Endless:
            self._endless += 1
            if self._endless > MOST_ENDLESS:
                raise
            return False
        except (Exception, Interruption):
            raise
        except BaseException as left:  # it would leave the process
            raise RuntimeError(f"{type(left).__name__} is no answer") from left
        finally:
            sys.settrace(before)

    def _trace(self, frame: FrameType, event: str, argument: Any) -> Any:
        if frame.f_code.co_filename.startswith(INSIDE):
            return None  # listing the values of a field may take long
        self._left -= 1
        if self._left < 0:
            raise Endless
        return self._trace


def every(listed: Mapping[str, Listed]) -> Iterator[BuiltStart]:
    """Yield the objects of all classes, in turn: the small ones of each come before the large ones of any."""
    for number in range(max((len(one.starts) for one in listed.values()), default=0)):
        for one in listed.values():
            yield from one.starts[number : number + 1]
