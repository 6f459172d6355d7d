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

from collections.abc import Iterable, Iterator
from itertools import combinations

from refute.generate.combinations import Choice, Operation, ProducerRule, Want
from refute.generate.displays import ELEMENTS, display_inputs
from refute.generate.presets import Presets
from refute.model.sequence import Display, Literal, Sequence, Step
from refute.model.subject import Input, Routine, Subject
from refute.model.typeform import ANY, NONE, IsSubclass, TypeForm, fits, members, union

DEEPEST = 5
# Numbers of more bits are of no use to anyone, and multiplying them takes longer than all the rest.
_MOST_BITS = 1 << 20
# With more optional inputs than these, no two of them are given at once: there would be hundreds of ways to call.
_MOST_PAIRED = 6
# Where the code gives no type, so many of each family of plain values are tried.
_OF_EACH_FAMILY = 2


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
            elif given.form == ANY and given.guesses and given.default is None:
                want = self._guessed(given)
            elif given.form == ANY:
                want = self._anything(given, routine)
            elif given.offers or given.sizes:
                want = self._want(given.form, f"{routine.target}({given.name})", given)
            else:
                want = self._want(given.form)
            operation.inputs[index] = want
        return want

    def _want(self, form: TypeForm, role: str = "", given: Input | None = None) -> Want:
        want = self._wants.get((form, role))
        if want is not None:
            return want
        presets = (
            self.presets(form) if given is None else self._made(self._presets.for_input(given))
        )
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
        if given.offers or given.sizes:
            role = f"{routine.target}({given.name})"
        want = self._wants.get((ANY, role or ""))
        if want is None:
            presets = self._plain()
            if given.default is not None:
                alike = self._presets.like(given.default)
                presets = self._made(alike) if len(alike) > 1 else (*self._made(alike), *presets)
                presets = tuple(dict.fromkeys(presets))
            offered = self._made(self._presets.for_input(given))
            presets = tuple(dict.fromkeys([*offered, *presets]))
            want = self._wants[ANY, role or ""] = Want(ANY, presets)
        return want

    def _guessed(self, given: Input) -> Want:
        """Return the want of an input whose type is guessed: what fits a guess, and a few plain values."""
        form = union(*(one.form for one in given.guesses))
        want = self._want(form, "guessed")
        want.presets = tuple(dict.fromkeys((*want.presets, *self._plain())))
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
