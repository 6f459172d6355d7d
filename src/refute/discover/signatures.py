"""Callables to `Routine`s: functions, constructors, methods, properties, operators; `select` by pattern."""

from __future__ import annotations

import enum
import inspect
import re
import sys
import types
import typing
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from refute.discover.annotations import Annotations
from refute.discover.callables import (
    docstring_of,
    is_generated,
    is_method,
    unwrapped,
    what_then,
    why_not_instantiated,
)
from refute.discover.constraints import validated
from refute.discover.contract_libraries import library_invariants
from refute.discover.contracts import (
    FIELDS,
    contract_of,
    differs,
    probe_of,
    promise_of,
    strange_spec,
)
from refute.discover.docstrings import documented_raises, raises_of_constructor
from refute.discover.keyword_names import keyword_parameters
from refute.discover.parameters import (
    Parameters,
    fitted,
    input_of,
    maker_of,
    parameters_of,
    without_receiver,
)
from refute.discover.public_members import Member
from refute.discover.readable_fields import readable_fields
from refute.discover.specs import (
    INVARIANT_NAMES,
    answers,
    invariant_name,
    is_spec,
    is_spec_beside,
    misshapen,
)
from refute.discover.writable_fields import misnamed, writable_fields
from refute.look.homes import home_of
from refute.look.objects import is_protocol
from refute.model.contract import NO_CONTRACT, Contract, Promise
from refute.model.sequence import PROBE
from refute.model.subject import Input, Routine, class_name, definer
from refute.model.syntax import ASKED_BY_LAWS, OPERATORS, REFLECTED
from refute.model.typeform import ANY, BOOL, INT, NONE, STR, TypeForm, members, union

# Dunder methods without a syntax of their own that are worth calling.
_AS_METHODS = frozenset({"__enter__", "__exit__", "__aenter__", "__aexit__", "__replace__"})
_EXITS = frozenset({"__exit__", "__aexit__"})
# What the laws ask anyway, unless the class spells it out.
_BY_DECORATORS = frozenset({"__eq__", "__ne__", *ASKED_BY_LAWS})
_ITERATIONS = frozenset({"__iter__", "__reversed__"})
_FIXED_OUTPUT = {
    "__len__": INT,
    "__hash__": INT,
    "__repr__": STR,
    "__str__": STR,
    "__bool__": BOOL,
    "__contains__": BOOL,
    "__setitem__": NONE,
    "__delitem__": NONE,
}


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
    for_suite: bool = False
    invariants: dict[str, str] = field(default_factory=dict)
    answering: set[str] = field(default_factory=set)
    contracts: dict[str, Contract] = field(default_factory=dict)
    promises: dict[str, Promise] = field(default_factory=dict)
    probes: set[str] = field(default_factory=set)
    faulty: dict[str, str] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)
    # Targets of methods that come from a base class in the same package but outside the subject.
    borrowed: set[str] = field(default_factory=set)

    def quiet(self) -> Signatures:
        """Return a reader that learns the same, but does not tell what it leaves out."""
        return replace(self, skipped={}, faulty={}, borrowed=set())

    def routines(self, member: Member) -> list[Routine]:
        """Return all routines of a function or class."""
        if isinstance(member.value, type):
            try:
                return list(self._of_class(member.value, member.target))
            except Exception as raised:  # of the class's own: a metaclass that answers no question
                self.skipped[member.target] = f"to look at it raises {type(raised).__name__}"
                return []
        home = sys.modules.get(home_of(member.value))
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
        reason = why_not_instantiated(cls)
        if reason:
            self.skipped[target] = reason
            return None
        maker = maker_of(cls)
        parameters = self._parameters(cls, target)
        if parameters is None:
            return None
        inputs = validated(cls, self._inputs(parameters, cls, maker))
        contract = self._contract(None, maker, target)
        told = raises_of_constructor(cls, getattr(maker, "__doc__", None))
        raises = told | _names(contract)
        output = self.annotations.of_class(cls)
        return Routine(target, "new", inputs, output, "", class_name(cls), raises)

    def inputs_of_constructor(self, cls: type, target: str) -> tuple[Input, ...] | None:
        """Return what the constructor of a class takes, be the class abstract; None where that cannot be told."""
        parameters = self._parameters(cls, target)
        return None if parameters is None else self._inputs(parameters, cls, maker_of(cls))

    def _of_class(self, cls: type, target: str) -> Iterator[Routine]:
        if typing.is_typeddict(cls) or is_protocol(cls):
            self.skipped[target] = "a protocol: only objects of other classes satisfy it"
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
        """Yield the reading of public attributes; of classes that promise something about their objects also the writing."""
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
        # Who changes a part of an object from outside breaks its promises himself.
        for name, form in ({} if promises else readable_fields(cls, self.annotations)).items():
            yield Routine(f"{target}.{name}", "field", (receiver,), form, owner=owner)

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
            if base is not cls and home_of(base) not in self.subject:
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
        home = home_of(base)
        top = home.partition(".")[0]
        return (
            base is cls
            or home in self.subject
            or (top == cls.__module__.partition(".")[0] and top != "builtins")
        )

    def _is_wanted(self, cls: type, name: str) -> bool:
        if PROBE.fullmatch(name):
            return self.probing
        if is_spec(cls, name, self.invariant_names):
            return self.for_suite and name == self.invariants.get(class_name(cls))
        if name.startswith("__") and name.endswith("__"):
            is_syntax = name in OPERATORS and (self.for_suite or name not in ASKED_BY_LAWS)
            return is_syntax or name in _AS_METHODS
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
        is_inserted = name == "__replace__" and getattr(value, "__module__", "") != cls.__module__
        if not is_method(value) or is_inserted:  # from 3.13 on dataclasses have one
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
            inputs = self._inputs(without_receiver(parameters), cls, value)
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
        if not callable(value) or (name in _BY_DECORATORS and is_generated(unwrapped(value))):
            return None
        if name in ASKED_BY_LAWS:
            output = _FIXED_OUTPUT.get(name) or self.annotations.of_class(cls)
            return Routine(target, "operator", (self._receiver(cls),), output, "", class_name(cls))
        parameters = self._parameters(getattr(cls, name, value), target)
        if parameters is None:
            return None
        inputs = self._inputs(without_receiver(parameters), cls, value)
        if name != "__call__":
            places = len(set(re.findall(r"{(\d)}", OPERATORS[name]))) - 1
            operands = fitted(inputs, places)
            if operands is None:
                self.skipped[target] = f"its signature is not that of {name}"
                return None
            inputs = operands
        if name in REFLECTED:
            inputs = tuple([replace(one, form=self._but(one.form, cls)) for one in inputs])
        then, output = self._result(value, cls)
        if name in _ITERATIONS:
            then, output = "", list_of_items(self._output(value, cls))
        output = _FIXED_OUTPUT.get(name, output)
        raises = documented_raises(getattr(value, "__doc__", None))
        inputs = (self._receiver(cls), *inputs)
        return Routine(target, "operator", inputs, output, then, class_name(cls), raises)

    def _but(self, form: TypeForm, cls: type) -> TypeForm:
        """Return a form without the class itself, where it has others: an object of it on the left answers itself."""
        others = [one for one in members(form) if one != self.annotations.of_class(cls)]
        return union(*others) if others else form

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
        raises = documented_raises(docstring_of(function)) | _names(contract)
        home = None if cls is None else class_name(cls)
        return Routine(target, "function", inputs, output, then, home, raises, stand_in)

    def _parameters(self, function: Any, target: str) -> Parameters | None:
        found = parameters_of(function)
        if isinstance(found, str):
            self.skipped[target] = found
            return None
        return found

    def _inputs(
        self, parameters: Iterable[inspect.Parameter], cls: type | None, function: Any
    ) -> tuple[Input, ...]:
        return tuple(
            input_of(one, self.annotations.form(one.annotation, cls, function))
            for one in keyword_parameters(parameters, function, cls)
        )

    def _output(self, function: Any, cls: type | None) -> TypeForm:
        written = unwrapped(function)
        annotation = getattr(written, "__annotations__", {}).get("return", inspect.Parameter.empty)
        return self.annotations.form(annotation, cls, written) or ANY

    def _result(self, function: Any, cls: type | None) -> tuple[str, TypeForm]:
        """Return what is done with the result at once, and what comes of it."""
        output = self._output(function, cls)
        written, then = unwrapped(function), what_then(function)
        if then:
            return then, output if then == "await" else list_of_items(output)
        if inspect.isgeneratorfunction(written) or inspect.isasyncgenfunction(written):
            return "", ANY  # @contextmanager: annotated as an iterator, returns something else
        return "", output


def _names(contract: Contract) -> frozenset[str]:
    return frozenset(error.__name__ for error in contract.raises)


def _known(routine: Routine | None) -> Iterator[Routine]:
    if routine is not None:
        yield routine


def list_of_items(form: TypeForm) -> TypeForm:
    """Return the form of the items taken from an iterator of this form."""
    return TypeForm("list", form.args[:1]) if form.args else TypeForm("list")
