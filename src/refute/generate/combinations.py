"""Combinations of arguments, counted and made by number: `Choice`, `Want`, `ProducerRule`, `Operation`."""

from __future__ import annotations

from bisect import bisect_right
from math import prod

from refute.model.sequence import Call, Display, Step
from refute.model.subject import Routine
from refute.model.typeform import TypeForm

# So many of the values of each type are remembered once they are made.
_REMEMBERED = 1000


class Choice:
    """Alternatives, counted: presets, choices and rules at the same depth, choices that are one call away.

    sizes[d] is how many values there are to an operation that is called at depth d; sizes[0] is 0.
    """

    __slots__ = ("_tables", "away", "here", "made", "presets", "sizes")

    def __init__(self, presets: tuple[Step, ...] = ()) -> None:
        self.presets = presets
        self.here: list[ProducerRule | Choice] = []
        self.away: list[Choice] = []
        self.sizes = [0]
        self.made: dict[
            int, tuple[Step, ...]
        ] = {}  # of the first values: they are used time and again
        self._tables: dict[int, tuple[list[int], list[tuple[ProducerRule | Choice, int]]]] = {}

    def count(self, depth: int) -> None:
        """Append the size at this depth; those of its parts are known."""
        here = sum([one.sizes[depth] for one in self.here])
        below = sum([one.sizes[depth - 1] for one in self.away])
        self.sizes.append(len(self.presets) + here + below)

    def level(self, rank: int) -> int:
        """Return the least depth at which there is a value of this rank."""
        return bisect_right(self.sizes, rank)

    def alternative(self, depth: int, rank: int) -> tuple[ProducerRule | Choice, int]:
        """Return the rule or choice that the rank-th of those new at a depth falls to, and its rank there."""
        starts, parts = self._tables.get(depth) or self._table(depth)
        place = bisect_right(starts, rank) - 1
        part, first = parts[place]
        return part, first + rank - starts[place]

    def _table(self, depth: int) -> tuple[list[int], list[tuple[ProducerRule | Choice, int]]]:
        starts: list[int] = []
        parts: list[tuple[ProducerRule | Choice, int]] = []
        start = 0
        levels: list[tuple[ProducerRule | Choice, int]] = [(one, depth) for one in self.here]
        levels += [(one, depth - 1) for one in self.away if depth > 1]
        for part, level in levels:
            new = part.sizes[level] - part.sizes[level - 1]
            if new:
                starts.append(start)
                parts.append((part, part.sizes[level - 1]))
                start += new
        self._tables[depth] = starts, parts
        return starts, parts


class Want(Choice):
    """A type as it is asked for somewhere, with all that supplies it: presets, displays, and what returns it."""

    __slots__ = ("displays", "form", "producers")

    def __init__(self, form: TypeForm, presets: tuple[Step, ...]) -> None:
        super().__init__(presets)
        self.form = form
        self.displays: list[ProducerRule] = []
        self.producers: list[Operation] = []


class ProducerRule:
    """One way to make a value out of others: an inference rule R ← A1, …, An of the paper."""

    __slots__ = ("_spans", "operation", "sizes", "steps", "wants")

    def __init__(self, operation: Call | Display, wants: tuple[Want, ...]) -> None:
        self.operation = operation
        self.wants = wants
        self.sizes = [0]
        self._spans: dict[int, list[tuple[int, list[int], int, int]]] = {}
        self.steps: dict[tuple[int, ...], Step] = {}  # by how many steps make each input

    def count(self, depth: int) -> None:
        self.sizes.append(prod([want.sizes[depth] for want in self.wants]))

    def ranks(self, rank: int) -> list[int]:
        """Return the ranks of the inputs' values in the rank-th combination."""
        depth = bisect_right(self.sizes, rank)
        rank -= self.sizes[depth - 1]
        for count, bases, place, first in self._spans.get(depth) or self._span(depth):
            if rank < count:
                digits = _digits(rank, bases)
                if first:
                    digits[place] += first
                return digits
            rank -= count
        raise IndexError("no such combination")

    def _span(self, depth: int) -> list[tuple[int, list[int], int, int]]:
        """Return how the combinations that are new at a depth are numbered.

        An input that needs the depth comes after inputs that do not, and before inputs that may: for each place of
        such an input how many there are, the numbers of values, the place, and the rank of its first new value.
        """
        spans: list[tuple[int, list[int], int, int]] = []
        for place, want in enumerate(self.wants):
            first = want.sizes[depth - 1]
            bases = [one.sizes[depth - 1] for one in self.wants[:place]]
            bases.append(want.sizes[depth] - first)
            bases += [one.sizes[depth] for one in self.wants[place + 1 :]]
            spans.append((prod(bases), bases[::-1], place, first))
        self._spans[depth] = spans or [(1, [], 0, 0)]
        return self._spans[depth]


def _digits(rank: int, reversed_bases: list[int]) -> list[int]:
    digits = []
    for base in reversed_bases:
        rank, digit = divmod(rank, base)
        digits.append(digit)
    digits.reverse()
    return digits


class Operation(Choice):
    """A routine with all the ways to call it.  Its numbering is that of its combinations."""

    __slots__ = ("inputs", "routine", "rules", "under_test")

    def __init__(self, routine: Routine, under_test: bool) -> None:
        super().__init__()
        self.routine = routine
        self.under_test = under_test
        self.rules: list[ProducerRule] = []
        self.inputs: dict[int, Want] = {}

    def new_at(self, depth: int, rank: int) -> tuple[Step, ...]:
        """Return the steps of the rank-th of the combinations that are new at a depth."""
        rule, within = self.alternative(depth, rank)
        assert isinstance(rule, ProducerRule)
        return _applied(rule, within)

    def missing(self) -> Want | None:
        """Return the first required input that nothing supplies, where there is one."""
        inputs = self.routine.inputs
        unsupplied = (w for i, w in self.inputs.items() if inputs[i].required and not w.sizes[-1])
        return next(unsupplied, None)

    def first_depth(self) -> int | None:
        """Return the least depth at which it can be called; None where it cannot."""
        return next((depth for depth, size in enumerate(self.sizes) if size), None)


def _made(choice: Choice, rank: int) -> tuple[Step, ...]:
    """Return the steps that make the rank-th value of a choice, the last of which is the value.

    Steps refer backwards, so those that make a value are the same wherever it is used.
    """
    known = choice.made.get(rank)
    if known is not None:
        return known
    depth = choice.level(rank)
    place = rank - choice.sizes[depth - 1]
    presets = choice.presets if depth == 1 else ()
    if place < len(presets):
        steps: tuple[Step, ...] = (presets[place],)
    else:
        part, within = choice.alternative(depth, place - len(presets))
        steps = _applied(part, within) if isinstance(part, ProducerRule) else _made(part, within)
    if rank < _REMEMBERED:
        choice.made[rank] = steps
    return steps


def _applied(rule: ProducerRule, rank: int) -> tuple[Step, ...]:
    pieces = [_made(want, digit) for want, digit in zip(rule.wants, rule.ranks(rank), strict=True)]
    steps = [step for piece in pieces for step in piece]
    lengths = tuple([len(piece) for piece in pieces])
    last = rule.steps.get(lengths)
    if last is None:
        backs = [1 + sum(lengths[place + 1 :]) for place in range(len(lengths))]
        last = Step(rule.operation, tuple(backs))
        if len(rule.steps) < _REMEMBERED:
            rule.steps[lengths] = last
    return (*steps, last)
