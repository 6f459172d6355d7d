"""Make a failing sequence smaller while it fails the same way: `shrink`, `sort_key`, `Context`.

Replacement-based simplification (Pacheco's thesis, 6.1): remove, then replace values by shorter sub-sequences.
We add passes for what the thesis leaves: literals, displays, values that can be reused.  The passes run until none
of them helps, so what comes out is a local minimum: no single removal or replacement keeps the failure.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from refute.model.bodies import made_in
from refute.model.built_steps import built_part
from refute.model.sequence import (
    RECEIVERS,
    Call,
    Callback,
    Display,
    Literal,
    Parameter,
    Raise,
    Sequence,
    Step,
)
from refute.model.typeform import ANY, TypeForm


class Value(NamedTuple):
    """What a value of a failing sequence was seen to be: its type, and a number for the state it was in."""

    form: TypeForm
    state: int


# The values of a sequence that failed in the same way; None when it did not.
TryCandidate = Callable[[Sequence], list[Value] | None]


@dataclass(frozen=True, slots=True)
class Context:
    """What replacements there are: all functions, so that the shrinker knows no other stage."""

    fits: Callable[[TypeForm, TypeForm], bool]
    # Sub-sequences that supply a value like this one, each with its position: those in the same state first,
    # then the shortest.
    makers: Callable[[Value], list[tuple[Sequence, int]]]
    # One call on literals that makes a value in the same state, its last step; None where there is none.
    simplest: Callable[[Value], Sequence | None]
    # Literals of a form, simplest first; of ANY, which says nothing, some of several types.
    literals: Callable[[TypeForm], list[Literal]]
    # Small objects of a class, the smallest first, each built field by field by a sequence; with its position.
    starts: Callable[[str], list[tuple[Sequence, int]]] = lambda target: []
    # Calls on the same object that users of the class make too, in place of a probe.
    others: Callable[[Call], list[Call]] = lambda probe: []
    # Whether a literal or a display may become a value of another type, where nobody says what it has to be.
    across_types: bool = True


class Attempt:
    """The smallest failing sequence so far; passes call it with candidates.

    `result` is what the sequence has to give, where it is the body of a function; nobody asks for anything otherwise.
    """

    result: TypeForm = ANY

    def __init__(
        self,
        sequence: Sequence,
        values: list[Value],
        trial: TryCandidate,
        budget: int,
        tried: set[Sequence] | None = None,
    ) -> None:
        self.sequence = sequence
        self.values = values
        self.budget = budget
        self._trial = trial
        self._tried: set[Sequence] = set() if tried is None else tried
        self._tried.add(sequence)
        self._built = built_part(sequence)

    def beginning_anew(self, candidate: Sequence | None) -> bool:
        """Take the candidate over though it builds another object than the sequence so far, if it is a valid one."""
        before, self._built = self._built, None
        is_taken = self(candidate)
        self._built = built_part(self.sequence) if is_taken else before
        return is_taken

    def __call__(self, candidate: Sequence | None) -> bool:
        """Take the candidate over if it is smaller and fails in the same way."""
        if candidate is None or candidate in self._tried or self.budget <= 0:
            return False
        if not sort_key(candidate) < sort_key(self.sequence):
            return False
        if self._built is not None and built_part(candidate) != self._built:
            return False
        self._tried.add(candidate)
        self.budget -= 1
        values = self._trial(candidate)
        if values is None:
            return False
        self.sequence, self.values = candidate, values
        return True


Pass = Callable[[Attempt, Context], None]


def shrink(
    sequence: Sequence,
    trial: TryCandidate,
    context: Context,
    passes: tuple[Pass, ...],
    budget: int = 3000,
    tried: set[Sequence] | None = None,
) -> tuple[Sequence, bool]:
    """Return a local minimum that fails in the same way, and whether the budget allowed for reaching it.

    `budget` counts executions: a deadline would make two runs with the same seed differ.  `tried` gathers the candidates:
    whoever goes on with more replacements gives it again, and none is run twice.
    """
    values = trial(sequence)
    if values is None:
        return sequence, False
    attempt = Attempt(sequence, values, trial, budget, tried)
    while True:
        before = attempt.sequence
        for one_pass in passes:
            one_pass(attempt, context)
        if attempt.sequence == before or attempt.budget <= 0:
            return attempt.sequence, attempt.budget > 0


Size = tuple[int, int, int, int, int, int, int, tuple[tuple[int, int, str], ...], int]
# So much longer than it is the name of a function counts: more than any lambda that is offered.
_LONG = 100
# What is raised where it does not matter what.
PLAIN_RAISE = Raise("ValueError()")


def sort_key(sequence: Sequence) -> Size:
    """Return what "smaller" means.

    Fewer probes, which no user of the class calls; fewer calls and displays, rather outside the bodies of functions than
    inside; fewer functions and objects of classes of ours, and fewer that do not run within themselves; smaller displays, fewer values passed on from elsewhere, fewer and simpler literals, one for
    each use, in this order: literals are written where they are used, and each can then be made simpler by itself.
    """
    everything = list(sequence.nested())
    literals: list[tuple[int, int, str]] = []
    apart = sum(_literals_in(one, literals) for one in everything)
    steps = [step for one in everything for step in one.steps]
    return (
        sum(one.probes() for one in everything),
        sequence.calls(),
        sum(one.calls() for one in everything[1:]),
        len(everything) + sum(map(_is_derived, steps)) + sum(map(_guards, steps)),
        sum(len(step.arguments) for step in steps if isinstance(step.operation, Display)),
        sum(len(borrowed(one, p)) for one in everything for p in range(len(one))),
        len(literals),
        tuple(literals),
        apart,
    )


def _is_derived(step: Step) -> bool:
    return isinstance(step.operation, Call) and step.operation.how == "derived"


def _guards(step: Step) -> int:
    """Return how many functions a step makes that do something else when they are called while they run."""
    return sum(bool(made.function.within) for made in made_in(step))


def _literals_in(sequence: Sequence, literals: list[tuple[int, int, str]]) -> int:
    """Add each use of a literal, and what is raised; return how many are not used, and used once more than written."""
    used: set[int] = set()
    uses = 0
    for position, step in enumerate(sequence.steps):
        if isinstance(step.operation, Raise):
            literals.append(_raised_key(step.operation))
        for source in sequence.sources(position):
            operation = sequence.steps[source].operation
            if isinstance(operation, Literal):
                literals.append(literal_key(operation))
                used.add(source)
                uses += 1
    idle = sum(isinstance(step.operation, Literal) for step in sequence.steps) - len(used)
    return idle + uses - len(used)


def borrowed(sequence: Sequence, position: int) -> list[int]:
    """Return which arguments of a step, its receiver aside, are passed on from elsewhere.

    What calls returned, or a function was given; displays and functions that were passed before.
    """
    operation = sequence.steps[position].operation
    first = int(isinstance(operation, Call) and operation.how in _ON_FIRST)
    sources = sequence.sources(position)
    found = []
    for index in range(first, len(sources)):
        made = sequence.steps[sources[index]].operation
        if isinstance(made, Call | Parameter) or (
            isinstance(made, Display | Callback)
            and (sources[index] in sources[:index] or sequence.users(sources[index])[0] < position)
        ):
            found.append(index)
    return found


_ON_FIRST = RECEIVERS | {"derived", "super"}


def _raised_key(operation: Raise) -> tuple[int, int, str]:
    is_plain = operation == PLAIN_RAISE
    return (0, 0, "") if is_plain else (len(operation.source), 0, operation.source)


def literal_key(literal: Literal) -> tuple[int, int, str]:
    """Return how simple a literal is: 0 before 1 before -1 before 10; short text before long text."""
    source = literal.source
    digits = source.lstrip("-")
    negative = int(source.startswith("-"))
    if digits.isdigit():
        return len(digits), 2 * int(digits) + negative, ""
    if source in ("False", "True"):
        return 5, 0, source
    # A function that is written out says what it does; of one that is named, one has to know it.
    is_named = literal.type.name == "collections.abc:Callable" and not source.startswith("lambda")
    return len(source) + _LONG * is_named, negative, source
