"""What was found in the code under test: `Input`, `Routine`, `Subject`; `Located` says where it is, `class_name` names a class.

Found anew in every worker and never saved, so classes and functions may appear here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from refute.model.contract import Contract, Promise
from refute.model.sequence import Call, Literal, Sequence
from refute.model.typeform import ANY, CALLABLE, TypeForm


def class_name(cls: type) -> str:
    """Return the name of a class as forms write it: bare for builtins, else `module:qualname`."""
    if cls is type(None):
        return "None"
    module = getattr(cls, "__module__", None)
    if module in ("builtins", None):
        return str(cls.__qualname__)
    return f"{module}:{cls.__qualname__}"


@dataclass(frozen=True, slots=True)
class Guess:
    """A type that a parameter without annotation may have.  It says what to pass, and never whom to blame."""

    form: TypeForm
    confidence: float
    # The kind of evidence, and after a colon what it is.
    reason: str


@dataclass(frozen=True, slots=True)
class Input:
    """One parameter of a routine.  `way` is "positional", "keyword", "rest" (*args) or "rest-keywords" (**kw)."""

    name: str
    form: TypeForm
    way: str = "positional"
    required: bool = True
    annotated: bool = False
    # Source of the default where it can be written down: a default is a hint about what is welcome.
    default: str | None = None
    # Cannot be passed by keyword: where an earlier input is left out, this one must be left out too.
    nameless: bool = False
    # Its default is an object that cannot be written down, and so stands for "not given".
    sentinel: bool = False
    # Annotated as `object`: it promises to take anything.
    anything: bool = False
    # Of a function that nothing describes: what its results are used as.  A guess, which says what to give, not whom to blame.
    gives: TypeForm = ANY
    # Where nothing is annotated: which types the source suggests, the likely first.
    guesses: tuple[Guess, ...] = field(default=(), compare=False)
    # Values that the source suggests, and lengths that it compares with: what to pass besides the usual, not whom to blame.
    offers: tuple[Literal, ...] = ()
    sizes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Routine:
    """Something of the subject that can be called, in all the ways its signature allows.

    A step holds one such way, a `Call`, made by `call(chosen)`.
    """

    target: str
    how: str
    inputs: tuple[Input, ...]
    output: TypeForm
    then: str = ""
    owner: str | None = None  # the class it belongs to, as in TypeForm.name
    raises: frozenset[str] = frozenset()  # exceptions its documentation names, bare class names
    # What is called in its place: a specification that calls it and checks.
    stand_in: str | None = None

    @property
    def form(self) -> TypeForm:
        """Return the type of a function that is called by it: what it takes beside itself, then what it gives."""
        return TypeForm(CALLABLE, (*(one.form for one in self.inputs[1:]), self.output))

    def call(self, chosen: tuple[int, ...]) -> Call:
        """Return the call that passes the inputs at these indices, in order; of "rest", an index may repeat.

        Positional inputs are passed by position until one is left out, the others by keyword.
        """
        inputs = [self.inputs[i] for i in chosen]
        keywords: list[str] = []
        expected = 0
        for index, given in zip(chosen, inputs, strict=True):
            gap = given.way == "positional" and index != expected
            if given.way == "keyword" or gap or keywords:
                keywords.append(given.name)
            expected = index + 1
        forms = tuple(given.form for given in inputs)
        target, how = self.target, self.how
        if self.stand_in is not None:
            # The specification of a property is a method.
            target, how = self.stand_in, "method" if how == "get" else how
        return Call(target, forms, self.output, tuple(keywords), how, self.then)


@dataclass(frozen=True, slots=True)
class Overridable:
    """A method that a subclass may override, or must: `inputs` are its parameters without the receiver.

    `names` says how its first line declares them: see `Callback`.
    """

    name: str
    names: tuple[str, ...]
    inputs: tuple[Input, ...]
    output: TypeForm
    required: bool = False
    then: str = ""
    keeps_up: bool = False  # what the class does there must be done by a subclass, too
    gives: TypeForm = ANY  # where nothing says what it gives: what that is used as


@dataclass(frozen=True, slots=True)
class Extendable:
    """A class that is meant to be derived from; `constructor` takes the derived class, then what the class takes."""

    name: str
    constructor: Routine
    methods: tuple[Overridable, ...]


@dataclass(slots=True)
class Subject:
    """The code under test, as found."""

    modules: tuple[str, ...]
    routines: tuple[Routine, ...]
    classes: dict[str, type]  # every class named by a form, by its form name
    # Operations that may be used to make values but are not themselves under test.
    helpers: tuple[Routine, ...] = ()
    # Names of parameterless predicates by class name: rep_ok, invariant, …
    invariants: dict[str, str] = field(default_factory=dict)
    # Names of the classes whose predicate plainly answers yes or no, so that None from it is a no.
    answering: frozenset[str] = frozenset()
    # What operations ask and promise, by target.
    contracts: dict[str, Contract] = field(default_factory=dict)
    # What classes say about their objects over time, by class name.
    promises: dict[str, Promise] = field(default_factory=dict)
    # Targets of operations that exist for testing only.
    probes: frozenset[str] = frozenset()
    # Specifications that cannot be used as they are: what is wrong, and what to do.
    faulty: dict[str, str] = field(default_factory=dict)
    # What could not become an operation, with the reason, for -v and for "nothing to test".
    skipped: dict[str, str] = field(default_factory=dict)
    # Literals found in the source, by form name: extra presets.
    constants: dict[str, tuple[str, ...]] = field(default_factory=dict)
    # What texts may be made of where most are refused.
    words: tuple[str, ...] = ()
    # The user's own values, by form name, in place of ours; and the classes that are to stand for a class.
    given: dict[str, tuple[str, ...]] = field(default_factory=dict)
    implementations: dict[str, tuple[str, ...]] = field(default_factory=dict)
    # The keys of each TypedDict, by class name; at run time its values are plain dicts.
    typed_dicts: dict[str, tuple[Input, ...]] = field(default_factory=dict)
    # Targets of operations that the package does not offer to others, though their names are public; and the names
    # of classes that it does not.
    internal: frozenset[str] = frozenset()
    hidden: frozenset[str] = frozenset()
    # Names of the classes of which objects can only be had from operations; and targets that are called less often: no
    # `__all__` lists them, or the code is another module's of the package.
    reached: frozenset[str] = frozenset()
    unlisted: frozenset[str] = frozenset()
    # What can be called on objects of a class that a function has made, by the class.
    local_routines: Callable[[type], list[Routine]] = lambda cls: []
    # Classes that others derive from, by form name, and the exceptions that the source catches, as they are written.
    extendable: dict[str, Extendable] = field(default_factory=dict)
    caught: tuple[str, ...] = ()
    # How the documentation uses the code, in calls of its operations.
    examples: tuple[Sequence, ...] = ()
    # By operation the class that it belongs to; looked up where it is first asked for.
    owners: dict[str, type | None] = field(default_factory=dict)

    @property
    def stand_ins(self) -> dict[str, str]:
        """Return what is called in place of an operation, with that operation: helpers are checked on their way, too."""
        every = (*self.routines, *self.helpers)
        return {one.stand_in: one.target for one in every if one.stand_in is not None}

    def owner(self, target: str) -> type | None:
        """Return the class that an operation belongs to, or makes, whatever module publishes it; None of a function."""
        if not self.owners:
            every = (*self.routines, *self.helpers)
            self.owners = {one.target: self.classes.get(one.owner or "") for one in every}
        return self.owners.get(target)

    def defined(self, target: str) -> str:
        """Return an operation by the class that defines it: what several inherit is one and the same."""
        cls, name = self.owner(target), target.rpartition(".")[2]
        base = None if cls is None else definer(cls, name)
        return target if base is None or base is cls else f"{class_name(base)}.{name}"


def definer(cls: type, name: str) -> type | None:
    """Return the class that an attribute comes from, None where there is none."""
    return next((base for base in cls.__mro__ if name in vars(base)), None)


def first_definer(cls: type, name: str) -> type:
    """Return the class that has an attribute first, whoever overrides it later."""
    return next((base for base in reversed(cls.__mro__) if name in vars(base)), cls)


@dataclass(frozen=True, slots=True)
class Located:
    """Where a target is: what to put in front of `sys.path`, which modules to import, what to take of them.

    There is more than one module only for a folder that is no package.  `package` is set for a module that is searched
    by itself as a part of a package: nothing below the module is imported, and what the package offers still counts.
    """

    path_entries: tuple[str, ...]
    modules: tuple[str, ...]
    qualname: str | None = None
    package: str = ""

    @property
    def module(self) -> str:
        """The first module, for messages."""
        return self.modules[0]
