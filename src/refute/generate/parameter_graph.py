"""Which operations produce which type; how many combinations of arguments there are, and the k-th of them: `Graph`.

JCrasher's parameter graph (Csallner and Smaragdakis 2004, section 3).  A type's values are its presets and what the
operations return that produce it; sizes add up over the alternatives for a type and multiply over the inputs of an
operation, bottom-up, so that a space of 10^40 combinations is counted without one of them being made.  Operations
are chained up to a depth: at depth 1 every argument is a preset, at depth 2 it may be the result of a call on presets.

We depart in four points.  The combinations of an operation are numbered so that those of a smaller depth come first:
the k-th is the same whatever depth is asked for, and what is new at a depth can be drawn alone.  Collections are
written as displays of one or two elements, dicts of one pair, at no depth of their own.  Of the optional inputs none, one or two are
given at a time, since Java has none and all at once would drown the rest.  None is offered where a type admits it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import combinations
from math import prod

from refute.generate.displays import ELEMENTS, display_inputs
from refute.generate.presets import Presets
from refute.model.sequence import Call, Display, Literal, Sequence, Step
from refute.model.subject import Input, Routine, Subject
from refute.model.typeform import ANY, NONE, IsSubclass, TypeForm, fits, members

DEEPEST = 5
# Numbers of more bits are of no use to anyone, and multiplying them takes longer than all the rest.
_MOST_BITS = 1 << 20
# With more optional inputs than these, no two of them are given at once: there would be hundreds of ways to call.
_MOST_PAIRED = 6
# Where the code gives no type, so many of each family of plain values are tried.
_OF_EACH_FAMILY = 2
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


class Graph:
    """The parameter graph of a subject, counted up to a depth."""

    def __init__(
        self,
        subject: Subject,
        presets: Presets,
        is_subclass: IsSubclass,
        depth: int = DEEPEST,
    ) -> None:
        self._presets = presets
        self._is_subclass = is_subclass
        self._wants: dict[tuple[TypeForm, str], Want] = {}
        self._steps: dict[Literal, Step] = {}
        self._any: tuple[Step, ...] | None = None
        self._returning: dict[TypeForm, tuple[Choice, list[Operation]]] = {}
        self._named: dict[tuple[str, str], bool] = {}
        self._skipped = subject.skipped
        self.operations = [Operation(routine, True) for routine in subject.routines]
        self.helpers = [Operation(routine, False) for routine in subject.helpers]
        every = [*self.operations, *self.helpers]
        for operation in every:
            self._add_rules(operation)
        self._connect(every)
        self.depth = self._count(every, depth)

    # ---- building -----------------------------------------------------------------------------------------

    def _add_rules(self, operation: Operation) -> None:
        routine = operation.routine
        for chosen in ways_to_call(routine):
            wants = tuple([self._input(operation, index) for index in chosen])
            operation.rules.append(ProducerRule(routine.call(chosen), wants))
        operation.here = [*operation.rules]

    def _input(self, operation: Operation, index: int) -> Want:
        want = operation.inputs.get(index)
        if want is None:
            routine = operation.routine
            given = routine.inputs[index]
            if index == 0 and routine.how in ("method", "get", "operator"):
                want = self._want(given.form, "receiver")
            elif given.form == ANY:
                want = self._anything(given, routine)
            else:
                want = self._want(given.form)
            operation.inputs[index] = want
        return want

    def _want(self, form: TypeForm, role: str = "") -> Want:
        want = self._wants.get((form, role))
        if want is not None:
            return want
        presets = self.presets(form)
        if (
            role == "receiver"
        ):  # no method is called on None, whatever may stand for the class elsewhere
            presets = tuple([one for one in presets if one.operation != Literal("None", NONE)])
        want = Want(form, presets)
        want.displays += [rule for part in members(form) for rule in self._display_rules(part)]
        want.here = [*want.displays]
        self._wants[form, role] = want  # after its elements: they are counted first
        return want

    def _display_rules(self, form: TypeForm) -> Iterator[ProducerRule]:
        if form.name not in ELEMENTS or not form.args:
            return
        for elements in display_inputs(form):
            output = TypeForm(ELEMENTS[form.name], form.args)
            wants = tuple([self._want(element) for element in elements])
            yield ProducerRule(Display(ELEMENTS[form.name], elements, output), wants)

    def _anything(self, given: Input, routine: Routine) -> Want:
        """Return the want of an input without a type: values like its default, else plain ones and objects like self."""
        role = given.default if given.default is not None else routine.owner
        want = self._wants.get((ANY, role or ""))
        if want is None:
            presets = self._plain()
            if given.default is not None:
                alike = self._presets.like(given.default)
                presets = self._made(alike) if len(alike) > 1 else (*self._made(alike), *presets)
                presets = tuple(dict.fromkeys(presets))
            want = self._wants[ANY, role or ""] = Want(ANY, presets)
        return want

    def _plain(self) -> tuple[Step, ...]:
        if self._any is None:
            families = self._presets.families()
            few = [one for family in families for one in family[:_OF_EACH_FAMILY]]
            self._any = self._made(dict.fromkeys(few))
        return self._any

    def _made(self, literals: Iterable[Literal]) -> tuple[Step, ...]:
        steps = self._steps
        return tuple([steps.setdefault(one, Step(one, ())) for one in literals])

    def _connect(self, every: list[Operation]) -> None:
        """Give every want the operations that produce it, together with others that return the same: one sum for all."""
        for operation in every:
            output = operation.routine.output
            if output not in (ANY, NONE):  # what returns nothing, or nobody knows what
                group, operations = self._returning.setdefault(output, (Choice(), []))
                group.here.append(operation)
                operations.append(operation)
        for (form, role), want in self._wants.items():
            # Where nothing says what is wanted of a method's argument, objects of its own class are likely.
            asked = TypeForm(role) if form == ANY and ":" in role else form
            if asked != ANY:
                found = [self._returning[output] for output in self._outputs(asked)]
                want.away = [group for group, _ in found]
                want.producers = [one for _, operations in found for one in operations]

    def _outputs(self, form: TypeForm) -> list[TypeForm]:
        return [
            output
            for output in self._returning
            if any(
                fits(part, form, self._subclass)
                for part in members(output)
                if part not in (ANY, NONE)
            )
        ]

    def producers(self, form: TypeForm) -> list[Operation]:
        """Return the operations whose result, or a part of it, fits the form: of its subtypes too."""
        return [one for output in self._outputs(form) for one in self._returning[output][1]]

    def presets(self, form: TypeForm) -> tuple[Step, ...]:
        """Return the values of a form that are known without a call."""
        return self._plain() if form == ANY else self._made(self._presets.for_form(form))

    def _subclass(self, name: str, other: str) -> bool:
        known = self._named.get((name, other))
        if known is None:
            known = self._named[name, other] = self._is_subclass(name, other)
        return known

    def _count(self, every: list[Operation], deepest: int) -> int:
        wants = list(self._wants.values())
        for depth in range(1, deepest + 1):
            for want in wants:
                for rule in want.displays:
                    rule.count(depth)
                want.count(depth)
            for operation in every:
                for rule in operation.rules:
                    rule.count(depth)
                operation.count(depth)
            for group, _ in self._returning.values():
                group.count(depth)
            if max((o.sizes[-1].bit_length() for o in every), default=0) > _MOST_BITS:
                return depth
        return deepest

    # ---- the k-th combination -----------------------------------------------------------------------------

    def combination(self, operation: Operation, rank: int) -> Sequence:
        """Return the rank-th combination of arguments of an operation, as the sequence that makes them and calls it."""
        depth = operation.level(rank)
        return Sequence.trusted(operation.new_at(depth, rank - operation.sizes[depth - 1]))

    def total(self, depth: int) -> int:
        """Return how many combinations the operations under test have together at a depth."""
        return sum(operation.sizes[depth] for operation in self.operations)

    # ---- what is missing ----------------------------------------------------------------------------------

    def wants(self) -> list[Want]:
        """Return every type that is asked for somewhere."""
        return list(self._wants.values())

    def unreachable(self) -> dict[TypeForm, str]:
        """Return the types that no one supplies within the depth, each with the reason."""
        return {
            want.form: self._reason(want)
            for want in self._wants.values()
            if not want.sizes[self.depth]
        }

    def _reason(self, want: Want) -> str:
        if not want.producers and not want.displays:
            skipped = self._skipped.get(want.form.name)
            return (
                f"nothing public returns one ({skipped})"
                if skipped
                else "nothing public returns one"
            )
        for operation in want.producers:
            missing = operation.missing()
            if missing is not None:
                name = operation.routine.target.rpartition(":")[2]
                return f"{name} makes one, but needs {_article(missing.form)} {missing.form}"
        elements = [w.form for rule in want.displays for w in rule.wants if not w.sizes[self.depth]]
        if elements:
            return f"nothing makes {_article(elements[0])} {elements[0]} to put into it"
        return f"making one takes {self.depth} calls or more"


def _article(form: TypeForm) -> str:
    return "an" if str(form)[0] in "aeiouAEIOU" else "a"


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


# ---- ways to call ---------------------------------------------------------------------------------------------


def ways_to_call(routine: Routine) -> list[tuple[int, ...]]:
    """Return which inputs are passed, for every way to call that is tried: the required ones, one more, two more."""
    inputs = routine.inputs
    required = frozenset(i for i, given in enumerate(inputs) if given.required)
    more = [
        i
        for i, given in enumerate(inputs)
        if not given.required
        and given.way in ("positional", "keyword", "rest")
        and not given.name.startswith("_")  # not meant for callers
    ]
    few = range(3 if len(more) <= _MOST_PAIRED else 2)
    choices = [required.union(some) for count in few for some in combinations(more, count)]
    return list(dict.fromkeys(_without_gaps(choice, inputs) for choice in choices))


def _without_gaps(chosen: frozenset[int], inputs: tuple[Input, ...]) -> tuple[int, ...]:
    """Return the choice with what stands before an input that can only be passed by position."""
    last = max((i for i in chosen if inputs[i].nameless or inputs[i].way == "rest"), default=-1)
    before = {i for i in range(last) if inputs[i].way == "positional"}
    return tuple(sorted(chosen | before))
