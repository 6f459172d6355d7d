"""Contracts of libraries, from what the decorators of icontract and deal leave behind.

Neither library is imported: where the subject does not use it, there is nothing to read.
"""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from refute.look.function_source import written
from refute.model.contract import Condition, Contract, SpecArguments

# So many decorators are looked through: an object may have every attribute one asks for, and another below it.
_MOST_LAYERS = 20


def icontract_conditions(method: Any) -> Contract:
    """Return what icontract's decorators left on a function."""
    requires, ensures = [], []
    for one in _layers(method):
        requires += _icontract_requires(one)
        ensures += _conditions(getattr(one, "__postconditions__", None))
    return Contract(tuple(requires), tuple(ensures))


def deal_conditions(owner: type | types.ModuleType | None, method: Any) -> Contract:
    """Return what deal's decorators left on a function."""
    requires, ensures, raises = [], [], []
    for contracts in _deal_contracts(owner, method):
        requires += [_deal_condition(one) for one in contracts.pres]
        ensures += [_deal_condition(one) for one in (*contracts.posts, *contracts.ensures)]
        raises += [error for one in contracts.raises for error in one.exceptions]
    return Contract(tuple(requires), tuple(ensures), tuple(raises))


def _conditions(contracts: Any) -> list[Condition]:
    return [Condition(one.condition, _text(one)) for one in contracts or ()]


def _layers(method: Any) -> Iterator[Any]:
    """Yield a function and what its decorators have wrapped, outermost first."""
    for _ in range(_MOST_LAYERS):
        if method is None:
            return
        yield method
        method = getattr(method, "__wrapped__", None)


def _icontract_requires(function: Any) -> list[Condition]:
    """Return the preconditions that icontract's decorators left; a subclass may ask less: one group is enough."""
    groups = getattr(function, "__preconditions__", None) or []
    if len(groups) == 1:
        return _conditions(groups[0])
    if not groups:
        return []
    flat = [one for group in groups for one in group]
    names = list(dict.fromkeys(n for one in flat for n in wanted(one.condition)))

    def one_group_holds(*given: Any) -> bool:
        values = dict(zip(names, given, strict=True))
        return any(
            all(c.condition(**{n: values[n] for n in wanted(c.condition)}) for c in group)
            for group in groups
        )

    return [Condition(_taking(names, one_group_holds), " or ".join(map(_text, flat)))]


def _taking(names: Iterable[str], function: Callable[..., Any]) -> Callable[..., Any]:
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    signature = inspect.Signature([inspect.Parameter(name, kind) for name in names])

    def condition(*args: Any, **kwargs: Any) -> Any:
        return function(*signature.bind(*args, **kwargs).args)

    condition.__signature__ = signature  # type: ignore[attr-defined]
    return condition


def _text(condition: Any) -> str:
    said = getattr(condition, "description", None) or getattr(condition, "message", None)
    return str(said) if said else written(getattr(condition, "condition", None))


def wanted(condition: Callable[..., Any]) -> list[str]:
    """Return the parameter names of a condition."""
    return list(inspect.signature(condition).parameters)


def _deal_contracts(owner: type | types.ModuleType | None, method: Any) -> Iterator[Any]:
    """Yield what deal's decorators left on a function; of `@deal.inherit` also on those it overrides."""
    name = getattr(method, "__name__", "")
    places = [method]
    if isinstance(owner, type) and any(type(one).__name__ == "Inherit" for one in _layers(method)):
        places += [vars(base)[name] for base in owner.__mro__[1:] if name in vars(base)]
    for place in places:
        for one in _layers(place):
            found = vars(one).get("__deal_contract") if hasattr(one, "__dict__") else None
            if found is not None and hasattr(found, "pres"):
                yield found


def _deal_condition(validator: Any) -> Condition:
    """Return a validator as a condition; one that takes `_` gets all arguments in one object."""
    raw, text = validator.raw_validator, validator.message or ""
    text = text or written(raw)
    if not callable(raw) or wanted(raw) != ["_"] or validator.function is None:
        return Condition(raw, text)
    names = wanted(validator.function)
    return Condition(
        _taking(names, lambda *given: raw(SpecArguments(zip(names, given, strict=True)))), text
    )


def library_invariants(owner: type) -> list[Condition]:
    """Return the invariants that decorators of icontract and deal left on a class."""
    found = _conditions(inspect.getattr_static(owner, "__invariants__", None))
    for one in inspect.getattr_static(owner, "_deal_invariants", None) or ():
        raw = getattr(one, "raw_validator", None)
        if callable(raw):
            found.append(Condition(_of_fields(raw) if wanted(raw) == ["_"] else raw, written(raw)))
    return found


def _of_fields(raw: Callable[..., Any]) -> Callable[[Any], Any]:
    return lambda one: raw(SpecArguments(vars(one)))


# What icontract's invariants wrap though the class has it from `object`; not what writes attributes.
_KEPT_WRAPPED = frozenset({"__init__", "__setattr__", "__delattr__"})


def restore_class(value: Any) -> None:
    """Take back what decorators of a library do to a class besides guarding it.

    `@deal.inv` puts a class of another name into its place; `@icontract.invariant` gives it an `__eq__`, `__lt__`, …
    that only pass on to those of `object`, so that it seems to define them.
    """
    if not isinstance(value, type):
        return
    if "__invariants__" in vars(value):
        for name, member in list(vars(value).items()):
            wrapped = getattr(member, "__wrapped__", None)
            if wrapped is getattr(object, name, value) and name not in _KEPT_WRAPPED:
                delattr(value, name)
    if "_deal_invariants" not in vars(value):
        return
    written = next((b for b in value.__mro__ if not b.__module__.startswith("deal.")), value)
    value.__module__, value.__name__ = written.__module__, written.__name__
    value.__qualname__ = written.__qualname__
