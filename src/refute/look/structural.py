"""Whether a class has all that a Protocol asks for: `satisfies`.  Structure counts, not descent."""

from __future__ import annotations

import inspect
import types
from collections.abc import Mapping
from typing import Protocol

from refute.look.objects import annotations_of, is_protocol
from refute.model.syntax import OPERATORS


class _Empty(Protocol):
    pass


# What every Protocol class has of its own.
_PROTOCOL_OWN = frozenset(vars(_Empty)) | {
    "__annotations__",
    "__abstractmethods__",
    "__parameters__",
    "__orig_bases__",
}
# Who takes one of these takes nothing else; of the numbers, the wider ones take the narrower.
_PLAIN = {
    "str": {"str"},
    "bytes": {"bytes"},
    "bool": {"bool"},
    "int": {"int", "bool"},
    "float": {"float", "int", "bool"},
}
# Every object has these, and says by them that it cannot be compared.
_ORDERINGS = frozenset(["__lt__", "__le__", "__gt__", "__ge__"])
_PLACES = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


def satisfies(have: type, want: type) -> bool:
    """Return whether instances of a class can stand where a Protocol is asked for."""
    protocols = [base for base in want.__mro__ if is_protocol(base)]
    asked = {
        name: vars(base).get(name)
        for base in reversed(protocols)
        for name in (*vars(base), *annotations_of(base))
        if base.__module__ != "typing" and name not in _PROTOCOL_OWN
    }
    return all(
        _has(have, name) and _takes_the_same(_found(have, name), wanted)
        for name, wanted in asked.items()
    )


def has_operator(protocol: type) -> bool:
    """Return whether a Protocol asks for an operator of two operands: it does not say which objects go together."""
    own = [name for base in protocol.__mro__ if is_protocol(base) for name in vars(base)]
    return any(OPERATORS.get(name, "").startswith("{0} ") for name in own)


def _has(cls: type, name: str) -> bool:
    """Return whether instances have it: not what only the class itself has from its metaclass, nor a None."""
    bases = cls.__mro__[:-1] if name in _ORDERINGS else cls.__mro__
    holders = [vars(base) for base in bases if name in vars(base)]
    if holders:
        return holders[0][name] is not None or not name.startswith("__")
    return any(name in annotations_of(base) for base in cls.__mro__)


def _found(cls: type, name: str) -> object:
    return next((vars(base)[name] for base in cls.__mro__ if name in vars(base)), None)


def _takes_the_same(have: object, want: object) -> bool:
    """Return whether a method can be called as the Protocol's is; True for what is no method of Python's."""
    theirs = _parameters(want)
    if theirs is None:
        return True
    if isinstance(have, property):
        return False  # what it gives may not even be callable
    mine = _parameters(have)
    if mine is None:
        return True
    taken = [one for one in mine if one.kind in _PLACES]
    given = [one for one in theirs if one.kind in _PLACES]
    rest = any(one.kind is inspect.Parameter.VAR_POSITIONAL for one in mine)
    required = [one for one in taken if one.default is inspect.Parameter.empty]
    if len(required) > len(given) or (len(given) > len(taken) and not rest):
        return False
    known = getattr(want, "__globals__", {})
    pairs = zip(taken, given, strict=False)
    return _takes_names(mine, theirs) and not any(_rules_out(a, b, known) for a, b in pairs)


def _takes_names(mine: list[inspect.Parameter], theirs: list[inspect.Parameter]) -> bool:
    """Return whether a method takes what the Protocol passes by name only, and asks for nothing else by name."""
    by_name = {one.name for one in theirs if one.kind is inspect.Parameter.KEYWORD_ONLY}
    required = {
        one.name
        for one in mine
        if one.kind is inspect.Parameter.KEYWORD_ONLY and one.default is inspect.Parameter.empty
    }
    takes_all = any(one.kind is inspect.Parameter.VAR_KEYWORD for one in mine)
    return required <= by_name and (takes_all or by_name <= {one.name for one in mine})


def _parameters(method: object) -> list[inspect.Parameter] | None:
    """Return what is passed to a method beside its object, None where that cannot be seen."""
    function = method.__func__ if isinstance(method, staticmethod | classmethod) else method
    if not isinstance(function, types.FunctionType):
        return None
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):  # a strange `__signature__`
        return None
    return parameters if isinstance(method, staticmethod) else parameters[1:]


def _rules_out(
    mine: inspect.Parameter, theirs: inspect.Parameter, names: Mapping[str, object]
) -> bool:
    """Return whether a parameter takes only texts, or numbers, where the Protocol passes something else."""
    taken, given = _text_of(mine.annotation), _text_of(theirs.annotation)
    if taken not in _PLAIN or given in _PLAIN[taken] or not given.isidentifier():
        return False
    # A type variable, or another name for a type, may well be the same.
    known = names.get(given)
    return given in _PLAIN or isinstance(known, type) or (known is None and given[:1].isupper())


def _text_of(annotation: object) -> str:
    """Return an annotation as it is written, "" where there is none."""
    if isinstance(annotation, str):
        return annotation.strip("'\"")
    is_class = isinstance(annotation, type) and annotation is not inspect.Parameter.empty
    return getattr(annotation, "__name__", "") if is_class else ""
