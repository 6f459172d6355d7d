"""Callables to `Routine`s: functions, constructors, methods, properties, operators; `select` by pattern."""

from __future__ import annotations

import ast
import enum
import fnmatch
import functools
import inspect
import re
import sys
import types
import typing
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from refute.discover.annotations import Annotations, or_none
from refute.discover.contracts import (
    FIELDS,
    contract_of,
    differs,
    library_invariants,
    probe_of,
    promise_of,
    strange_spec,
)
from refute.discover.modules import Member
from refute.discover.specs import (
    INVARIANT_NAMES,
    answers,
    documented_raises,
    invariant_name,
    is_spec,
    is_spec_beside,
    misshapen,
    raises_of_constructor,
)
from refute.discover.writable_fields import misnamed, writable_fields
from refute.look.objects import is_protocol
from refute.model.contract import NO_CONTRACT, Contract, Promise
from refute.model.errors import UsageError
from refute.model.literals import source_of
from refute.model.sequence import PROBE
from refute.model.subject import Input, Routine, class_name, definer
from refute.model.syntax import OPERATORS
from refute.model.typeform import ANY, NONE, TypeForm

# Dunder methods without a syntax of their own that are worth calling.
_AS_METHODS = frozenset({"__enter__", "__exit__", "__aenter__", "__aexit__"})
_EXITS = frozenset({"__exit__", "__aexit__"})
# What the laws call anyway, unless the class spells it out.
_EQUALITIES = frozenset({"__eq__", "__ne__"})
_ITERATIONS = frozenset({"__iter__", "__reversed__"})
_FIXED_OUTPUT = {
    "__len__": TypeForm("int"),
    "__contains__": TypeForm("bool"),
    "__setitem__": NONE,
    "__delitem__": NONE,
}

Parameters = list[inspect.Parameter]
# Much that is made in C has no signature: how many arguments it takes must be found out by trying.
_UNKNOWN: Parameters = [inspect.Parameter("args", inspect.Parameter.VAR_POSITIONAL)]


@dataclass(slots=True)
class Signatures:
    """Reads members of the subject; collects what it learns on the way.

    `subject` holds the names of the modules whose classes pass their methods on to subclasses.
    """

    subject: frozenset[str]
    private: bool = False
    invariant_names: tuple[str, ...] = INVARIANT_NAMES
    annotations: Annotations = field(default_factory=Annotations)
    # Targets that the user names: wanted even if private or inherited from elsewhere.
    asked: frozenset[str] = frozenset()
    probing: bool = True
    invariants: dict[str, str] = field(default_factory=dict)
    answering: set[str] = field(default_factory=set)
    contracts: dict[str, Contract] = field(default_factory=dict)
    promises: dict[str, Promise] = field(default_factory=dict)
    probes: set[str] = field(default_factory=set)
    faulty: dict[str, str] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)
    # Targets of methods that come from a base class in the same package but outside the subject.
    borrowed: set[str] = field(default_factory=set)

    def routines(self, member: Member) -> list[Routine]:
        """Return all routines of a function or class."""
        if isinstance(member.value, type):
            try:
                return list(self._of_class(member.value, member.target))
            except Exception as raised:  # of the class's own: a metaclass that answers no question
                self.skipped[member.target] = f"to look at it raises {type(raised).__name__}"
                return []
        home = sys.modules.get(getattr(member.value, "__module__", None) or "")
        home = home if isinstance(home, types.ModuleType) else None
        if home is not None and is_spec_beside(home, getattr(member.value, "__name__", "")):
            self._complain_of(home, member.value.__name__)
            return []
        return list(_known(self._function(member.value, member.target, member.value, home)))

    def _complain_of(self, home: types.ModuleType, name: str) -> None:
        wrong = strange_spec(home, name.removesuffix("_spec"))
        if wrong:
            self.faulty[name] = f"{name} {wrong}  [spec-calls]"

    # ------------------------------------------------------------ classes

    def constructor(self, cls: type, target: str) -> Routine | None:
        """Return the routine that makes an instance, or None where a class is not to be instantiated."""
        if issubclass(cls, enum.Enum):
            return None  # its members are values, so that nothing is left out
        reason = _not_instantiated(cls)
        if reason:
            self.skipped[target] = reason
            return None
        maker = _maker(cls)
        parameters = self._parameters(cls, target)
        if parameters is None:
            return None
        inputs = self._inputs(parameters, cls, maker)
        contract = self._contract(None, maker, target)
        told = raises_of_constructor(cls, getattr(maker, "__doc__", None))
        raises = told | _names(contract)
        output = self.annotations.of_class(cls)
        return Routine(target, "new", inputs, output, "", class_name(cls), raises)

    def _of_class(self, cls: type, target: str) -> Iterator[Routine]:
        if typing.is_typeddict(cls) or is_protocol(cls):
            self.skipped[target] = "a class for type checkers"
            return
        self.annotations.of_class(cls)
        yield from _known(self.constructor(cls, target))
        predicate = invariant_name(cls, self.invariant_names)
        if predicate is not None and self._is_ours(definer(cls, predicate), cls):
            self.invariants[class_name(cls)] = predicate
            if answers(getattr(cls, predicate)):
                self.answering.add(class_name(cls))
        for name, wrong in misshapen(cls, self.invariant_names):
            if self._is_ours(definer(cls, name), cls):
                shown = f"{cls.__qualname__}.{name}"
                self.faulty[shown] = f"{shown} {wrong}"
        if FIELDS in vars(cls) and (wrong := misnamed(cls)):
            shown = f"{cls.__qualname__}.{FIELDS}"
            self.faulty[shown] = f"{shown} {wrong}  [spec-fields]"
        promise = promise_of(cls)
        if promise is not None:
            self.promises[class_name(cls)] = promise
        yield from self._fields(cls, target)
        for name, value in self._attributes(cls, target).items():
            place = f"{target}.{name}"
            if isinstance(value, type):
                if value.__qualname__ == f"{cls.__qualname__}.{name}":
                    yield from self._of_class(value, place)
            else:
                yield from _known(self._guarded(cls, name, value, place))

    def _fields(self, cls: type, target: str) -> Iterator[Routine]:
        """Yield the writing and reading of public attributes, where the class promises something about its objects."""
        owner = class_name(cls)
        promises = owner in self.invariants or owner in self.promises
        promises = promises or bool(library_invariants(cls))
        receiver = self._receiver(cls)
        for name, form in writable_fields(
            cls, lambda one: self._field_form(one, cls), promises
        ).items():
            value = Input("value", form, annotated=form != ANY)
            yield Routine(f"{target}.{name}", "field", (receiver,), form, owner=owner)
            yield Routine(f"{target}.{name}=", "set", (receiver, value), NONE, owner=owner)

    def _field_form(self, annotation: object, cls: type) -> TypeForm | None:
        return self.annotations.form(annotation, cls, getattr(cls, "__init__", None))

    def _attributes(self, cls: type, target: str) -> dict[str, Any]:
        """Return what the class has from itself and from bases in the subject, and what was asked for."""
        found: dict[str, Any] = {}
        seen: set[str] = set()
        for base in cls.__mro__:
            names = [name for name in vars(base) if name not in seen]
            seen.update(names)
            if not self._is_ours(base, cls):
                continue
            wanted = [name for name in names if self._is_wanted(cls, name)]
            found.update((name, vars(base)[name]) for name in wanted)
            if base is not cls and base.__module__ not in self.subject:
                self.borrowed.update(f"{target}.{name}" for name in wanted)
        for asked in self.asked:
            name = asked.removeprefix(f"{target}.")
            if name != asked and name.isidentifier():
                found.setdefault(name, inspect.getattr_static(cls, name, None))
        return found

    def _is_ours(self, base: type | None, cls: type) -> bool:
        """Whether a base class passes its methods on: one of the same package is part of what the class offers."""
        if base is None or base is object:
            return False
        top = base.__module__.partition(".")[0]
        return (
            base is cls
            or base.__module__ in self.subject
            or (top == cls.__module__.partition(".")[0] and top != "builtins")
        )

    def _is_wanted(self, cls: type, name: str) -> bool:
        if PROBE.fullmatch(name):
            return self.probing
        if is_spec(cls, name, self.invariant_names):
            return False
        if name.startswith("__") and name.endswith("__"):
            return name in OPERATORS or name in _AS_METHODS
        return self.private or not name.startswith("_")

    def _guarded(self, cls: type, name: str, value: Any, target: str) -> Routine | None:
        try:
            return self._attribute(cls, name, value, target)
        except Exception as wrong:  # descriptors and metaclasses can raise anything
            self.skipped[target] = f"looking at it raised {type(wrong).__name__}: {wrong}"
            return None

    def _attribute(self, cls: type, name: str, value: Any, target: str) -> Routine | None:
        if isinstance(value, staticmethod | classmethod):
            return self._function(getattr(cls, name), target, value.__func__, cls)
        if isinstance(value, types.ClassMethodDescriptorType | types.BuiltinFunctionType):
            return self._function(getattr(cls, name), target, value, cls)
        if isinstance(value, property):
            return self._property(cls, value.fget, target)
        if type(value).__name__ == "cached_property":
            return self._property(cls, getattr(value, "func", None), target)
        if isinstance(value, types.GetSetDescriptorType):
            return self._property(cls, None, target)
        if name in OPERATORS:
            return self._operator(cls, name, value, target)
        if not _is_method(value):
            return None
        return self._method(cls, name, value, target)

    def _property(self, cls: type, getter: Any, target: str) -> Routine:
        output = self._output(getter, cls)
        owner = class_name(cls)
        contract = self._contract(cls, getter, target)
        stand_in = self._stand_in(cls, getter, target, contract)
        raises = documented_raises(getattr(getter, "__doc__", None)) | _names(contract)
        then = "await" if inspect.iscoroutinefunction(getter) else ""
        inputs = (self._receiver(cls),)
        return Routine(target, "get", inputs, output, then, owner, raises, stand_in)

    def _method(self, cls: type, name: str, value: Any, target: str) -> Routine | None:
        method = getattr(cls, name, value)
        if name in _EXITS:
            inputs = tuple(
                Input(one, NONE, annotated=True, default="None")
                for one in ("exc_type", "exc_value", "traceback")
            )
        else:
            parameters = self._parameters(method, target)
            if parameters is None:
                return None
            inputs = self._inputs(_without_receiver(parameters), cls, value)
        then, output = self._result(value, cls)
        contract = self._contract(cls, value, target)
        stand_in = None
        if PROBE.fullmatch(name):
            self.probes.add(target)
        else:
            stand_in = self._stand_in(cls, method, target, contract)
        raises = documented_raises(inspect.getdoc(method)) | _names(contract)
        inputs = (self._receiver(cls), *inputs)
        return Routine(target, "method", inputs, output, then, class_name(cls), raises, stand_in)

    def _contract(
        self, owner: type | types.ModuleType | None, function: Any, target: str
    ) -> Contract:
        """Return what is written about a function, and keep it in mind."""
        name = target.rpartition(".")[2]
        if isinstance(owner, type) and PROBE.fullmatch(name):
            contract = Contract(spec=probe_of(function))
        else:
            contract = contract_of(owner, function)
        if contract is not NO_CONTRACT:
            self.contracts[target] = contract
        return contract

    def _stand_in(
        self, owner: type | types.ModuleType, method: Any, target: str, contract: Contract
    ) -> str | None:
        """Return what is to be called in place of a method or function, where the two can be called alike."""
        spec = contract.spec
        if spec is None:
            return None
        if isinstance(owner, types.ModuleType):
            shown, instead = spec.name, f"{owner.__name__}:{spec.name}"
        else:
            shown = f"{owner.__qualname__}.{spec.name}"
            instead = f"{target.rpartition('.')[0]}.{spec.name}"
        wrong = differs(owner, spec, method)
        if not wrong:
            return instead
        self.faulty[shown] = f"{shown} {wrong}  [spec-parameters]"
        return None

    def _operator(self, cls: type, name: str, value: Any, target: str) -> Routine | None:
        if not callable(value) or (name in _EQUALITIES and _is_written_by_machine(value)):
            return None
        parameters = self._parameters(getattr(cls, name, value), target)
        if parameters is None:
            return None
        inputs = self._inputs(_without_receiver(parameters), cls, value)
        if name != "__call__":
            places = len(set(re.findall(r"{(\d)}", OPERATORS[name]))) - 1
            fitted = _fitted(inputs, places)
            if fitted is None:
                self.skipped[target] = f"its signature is not that of {name}"
                return None
            inputs = fitted
        then, output = self._result(value, cls)
        if name in _ITERATIONS:
            then, output = "", _as_list(self._output(value, cls))
        output = _FIXED_OUTPUT.get(name, output)
        raises = documented_raises(getattr(value, "__doc__", None))
        inputs = (self._receiver(cls), *inputs)
        return Routine(target, "operator", inputs, output, then, class_name(cls), raises)

    def _receiver(self, cls: type) -> Input:
        return Input("self", self.annotations.of_class(cls), annotated=True)

    # ------------------------------------------------------------ functions

    def _function(
        self, function: Any, target: str, written: Any, owner: type | types.ModuleType | None
    ) -> Routine | None:
        cls = owner if isinstance(owner, type) else None
        parameters = self._parameters(function, target)
        if parameters is None:
            return None
        inputs = self._inputs(parameters, cls, written)
        then, output = self._result(written, cls)
        contract = self._contract(owner, function, target)
        stand_in = None if owner is None else self._stand_in(owner, function, target, contract)
        raises = documented_raises(_docstring(function)) | _names(contract)
        home = None if cls is None else class_name(cls)
        return Routine(target, "function", inputs, output, then, home, raises, stand_in)

    def _parameters(self, function: Any, target: str) -> Parameters | None:
        try:
            return list(inspect.signature(function).parameters.values())
        except (ValueError, TypeError) as wrong:
            described = described_parameters(function)
            if described is not None:
                return described
            if inspect.isbuiltin(function) or inspect.ismethoddescriptor(function):
                return _UNKNOWN
            if isinstance(function, type) and not inspect.isfunction(_maker(function)):
                return _UNKNOWN
            self.skipped[target] = f"it has no signature that can be read: {wrong}"
        except Exception as wrong:  # __signature__ and __wrapped__ can be anything
            self.skipped[target] = f"reading its signature raised {type(wrong).__name__}: {wrong}"
        return None

    def _inputs(
        self, parameters: Iterable[inspect.Parameter], cls: type | None, function: Any
    ) -> tuple[Input, ...]:
        return tuple(self._input(one, cls, function) for one in parameters)

    def _input(self, parameter: inspect.Parameter, cls: type | None, function: Any) -> Input:
        form = self.annotations.form(parameter.annotation, cls, function)
        annotated = form is not None
        has_default = parameter.default is not parameter.empty
        form = or_none(form, parameter.default) if form is not None and has_default else form
        way = _WAYS[parameter.kind]
        known = has_default and parameter.default is not None
        default = source_of(parameter.default) if known else None
        return Input(
            name=parameter.name,
            form=form or ANY,
            way=way,
            required=not has_default and way in ("positional", "keyword"),
            annotated=annotated,
            default=default,
            sentinel=known and default is None and not callable(parameter.default),
            nameless=parameter.kind is parameter.POSITIONAL_ONLY,
            anything=_is_object(parameter.annotation),
        )

    def _output(self, function: Any, cls: type | None) -> TypeForm:
        written = _unwrapped(function)
        annotation = getattr(written, "__annotations__", {}).get("return", inspect.Parameter.empty)
        return self.annotations.form(annotation, cls, written) or ANY

    def _result(self, function: Any, cls: type | None) -> tuple[str, TypeForm]:
        """Return what is done with the result at once, and what comes of it."""
        output = self._output(function, cls)
        written, then = _unwrapped(function), what_then(function)
        if then:
            return then, output if then == "await" else _as_list(output)
        if inspect.isgeneratorfunction(written) or inspect.isasyncgenfunction(written):
            return "", ANY  # @contextmanager: annotated as an iterator, returns something else
        return "", output


def _names(contract: Contract) -> frozenset[str]:
    return frozenset(error.__name__ for error in contract.raises)


_WAYS = {
    inspect.Parameter.POSITIONAL_ONLY: "positional",
    inspect.Parameter.POSITIONAL_OR_KEYWORD: "positional",
    inspect.Parameter.KEYWORD_ONLY: "keyword",
    inspect.Parameter.VAR_POSITIONAL: "rest",
    inspect.Parameter.VAR_KEYWORD: "rest-keywords",
}


# "deque([iterable[, maxlen]]) --> deque object": what C code says where it has no signature.
_DESCRIPTION = re.compile(r"\s*(?:\w+\.)*(\w+)\(([^()]*(?:\([^()]*\)[^()]*)*)\)")


def described_parameters(function: Any) -> Parameters | None:
    """Return the parameters as the first line of the documentation lists them; what is in brackets is optional.

    >>> import datetime
    >>> [p.name for p in described_parameters(datetime.date)]
    ['year', 'month', 'day']
    """
    name = getattr(function, "__name__", "")
    text = getattr(function, "__text_signature__", None) or getattr(function, "__doc__", None)
    if not isinstance(text, str):
        return None
    found = _DESCRIPTION.match(f"{name}{text}" if text.startswith("(") else text)
    if found is None or found[1] != name:
        return None
    method = inspect.ismethoddescriptor(function)
    receiver = [inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)] if method else []
    return [*receiver, *_listed_parameters(found[2])]


def _listed_parameters(text: str) -> Iterator[inspect.Parameter]:
    """Yield the parameters up to the first that cannot be understood; later ones are optional anyway."""
    optional = False
    for part in re.split(r",|(?=\[)", text):
        optional = optional or part.strip().startswith("[")
        name, equals, default = part.strip(" []\n").partition("=")
        if name in ("", "/", "$self", "self"):
            continue
        if not name.isidentifier():
            return
        optional = optional or bool(equals)
        yield inspect.Parameter(
            name,
            inspect.Parameter.POSITIONAL_ONLY,
            default=_default(default) if optional else inspect.Parameter.empty,
        )


def _default(text: str) -> object:
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return None


def _known(routine: Routine | None) -> Iterator[Routine]:
    if routine is not None:
        yield routine


def _not_instantiated(cls: type) -> str | None:
    """Return why a class has no constructor that we call, or None if it has one."""
    if inspect.isabstract(cls):
        return "an abstract class: only its subclasses have instances"
    if cls.__name__.lower().endswith("mixin"):
        return "a mixin by its name: only classes that mix it in have instances"
    if cls.__name__.startswith("Abstract"):
        return "abstract by its name: only its subclasses have instances"
    if issubclass(cls, BaseException) and not _has_own_init(cls):
        return "an exception without a constructor of its own"
    return None


def _has_own_init(cls: type) -> bool:
    return any(
        name in vars(base)
        for base in cls.__mro__
        if base.__module__ != "builtins"
        for name in ("__init__", "__new__")
    )


def _maker(cls: type) -> Any:
    """Return the function whose annotations a constructor call obeys."""
    for base in cls.__mro__:
        for name in ("__init__", "__new__"):
            if name in vars(base) and base is not object:
                made = vars(base)[name]
                return made.__func__ if isinstance(made, staticmethod) else made
    return None


def _is_object(annotation: Any) -> bool:
    return annotation is object or (isinstance(annotation, str) and annotation == "object")


def _is_method(value: Any) -> bool:
    # A descriptor that cannot be called is a property, if not by that name: to look at it is to run it.
    if inspect.isroutine(value) and callable(value):
        return True
    wrappers = (functools.partialmethod, functools.singledispatchmethod)
    return isinstance(value, wrappers) or (callable(value) and hasattr(value, "__wrapped__"))


def _is_written_by_machine(function: Any) -> bool:
    """Whether a decorator made the function out of text, as dataclasses and attrs do."""
    code = getattr(function, "__code__", None)
    return code is not None and code.co_filename.startswith("<")


def _without_receiver(parameters: Parameters) -> Parameters:
    takes_rest = parameters and parameters[0].kind is inspect.Parameter.VAR_POSITIONAL
    return parameters if takes_rest else parameters[1:]


def _fitted(inputs: tuple[Input, ...], places: int) -> tuple[Input, ...] | None:
    """Return as many inputs as the operator has operands; None if the method cannot take just those."""
    positional = [one for one in inputs if one.way == "positional"]
    if any(one.required for one in inputs if one.way == "keyword"):
        return None
    rest = [one for one in inputs if one.way == "rest"]
    while rest and len(positional) < places:
        positional.append(rest[0])
    if len(positional) < places or any(one.required for one in positional[places:]):
        return None
    return tuple(
        Input(one.name, one.form, "positional", True, one.annotated, one.default, True)
        for one in positional[:places]
    )


def _as_list(form: TypeForm) -> TypeForm:
    """Return the form of the items taken from an iterator of this form."""
    return TypeForm("list", form.args[:1]) if form.args else TypeForm("list")


def what_then(function: Any) -> str:
    """Return what is to be done with the result of a call at once, so that the body runs: as `Call.then` says it."""
    outer = function.__func__ if hasattr(function, "__func__") else function
    if inspect.isasyncgenfunction(outer):
        return "async-items"
    if inspect.isgeneratorfunction(outer):
        return "items"
    waits = inspect.iscoroutinefunction(outer) or inspect.iscoroutinefunction(_unwrapped(function))
    return "await" if waits else ""


def _unwrapped(function: Any) -> Any:
    if isinstance(function, functools.partial | functools.partialmethod):
        return _unwrapped(function.func)
    try:
        return inspect.unwrap(getattr(function, "__func__", function))
    except ValueError:  # a circle of wrappers
        return function


def _docstring(function: Any) -> str | None:
    text = getattr(_unwrapped(function), "__doc__", None)
    return text if isinstance(text, str) else None


# ---------------------------------------------------------------- -k and --exclude


def select(
    routines: Iterable[Routine], keep: Iterable[str] = (), exclude: Iterable[str] = ()
) -> list[Routine]:
    """Return the routines that match one of `keep` (all, if there is none) and none of `exclude`.

    A pattern is as pytest's -k: words (parts of the name, or with * and ?) joined by and, or, not; several
    patterns, or one with commas, mean any of them.
    """
    kept = [matcher(text) for text in _split(keep)]
    dropped = [matcher(text) for text in _split(exclude)]
    return [
        one
        for one in routines
        if (not kept or any(matches(one.target) for matches in kept))
        and not any(matches(one.target) for matches in dropped)
    ]


def _split(patterns: Iterable[str]) -> Iterator[str]:
    for pattern in patterns:
        yield from filter(None, (part.strip() for part in pattern.split(",")))


def matcher(pattern: str) -> Callable[[str], bool]:
    """Return whether a name matches the pattern, as a function; UsageError for a pattern that cannot be read.

    >>> matcher("cart and not add")("shop.cart:Cart.pop")
    True
    """
    tokens = re.findall(r"[()]|[^\s()]+", pattern)
    found, rest = _any(tokens, pattern)
    if rest:
        raise _bad_pattern(pattern, f"unexpected {rest[0]!r}")
    return found


_Parsed = tuple[Callable[[str], bool], list[str]]


def _any(tokens: list[str], pattern: str) -> _Parsed:
    left, tokens = _all(tokens, pattern)
    while tokens and tokens[0].lower() == "or":
        right, tokens = _all(tokens[1:], pattern)
        left = functools.partial(_either, left, right)
    return left, tokens


def _all(tokens: list[str], pattern: str) -> _Parsed:
    left, tokens = _not(tokens, pattern)
    while tokens and tokens[0].lower() == "and":
        right, tokens = _not(tokens[1:], pattern)
        left = functools.partial(_both, left, right)
    return left, tokens


def _not(tokens: list[str], pattern: str) -> _Parsed:
    if not tokens:
        raise _bad_pattern(pattern, "something is missing at its end")
    first, rest = tokens[0], tokens[1:]
    if first.lower() == "not":
        inner, rest = _not(rest, pattern)
        return functools.partial(_neither, inner), rest
    if first == "(":
        inner, rest = _any(rest, pattern)
        if not rest or rest[0] != ")":
            raise _bad_pattern(pattern, "a parenthesis is not closed")
        return inner, rest[1:]
    if first == ")" or first.lower() in ("and", "or"):
        raise _bad_pattern(pattern, f"unexpected {first!r}")
    return functools.partial(_word, first.lower()), rest


def _either(left: Callable[[str], bool], right: Callable[[str], bool], name: str) -> bool:
    return left(name) or right(name)


def _both(left: Callable[[str], bool], right: Callable[[str], bool], name: str) -> bool:
    return left(name) and right(name)


def _neither(inner: Callable[[str], bool], name: str) -> bool:
    return not inner(name)


def _word(word: str, name: str) -> bool:
    name = name.lower()
    inside = name.partition(":")[2]
    return word in name or fnmatch.fnmatchcase(name, word) or fnmatch.fnmatchcase(inside, word)


def _bad_pattern(pattern: str, why: str) -> UsageError:
    return UsageError(f"cannot read the pattern {pattern!r}: {why}.", "bad-pattern")
