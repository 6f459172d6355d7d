"""Classes that others derive from, and what subclasses override: `extendable_classes`.

Klein, Flatt and Findler (2010), 5.1.  Abstract classes and protocols are there to be derived from.  Of any other class a
subclass may override what its own methods call through `self`, and what is named as a hook is.
"""

from __future__ import annotations

import ast
import dis
import enum
import inspect
import re
import types
import typing
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from refute.discover.callables import what_then
from refute.discover.called_parameters import CalledParameters
from refute.discover.parameters import input_of
from refute.discover.signatures import Signatures
from refute.discover.used_results import UsedResults
from refute.look.homes import home_of
from refute.look.made_classes import written_subclasses
from refute.look.objects import is_protocol
from refute.look.written_code import is_left_open
from refute.model.literals import source_of
from refute.model.subject import Extendable, Input, Overridable, Routine, class_name
from refute.model.typeform import ANY, NONE, TypeForm
from refute.model.wrapped_results import inside, way_to_give

_HOOK = re.compile(r"(?:on|before|after|handle|visit|did|will|pre|post)_\w+")
# Of one class so many methods are overridden at most.
_MOST_METHODS = 8


def extendable_classes(
    reader: Signatures, modules: Iterable[str], called: CalledParameters
) -> dict[str, Extendable]:
    """Return by form name the classes of these modules that subclasses are made of."""
    own = frozenset(modules)
    found: dict[str, Extendable] = {}
    for name, cls in list(reader.annotations.classes.items()):
        if home_of(cls) in own and not cls.__name__.startswith("_"):
            try:
                one = _extendable(name, cls, reader, called.results)
            except Exception as raised:  # of the class's own
                why = f"to look at it raises {type(raised).__name__}"
                reader.skipped.setdefault(f"{name} as a base", why)
                continue
            if one is not None:
                constructor = called.read_into(one.constructor)
                found[name] = replace(one, constructor=constructor)
    return found


def _extendable(name: str, cls: type, reader: Signatures, used: UsedResults) -> Extendable | None:
    if issubclass(cls, enum.Enum | BaseException) or typing.is_typeddict(cls):
        return None
    methods = list(_methods(cls, reader, used))[:_MOST_METHODS]
    constructor = _constructor(name, cls, reader) if methods else None
    missing = sorted({*_abstract(cls)} - {one.name for one in methods})
    if missing or (methods and (constructor is None or not _can_be_base(cls))):
        reader.skipped.setdefault(f"{name} as a base", _why_not(cls, missing))
        return None
    return Extendable(name, constructor, tuple(methods)) if constructor is not None else None


def _can_be_base(cls: type) -> bool:
    return not getattr(cls, "__final__", False) and bool(cls.__flags__ & _CAN_BE_BASE)


def _why_not(cls: type, missing: list[str]) -> str:
    if not _can_be_base(cls):
        return "it is final"
    if missing:
        return f"no body can be made for {', '.join(missing)}"
    return "it is not known what its constructor takes"


_CAN_BE_BASE = 1 << 10  # Py_TPFLAGS_BASETYPE


def _abstract(cls: type) -> list[str]:
    """Return what a subclass must have: methods, properties, and what a protocol says that it holds."""
    if not is_protocol(cls):
        return sorted(getattr(cls, "__abstractmethods__", ()))
    protocols = [base for base in cls.__mro__ if is_protocol(base) and base.__module__ != "typing"]
    asked = {
        name
        for base in protocols
        for name, value in vars(base).items()
        if isinstance(value, types.FunctionType | property)
    }
    held = {name for base in protocols for name in _held_by(base)}
    # Of other protocols with double underscores builtin values are passed.
    return sorted(name for name in asked | held if not _is_private(name))


def _held_by(cls: type) -> dict[str, Any]:
    """Return the annotated attributes of a class that have no value, with their annotations."""
    annotations = vars(cls).get("__annotations__", {})
    return {name: one for name, one in annotations.items() if name not in vars(cls)}


def _methods(cls: type, reader: Signatures, used: UsedResults) -> Iterator[Overridable]:
    """Yield what a subclass must override, then what it may."""
    required = _abstract(cls)
    for name in (*required, *_hooks(cls)):
        member = inspect.getattr_static(cls, name, None)
        if name in required and not isinstance(member, types.FunctionType):
            held = _held(name, member, cls, reader)
            if held is not None:
                yield held
        elif isinstance(member, types.FunctionType) and not getattr(member, "__final__", False):
            method = _method(name, member, cls, reader, name in required, used.of(name))
            if method is not None and (method.required or name not in required):
                yield method


def _held(name: str, member: object, cls: type, reader: Signatures) -> Overridable | None:
    """Return how a subclass has a property that it must have, or what a protocol says that it holds."""
    if isinstance(member, property) and isinstance(member.fget, types.FunctionType):
        returns = inspect.signature(member.fget).return_annotation
        output = _form(returns, cls, member.fget, reader)
        # What is written to as well is a plain attribute: a property would need more than one body.
        is_written = member.fset is not None or member.fdel is not None
        return Overridable(name, (), (), output, True, "attribute" if is_written else "property")
    annotations = [_held_by(base)[name] for base in cls.__mro__ if name in _held_by(base)]
    if member is not None or not annotations:
        return None
    output = reader.annotations.form(annotations[0], cls) or ANY
    return Overridable(name, (), (), output, True, "attribute")


def _hooks(cls: type) -> list[str]:
    """Return the public methods that are named as hooks, or that other methods call through `self`."""
    own = [
        name
        for base in cls.__mro__[:-1]
        for name, value in vars(base).items()
        if isinstance(value, types.FunctionType) and not _is_private(name)
    ]
    called = _called_through_self(cls)
    if not _is_meant_to_be_extended(cls, [name for name in own if name in called]):
        called = set()
    specs = {f"{name}_spec" for name in own}
    return [
        name
        for name in dict.fromkeys(own)
        if name not in _abstract(cls)
        and name not in specs
        and (name in called or _HOOK.fullmatch(name))
    ]


_SAYS_SO = re.compile(r"(?i)subclass|overrid|\bextend|\bderiv|\bhooks?\b")


def _is_meant_to_be_extended(cls: type, called: list[str]) -> bool:
    """Return whether a class shows that others derive from it; of any other, who overrides a method breaks it himself.

    By an abstract method or a hook, by its documentation, by a method that only gives a default, by one that is marked as
    final, so that the others are not, or by a class beside it that does so.
    """
    says_so = _SAYS_SO.search(cls.__doc__ or "") is not None
    hooks = any(_HOOK.fullmatch(name) for name in vars(cls))
    defaults = any(_is_default(inspect.getattr_static(cls, name)) for name in called)
    beside = [base for base in cls.__mro__[1:] if base.__module__ == cls.__module__]
    finals = any(getattr(one, "__final__", False) for one in vars(cls).values())
    related = finals or bool(_abstract(cls) or written_subclasses(cls) or beside)
    return related or says_so or hooks or defaults


def _is_default(function: Any) -> bool:
    """Return whether a method gives the same whatever its object is: what a subclass would put something else for."""
    code = function.__code__
    return not code.co_names and not any(
        one.opname.startswith("LOAD_FAST") for one in dis.get_instructions(code)
    )


def _is_private(name: str) -> bool:
    return name.startswith("_") and name != "__call__"


def _called_through_self(cls: type) -> set[str]:
    """Return the names of what methods of a class ask of their own object, other than themselves.

    By the code, not by the source: reading that takes a hundred times as long.
    """
    found: set[str] = set()
    for function in vars(cls).values():
        if isinstance(function, types.FunctionType) and not function.__name__.endswith("_spec"):
            found.update(_asked_of_first(function.__code__) - {function.__name__})
    return found


def _asked_of_first(code: types.CodeType) -> set[str]:
    """Return the attributes that a function reads of its first parameter, itself or in functions within it."""
    first = code.co_varnames[:1]
    found = _asked_of(code, first)
    inside = [code] if first and first[0] in code.co_cellvars else []
    while inside:
        parts = [one for one in inside.pop().co_consts if isinstance(one, types.CodeType)]
        for part in parts:
            found |= _asked_of(part, first)
        inside += parts
    return found


def _asked_of(code: types.CodeType, name: tuple[str, ...]) -> set[str]:
    """Return the attributes that code reads of a variable."""
    found: set[str] = set()
    is_asked = False
    for one in dis.get_instructions(code):
        if is_asked and one.opname in ("LOAD_METHOD", "LOAD_ATTR"):
            found.add(str(one.argval))
        # From 3.13 on two names may be loaded at once.
        names = one.argval if isinstance(one.argval, tuple) else (one.argval,)
        is_asked = one.opname.startswith(("LOAD_FAST", "LOAD_DEREF")) and names[-1:] == name
    return found


def _method(
    name: str, function: Any, cls: type, reader: Signatures, required: bool, used_as: TypeForm
) -> Overridable | None:
    parameters = list(inspect.signature(function).parameters.values())[1:]
    if is_left_open(function.__code__):
        parameters = _with_more(parameters)
    names, then = _declared(parameters, required), what_then(function)
    if names is None:
        return None
    inputs = tuple(
        _taken(p, reader.annotations.form(p.annotation, cls, function)) for p in parameters
    )
    output = _output(function, cls, reader, required, used_as)
    # What makes one of these without `yield` has no other value to give.
    then = then or (way if (way := way_to_give(output)).endswith(("with", "async-items")) else "")
    output = inside(output, then)
    if output == ANY and not required and used_as in (ANY, NONE):
        return None  # what the class makes of another result is not known
    keeps_up = not required and _does_something(function.__code__)
    if keeps_up and (then or not _HOOK.fullmatch(name)):
        return (
            None  # what does the work of the class is no hook, and what waits cannot be waited for
        )
    if keeps_up and any(one.kind in _REST for one in parameters):
        return None  # what is taken all at once cannot be passed on
    return Overridable(name, names, inputs, output, required, then, keeps_up, used_as)


def _with_more(parameters: list[inspect.Parameter]) -> list[inspect.Parameter]:
    """Return the parameters with any others: subclasses may take more than a method that only says that it is left open."""
    kinds = {one.kind for one in parameters}
    more = [
        inspect.Parameter(name, kind)
        for name, kind in (("args", _POSITIONAL), ("kwargs", _KEYWORDS))
        if kind not in kinds
    ]
    return sorted([*parameters, *more], key=lambda one: one.kind)


_POSITIONAL, _KEYWORDS = inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD
# What takes all the rest: how it is declared, and what it gets.
_REST: dict[object, tuple[str, str]] = {
    inspect.Parameter.VAR_POSITIONAL: ("*", "tuple"),
    inspect.Parameter.VAR_KEYWORD: ("**", "dict"),
}


def _declared(parameters: list[inspect.Parameter], required: bool) -> tuple[str, ...] | None:
    """Return parameters as the first line of a method declares them; None where a default cannot be written down."""
    found: list[str] = []
    only_keywords = False
    for one in parameters:
        before = _REST.get(one.kind, ("", ""))[0]
        if one.kind is one.KEYWORD_ONLY and not only_keywords:
            before = "*, "
        only_keywords = only_keywords or one.kind in (one.KEYWORD_ONLY, one.VAR_POSITIONAL)
        default = "" if one.default is one.empty else _written_default(one.default)
        if default is None and not required:
            return None
        default = "=None" if default is None else default  # nothing else gets to see it
        found.append(f"{before}{one.name}{default}")
    return tuple(found)


def _written_default(default: object) -> str | None:
    """Return a default as it is declared; None where that would need a name of the code."""
    source = source_of(default)
    try:
        ast.literal_eval(source or "")
    except (ValueError, SyntaxError):
        return None
    return f"={source}"


def _taken(parameter: inspect.Parameter, form: TypeForm | None) -> Input:
    rest = _REST.get(parameter.kind)
    return input_of(parameter, TypeForm(rest[1]) if rest else form)


def _output(
    function: Any, cls: type, reader: Signatures, required: bool, used_as: TypeForm
) -> TypeForm:
    """Return what a method gives; ANY where nothing says so, as of an abstract one whose results somebody uses."""
    returns = inspect.signature(function).return_annotation
    if returns is not inspect.Signature.empty:
        return NONE if _gives_nothing(function) else _form(returns, cls, function, reader)
    if required:
        return NONE if used_as == NONE and not _SAYS_RETURN.search(function.__doc__ or "") else ANY
    return NONE if _gives_nothing(function) else ANY


_SAYS_RETURN = re.compile(r"(?i)\breturns?\b")
# Not what the interpreter calls in generators.
_CALLS = ("CALL", "CALL_KW", "CALL_FUNCTION_EX")
_CHANGES = (
    *("STORE_ATTR", "STORE_SUBSCR", "STORE_SLICE", "STORE_GLOBAL", "STORE_DEREF"),
    *("DELETE_ATTR", "DELETE_SUBSCR", "DELETE_GLOBAL", "DELETE_DEREF"),
)
# What these do is over with the value that they return.
_ONLY_COMPUTE = frozenset(
    [
        "abs",
        "all",
        "any",
        "bool",
        "dict",
        "float",
        "frozenset",
        "int",
        "isinstance",
        "len",
        "list",
        "max",
        "min",
        "repr",
        "round",
        "set",
        "sorted",
        "str",
        "sum",
        "tuple",
    ]
)


def _does_something(code: types.CodeType) -> bool:
    """Return whether a method changes something, or calls others: a subclass that leaves that out breaks the class itself."""
    instructions = list(dis.get_instructions(code))
    if any(one.opname.startswith(_CHANGES) or _is_of_method(one) for one in instructions):
        return True
    # What a global is loaded for, with a place below it, is a call.
    called = [
        one.argval for one in instructions if one.opname == "LOAD_GLOBAL" and "NULL" in one.argrepr
    ]
    calls = sum(one.opname in _CALLS for one in instructions)
    inside = [one for one in code.co_consts if isinstance(one, types.CodeType)]  # called as well
    only_computes = calls <= len(called) + len(inside) and _ONLY_COMPUTE.issuperset(called)
    return (calls > 0 and not only_computes) or any(map(_does_something, inside))


def _is_of_method(one: dis.Instruction) -> bool:
    """Return whether an instruction loads a method to call it; from 3.12 on, an attribute with a place below it."""
    return one.opname == "LOAD_METHOD" or (one.opname == "LOAD_ATTR" and "NULL" in one.argrepr)


def _gives_nothing(function: types.FunctionType) -> bool:
    """Return whether a method has no result, by its annotation or since it returns only None."""
    if "return" in function.__annotations__:
        return function.__annotations__["return"] in (None, "None")
    loaded: object = ...
    for one in dis.get_instructions(function.__code__):
        if one.opname == "RETURN_CONST" and one.argval is not None:
            return False
        if one.opname == "RETURN_VALUE" and loaded is not None:
            return False
        loaded = one.argval if one.opname == "LOAD_CONST" else ...
    return True


def _form(annotation: object, cls: type, function: Any, reader: Signatures) -> TypeForm:
    if annotation is inspect.Parameter.empty:
        return ANY
    return reader.annotations.form(annotation, cls, function) or ANY


def _constructor(name: str, cls: type, reader: Signatures) -> Routine | None:
    """Return how an object of a derived class is made: its class comes first."""
    derived = Input("cls", TypeForm("type", (TypeForm(name),)), annotated=True)
    inputs: tuple[Input, ...] = ()
    if "__init__" in {n for base in cls.__mro__[:-1] for n in vars(base)} and not is_protocol(cls):
        given = reader.inputs_of_constructor(cls, name)
        if given is None:
            return None
        inputs = given
    return Routine(name, "derived", (derived, *inputs), TypeForm(name), "", class_name(cls))
