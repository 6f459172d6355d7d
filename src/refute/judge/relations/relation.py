"""A law between operations as data: `Family`, `Relation`, `Move`.

A relation is a few calls to be made on values that a sequence has, and a claim about what came of them.  The calls become
the last steps of a sequence: so it is run, shrunk, saved and written as a test like any other, and whether a sequence shows
a relation is told by its last calls alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from refute.judge.relations.sameness import same
from refute.model.sequence import Call, Literal, Sequence
from refute.model.typeform import ANY, TypeForm

# A relation that fails on half of the inputs is no law of this code: whoever wrote it means something else.  Half of the values
# that are drawn are ordinary, half of them awkward: it must hold on the ones, and not only on them.
MAJORITY = 0.6


@dataclass(frozen=True)
class Family:
    """What relations of one kind have in common, and when one of them is taken for a law of the code.

    It must have held on `enough` different inputs, and on `share` of all: on most, or on nearly all where the convention is
    weak.
    """

    rule: str
    says: str
    reason: str
    remedy: str
    test_name: str
    silent_when: str
    example: str
    enough: int = 20
    share: float = MAJORITY
    by_contents: bool = True  # whether it depends on what an object holds


class Move(NamedTuple):
    """A call; `given` are the numbers of its arguments: first come the values that a relation speaks of, then what the
    moves before have returned."""

    call: Call
    given: tuple[int, ...]


@dataclass(frozen=True)
class Relation:
    """One relation between operations of the subject.

    Of so many `inputs` it speaks: what the call `anchor` in a sequence was given, or where there is none an object of the
    class `about`.  `compared` are the numbers of the values that the claim is about, {0}, {1}… in the assertion.
    """

    family: Family
    operations: tuple[str, ...]  # the first is the one that is blamed
    inputs: int
    moves: tuple[Move, ...]
    compared: tuple[int, ...]
    assertion: str
    message: str
    anchor: Call | None = None
    about: str = ""
    changes: bool = False  # its calls are meant to change an input
    variant: str = ""  # tells apart what is claimed of the same operations
    # True, False, or None where nobody can tell.
    holds: Callable[..., bool | None] = same
    # Asked of all values, the inputs first: whether it speaks of them at all, and whether that it holds says anything.
    applies: Callable[..., bool] = lambda *values: True
    tells: Callable[..., bool] = lambda *values: True
    # Asked of the values that the claim is about: what the assertion raises, where it fails by raising.
    raised: Callable[..., BaseException | None] | None = None

    @property
    def signature(self) -> tuple[str, ...]:
        """What makes two breaches the same finding."""
        return (self.family.rule, *self.operations, *filter(None, [self.variant]))

    @property
    def asked_for(self) -> tuple[TypeForm, ...]:
        """As what the inputs are asked for."""
        return (ANY,) * self.inputs if self.anchor is None else self.anchor.inputs

    def begins_with(self, call: Call) -> bool:
        """Return whether the inputs of a call in a sequence are what the relation speaks of."""
        return self.anchor is not None and _is_same_call(call, self.anchor)

    def places(self, sequence: Sequence) -> Iterator[tuple[int, ...]]:
        """Yield where the values are in a sequence that ends with the moves: first the inputs, then what the moves made."""
        calls = [p for p, step in enumerate(sequence.steps) if type(step.operation) is Call]
        if not self.moves:
            yield from ((place,) for place in reversed(calls))
            return
        tail = calls[-len(self.moves) :]
        if len(tail) < len(self.moves):
            return
        found: dict[int, int] = {}
        for number, (place, move) in enumerate(zip(tail, self.moves, strict=True)):
            if not _is_same_call(sequence.steps[place].operation, move.call):
                return
            for value, source in zip(move.given, sequence.sources(place), strict=True):
                if not _agree(sequence, found.setdefault(value, source), source):
                    return
            if found.setdefault(self.inputs + number, place) != place:
                return
        yield tuple(found[number] for number in range(self.inputs + len(self.moves)))

    def verdict(self, values: list[Any], places: tuple[int, ...]) -> bool | None:
        """Return whether the claim holds of the values at these places; None where nobody can tell."""
        if not self.applies(*[values[place] for place in places]):
            return None
        return self.holds(*[values[places[number]] for number in self.compared])

    def seen(self, values: list[Any], places: tuple[int, ...]) -> bool | None:
        """Return the verdict as far as it counts: None also where that the claim holds says nothing."""
        verdict = self.verdict(values, places)
        try:
            telling = not verdict or self.tells(*[values[place] for place in places])
        except Exception:
            return None  # they cannot be compared
        return verdict if telling else None


def _is_same_call(operation: object, call: Call) -> bool:
    return isinstance(operation, Call) and (
        operation.target,
        operation.how,
        operation.then,
        operation.keywords,
        len(operation.inputs),
    ) == (call.target, call.how, call.then, call.keywords, len(call.inputs))


def _agree(sequence: Sequence, one: int, other: int) -> bool:
    """Return whether two places have one value: the same, or an unchanging one that is written twice."""
    first, second = sequence.steps[one].operation, sequence.steps[other].operation
    return one == other or (isinstance(first, Literal) and first.is_unchanging and first == second)
