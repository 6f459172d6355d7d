"""A test as data: operations, steps, sequences.  Read this file first.

A *sequence* is a finite list of *steps*; a step applies an *operation* to the values of earlier steps.  Nothing
here knows how to run: the same sequence is executed by `execute`, judged by `judge`, made smaller by `shrink`
and written as Python by `render`.

    Sequence:  0: SortedList()        Step(Call("sorted:SortedList", …), ())
               1: 0                   Step(Literal("0", INT), ())
               2: s.insert(0)         Step(Call("sorted:SortedList.insert", …), (2, 1))
               3: s.pop_max()         Step(Call("sorted:SortedList.pop_max", …), (3,))

Arguments count *backwards*: 1 is the step just before.  So two sequences are joined by joining their steps, with
nothing to renumber, a step can be shared by many sequences, and equality is equality modulo names.
(Pacheco's thesis, 5.2 and 7.6; numbering backwards is ours, the thesis shared sub-sequences instead.)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import filterfalse
from typing import NamedTuple, TypeAlias

from refute.model.typeform import ANY, NONE, TypeForm, members

# What a sequence calls to make a file that the code reads.
WRITE_FILE = "pathlib:Path.write_text"


@dataclass(frozen=True, slots=True)
class Literal:
    """A value written as source: with source text, 1, True and 1.0 differ and nan equals itself."""

    source: str
    type: TypeForm

    @property
    def is_unchanging(self) -> bool:
        """Return whether all uses may share one object, since nothing can change it."""
        return self.type.name in _UNCHANGING

    @property
    def is_named(self) -> bool:
        """Return whether it is the name of an object that exists once, such as one of a module: all uses share it."""
        return _DOTTED.fullmatch(self.source) is not None

    def __hash__(self) -> int:
        return hash(
            self.source
        )  # shrinking asks for it thousands of times, and the type hardly tells literals apart


_DOTTED = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)+")
_UNCHANGING = frozenset({"int", "float", "str", "bytes", "bool", "complex", "None"})


@dataclass(frozen=True, slots=True)
class Call:
    """A call of `module:qualname`; of a method, the first argument is the receiver.

    The last `len(keywords)` arguments are passed by keyword.  `how` says what a call means here:
    "function" (also class and static methods), "new" (a class), "method", "get" (a property),
    "operator" (a dunder method through the syntax that calls it, see `model.syntax`), "field" and "set" (an attribute
    that is read or written), "check" and "checker" (a predicate that must not say False, or that raises), "derived" (a class
    that we made, the first argument), "super" (the method that ours overrides), "call" (a function that another operation
    returned, or that a body was given, the first argument; the target is that operation's with parentheses behind it, or that of
    the parameter: `shop:App.use.handler.y()` is what a function passed to `use` as `handler` gets as `y`).  `then` says what is done
    with the result at once: "" nothing, "await" it, take the first "items" of it, or "async-items"; "ignore", also
    after one of the others ("await ignore"), goes on with None where that raises (see `ignoring`).
    """

    target: str
    inputs: tuple[TypeForm, ...]
    output: TypeForm
    keywords: tuple[str, ...] = ()
    how: str = "function"
    then: str = ""

    def __hash__(self) -> int:
        return hash(self.target)  # as for literals: the rest hardly tells calls apart


# How a call is made whose first argument is the object it is made on.
RECEIVERS = frozenset({"method", "get", "operator", "field", "set", "call"})
# How a method is named that exists for testing only (T2, section 3.3).
PROBE = re.compile(r"probe(?:_\w+|\w*_spec)")


@lru_cache(maxsize=4096)  # one object for each call, so that it is made ready once
def ignoring(call: Call) -> Call:
    """Return the call as it is made where its caller goes on, whatever it raises: what refuses may leave a trace.

    >>> ignoring(Call("shop:buy", (), TypeForm("int"), then="await")).then
    'await ignore'
    """
    return replace(call, then=f"{call.then} ignore".lstrip())


def heeding(call: Call) -> Call:
    """Return the call as it is made where what it raises ends the sequence: the opposite of `ignoring`.

    >>> heeding(Call("shop:buy", (), TypeForm("int"), then="await ignore")).then
    'await'
    """
    return replace(call, then=call.then.removesuffix("ignore").rstrip())


def ignores(call: Call) -> bool:
    """Return whether a sequence goes on though the call raises."""
    return call.then.endswith("ignore")


def is_check(call: Call) -> bool:
    """Return whether a call was added to a sequence to check, not to test."""
    return call.how in ("check", "checker") or call.target.startswith("refute.temporal:")


def is_probe(operation: object) -> bool:
    """Return whether an operation is a method that exists for testing only.

    >>> is_probe(Call("shop:Cart.probe_full", (), TypeForm("None"), how="method"))
    True
    """
    if not isinstance(operation, Call) or operation.how != "method":
        return False
    return PROBE.fullmatch(operation.target.rpartition(".")[2]) is not None


@dataclass(frozen=True, slots=True)
class Display:
    """A collection made of its arguments: list, tuple, set, frozenset, deque, dict or OrderedDict (keys and values in turn)."""

    kind: str
    inputs: tuple[TypeForm, ...]
    output: TypeForm


@dataclass(frozen=True, slots=True)
class SetField:
    """Setting an attribute of the first argument to the second; `direct`: past a `__setattr__` of the class's own."""

    name: str
    direct: bool = False


@dataclass(frozen=True, slots=True)
class Allocate:
    """An object of a class without a call of its constructor; steps that set its fields follow."""

    target: str


@dataclass(frozen=True, slots=True)
class Parameter:
    """Only in a body: one of the caller's arguments, then the captured values."""

    index: int


@dataclass(frozen=True, slots=True)
class Return:
    """Only in a body, as its last step: what it is given is the result."""


@dataclass(frozen=True, slots=True)
class Raise:
    """Only in a body, as its last step: the exception, written as source, is raised."""

    source: str


@dataclass(frozen=True, slots=True)
class Require:
    """Only in a body: a condition on its arguments, {0}, {1}… in the source, that whoever calls the function must see to."""

    source: str


@dataclass(frozen=True, slots=True)
class Callback:
    """A function that we make.  Its body is a sequence over its parameters and what it captures; without `Return` it gives None.

    `role` is the name of what it is passed for; `names` are its parameters as its first line declares them, one for each of
    `inputs`: `x`, `x=0`, `*args` (in a tuple), `*, x` where only keywords follow, `**named` (in a dict); `then` says
    what its result is wrapped in: "await" a coroutine, "items" a generator that yields it once, "with" a context manager that
    gives it, "async-items" and "async-with" where these are waited for; of a method also "property", and "attribute" for what the class holds, made when the class is.  `within` is what it
    gives, written as source, when it is called while it is running; "" where it then runs once more.
    """

    role: str
    names: tuple[str, ...]
    inputs: tuple[TypeForm, ...]
    output: TypeForm
    captures: tuple[TypeForm, ...] = ()
    body: Sequence = None  # type: ignore[assignment]  # an empty one, which is defined below
    then: str = ""
    within: str = ""

    def __post_init__(self) -> None:
        if self.body is None:
            object.__setattr__(self, "body", Sequence())

    @property
    def form(self) -> TypeForm:
        """Return its type: what it takes, then what it gives."""
        takes = (TypeForm("..."),) if self.names == ("*args",) else self.inputs
        return TypeForm("collections.abc:Callable", (*takes, self.output))

    @property
    def owes_value(self) -> bool:
        """Return whether a body that ends without `Return` breaks what the function promises to give."""
        free = {ANY, NONE}.intersection(members(self.output))
        return not free and not self.is_generator and self.then != "attribute"

    @property
    def is_generator(self) -> bool:
        """Return whether its result is yielded."""
        return self.then.endswith(("items", "with"))

    @property
    def is_async(self) -> bool:
        """Return whether it is declared as `async def`."""
        return self.then.startswith(("await", "async"))


@dataclass(frozen=True, slots=True)
class Derive:
    """A subclass that we make; its arguments are what its methods capture, one method after the other."""

    base: str
    methods: tuple[tuple[str, Callback], ...]

    def captured(self, number: int) -> slice:
        """Return which of the arguments a method captures."""
        before = sum(len(method.captures) for _, method in self.methods[:number])
        return slice(before, before + len(self.methods[number][1].captures))


Operation: TypeAlias = (
    Literal
    | Call
    | Display
    | SetField
    | Allocate
    | Callback
    | Derive
    | Parameter
    | Return
    | Raise
    | Require
)

_DECLARED = re.compile(r"(\*, |\*{0,2})(\w+)(=.+)?", re.DOTALL)


def declared(parameter: str) -> tuple[str, str, str]:
    """Return what stands before the name of a parameter as `Callback.names` has it, its name, and its default.

    >>> declared("*, flag=None"), declared("*args")
    (('*, ', 'flag', '=None'), ('*', 'args', ''))
    """
    found = _DECLARED.fullmatch(parameter)
    return (found[1], found[2], found[3] or "") if found else ("", parameter, "")


_PARAMETERS = "xyzuvw"


def parameter_names(count: int) -> tuple[str, ...]:
    """Return names for the parameters of a function that nobody has named.

    >>> parameter_names(2)
    ('x', 'y')
    """
    return tuple(_PARAMETERS[i] if i < len(_PARAMETERS) else f"x{i}" for i in range(count))


def is_lively(operation: Operation) -> bool:
    """Return whether an operation makes functions that call something or raise, not such as only give a value."""
    return any(
        isinstance(step.operation, Call | Raise | Callback | Derive)
        for body in bodies_of(operation)
        for step in body.steps
    )


# Steps that do nothing by themselves.
_IDLE = (Literal, Parameter, Return)


def bodies_of(operation: Operation) -> tuple[Sequence, ...]:
    """Return the bodies of what an operation makes: of a function, or of each method of a class."""
    if type(operation) is Callback:
        return (operation.body,)
    if type(operation) is Derive:
        return tuple(method.body for _, method in operation.methods)
    return ()


class Step(NamedTuple):
    """An operation applied to earlier values; each argument says how many steps back its value was made."""

    operation: Operation
    arguments: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sequence:
    """A finite list of steps.  Only this class does arithmetic on the arguments of steps."""

    steps: tuple[Step, ...] = ()

    def __post_init__(self) -> None:
        for position, step in enumerate(self.steps):
            for back in step.arguments:
                if not 1 <= back <= position:
                    raise ValueError(f"step {position} refers {back} steps back")

    @staticmethod
    def trusted(steps: tuple[Step, ...]) -> Sequence:
        """Return the sequence of steps that are known to be well formed: checking costs more than making."""
        sequence = object.__new__(Sequence)
        object.__setattr__(sequence, "steps", steps)
        return sequence

    def __len__(self) -> int:
        return len(self.steps)

    def sources(self, position: int) -> tuple[int, ...]:
        """Return the positions of the steps whose values the step at `position` uses."""
        return tuple([position - back for back in self.steps[position].arguments])

    def users(self, position: int) -> list[int]:
        """Return the positions of the steps that use the value made at `position`."""
        return [
            later
            for later in range(position + 1, len(self.steps))
            if later - position in self.steps[later].arguments
        ]

    def calls(self) -> int:
        """Return how many steps do something, those of bodies included: literals written in place do not count."""
        # By the class of each operation: asked of every sequence that is kept, and hardly any has bodies.
        kinds = [type(operation) for operation, _ in self.steps]
        count = len(kinds) - sum(map(kinds.count, _IDLE))
        if Callback in kinds or Derive in kinds:
            count += sum(body.calls() for step in self.steps for body in bodies_of(step.operation))
        return count

    def nested(self) -> Iterator[Sequence]:
        """Yield this sequence and all bodies in it, the outer ones first."""
        yield self
        for step in self.steps:
            for body in bodies_of(step.operation):
                yield from body.nested()

    def is_built(self) -> bool:
        """Return whether an object in it is made field by field, not by calls alone."""
        return any(type(step.operation) is Allocate for step in self.steps)

    def extend(self, operation: Operation, sources: Iterable[int] = ()) -> Sequence:
        """Return this sequence with one more step that uses the values made at the positions `sources`."""
        here = len(self.steps)
        return Sequence((*self.steps, Step(operation, tuple(here - s for s in sources))))

    def concatenate(self, other: Sequence) -> Sequence:
        """Return this sequence followed by the other."""
        return Sequence(self.steps + other.steps)

    def probes(self) -> int:
        """Return how many of the steps are calls that exist for testing only."""
        return sum(is_probe(operation) for operation, _ in self.steps)

    def slice_for(self, *wanted: int) -> Sequence:
        """Return the steps that the values at the wanted positions are made of, and no others.

        A step that merely changes such a value without making one is *not* part of it.
        """
        keep: set[int] = set()
        rest = list(wanted)
        while rest:
            position = rest.pop()
            if position not in keep:
                keep.add(position)
                rest.extend(self.sources(position))
        return self._keeping(sorted(keep))

    def influence(
        self,
        *wanted: int,
        last: int | None = None,
        is_bare: Callable[[int], bool] | None = None,
    ) -> list[int]:
        """Return the positions of the steps that may have had a part in these values, in order.

        What made them, and what used them or their makers on the way and so may have changed them; up to the
        step `last`, by default the latest of the wanted.  Of a value that `is_bare` its makers have no part.
        """
        end = max(wanted, default=-1) if last is None else last
        users = self._all_users()
        keep: set[int] = set()
        rest = list(wanted)
        while rest:
            position = rest.pop()
            if position in keep:
                continue
            keep.add(position)
            sources = self.sources(position)
            rest.extend(sources if is_bare is None else filterfalse(is_bare, sources))
            operation = self.steps[position].operation
            if not isinstance(operation, Literal):
                rest.extend(user for user in users[position] if user <= end)
            elif operation.is_named:
                rest.extend(user for user in self._users_of(operation, users) if user <= end)
        return sorted(keep)

    def _users_of(self, literal: Literal, users: list[list[int]]) -> Iterator[int]:
        """Yield the steps that use a named object, wherever its name is written down."""
        for position, step in enumerate(self.steps):
            if step.operation == literal:
                yield from users[position]

    def _all_users(self) -> list[list[int]]:
        users: list[list[int]] = [[] for _ in self.steps]
        for position, step in enumerate(self.steps):
            for back in step.arguments:
                users[position - back].append(position)
        return users

    def keeping(self, positions: Iterable[int]) -> Sequence:
        """Return only these steps; whatever they use must be among them."""
        return self._keeping(sorted(positions))

    def without(self, *positions: int) -> Sequence | None:
        """Return the sequence without these steps, or None where a step that stays uses one of them."""
        gone = set(positions)
        stay = [p for p in range(len(self.steps)) if p not in gone]
        if any(not gone.isdisjoint(self.sources(p)) for p in stay):
            return None
        return self._keeping(stay)

    def rewire(self, position: int, sources: Iterable[int]) -> Sequence:
        """Return the sequence with the step at `position` using the values made at `sources` instead."""
        steps = list(self.steps)
        steps[position] = Step(steps[position].operation, tuple(position - s for s in sources))
        return Sequence(tuple(steps))

    def replace(self, position: int, operation: Operation, sources: Iterable[int]) -> Sequence:
        """Return the sequence with another operation at `position`."""
        steps = list(self.steps)
        steps[position] = Step(operation, tuple(position - s for s in sources))
        return Sequence(tuple(steps))

    def splice(self, position: int, maker: Sequence, made: int) -> Sequence:
        """Return the sequence in which the value at `position` is made by `maker` (its step `made`) instead.

        The maker's steps come first; the step at `position` goes, its users use the maker's value.
        """
        offset = len(maker)
        steps = list(maker.steps)
        moved: dict[int, int] = {position: made}
        for old, step in enumerate(self.steps):
            if old == position:
                continue
            here = len(steps)
            moved[old] = here
            steps.append(Step(step.operation, tuple(here - moved[s] for s in self.sources(old))))
        assert len(steps) == offset + len(self.steps) - 1
        return Sequence(tuple(steps))

    def with_own_literals(self) -> Sequence:
        """Return the sequence in which each use of an unchanging literal has a step of its own.

        They are the same object either way; apart, each can be made simpler by itself.
        """
        steps: list[Step] = []
        moved: dict[int, int] = {}
        for old, step in enumerate(self.steps):
            sources = []
            for source in self.sources(old):
                operation = self.steps[source].operation
                if isinstance(operation, Literal) and operation.is_unchanging:
                    sources.append(len(steps))
                    steps.append(Step(operation, ()))
                else:
                    sources.append(moved[source])
            if not (isinstance(step.operation, Literal) and step.operation.is_unchanging):
                moved[old] = len(steps)
                steps.append(Step(step.operation, tuple(len(steps) - s for s in sources)))
        return Sequence.trusted(tuple(steps))

    def interspersed(self, more: Iterable[tuple[int, Step]]) -> Sequence:
        """Return the sequence with further steps, each before the step at its position, from where its arguments count."""
        due: dict[int, list[Step]] = {}
        for position, step in more:
            due.setdefault(position, []).append(step)
        steps: list[Step] = []
        moved: dict[int, int] = {}
        for old in range(len(self.steps) + 1):
            own = [self.steps[old]] if old < len(self.steps) else []
            for operation, arguments in (*due.get(old, ()), *own):
                here = len(steps)
                steps.append(Step(operation, tuple([here - moved[old - b] for b in arguments])))
            moved[old] = len(steps) - 1
        return Sequence(tuple(steps))

    def observed(self, position: int, begin: Operation | None, look: Operation) -> Sequence:
        """Return the sequence with a look at the value made at `position` after every step from there on.

        With `begin`, a step of its own that is given the value, its result is what is looked at.
        """
        steps: list[Step] = []
        moved: dict[int, int] = {}
        watched = -1
        for old, step in enumerate(self.steps):
            here = moved[old] = len(steps)
            steps.append(Step(step.operation, tuple(here - moved[s] for s in self.sources(old))))
            if old == position:
                watched = here
                if begin is not None:
                    steps.append(Step(begin, (1,)))
                    watched = here + 1
                    continue
            if watched >= 0 and not isinstance(step.operation, Literal):
                steps.append(Step(look, (len(steps) - watched,)))
        return Sequence(tuple(steps))

    def _keeping(self, positions: list[int]) -> Sequence:
        where = {old: new for new, old in enumerate(positions)}
        steps = []
        for old, new in where.items():
            operation, arguments = self.steps[old]
            steps.append(Step(operation, tuple([new - where[old - back] for back in arguments])))
        return Sequence.trusted(tuple(steps))
