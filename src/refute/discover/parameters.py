"""Parameters of callables, also of those that are made in C and have no signature: `parameters_of`, `input_of`."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from typing import Any

from refute.discover.annotations import or_none
from refute.model.literals import source_of
from refute.model.subject import Input
from refute.model.typeform import ANY, TypeForm

Parameters = list[inspect.Parameter]

# Much that is made in C has no signature: how many arguments it takes must be found out by trying.
_UNKNOWN: Parameters = [inspect.Parameter("args", inspect.Parameter.VAR_POSITIONAL)]

_WAYS = {
    inspect.Parameter.POSITIONAL_ONLY: "positional",
    inspect.Parameter.POSITIONAL_OR_KEYWORD: "positional",
    inspect.Parameter.KEYWORD_ONLY: "keyword",
    inspect.Parameter.VAR_POSITIONAL: "rest",
    inspect.Parameter.VAR_KEYWORD: "rest-keywords",
}

# "deque([iterable[, maxlen]]) --> deque object": what C code says where it has no signature.
_DESCRIPTION = re.compile(r"\s*(?:\w+\.)*(\w+)\(([^()]*(?:\([^()]*\)[^()]*)*)\)")


def parameters_of(function: Any) -> Parameters | str:
    """Return the parameters of a callable, or why they cannot be told."""
    try:
        return list(inspect.signature(function).parameters.values())
    except (ValueError, TypeError) as wrong:
        described = described_parameters(function)
        if described is not None:
            return described
        if inspect.isbuiltin(function) or inspect.ismethoddescriptor(function):
            return _UNKNOWN
        if isinstance(function, type) and not inspect.isfunction(maker_of(function)):
            return _UNKNOWN
        return f"it has no signature that can be read: {wrong}"
    except Exception as wrong:  # __signature__ and __wrapped__ can be anything
        return f"reading its signature raised {type(wrong).__name__}: {wrong}"


def input_of(parameter: inspect.Parameter, form: TypeForm | None) -> Input:
    """Return a parameter as an input of a routine; `form` is what its annotation means, None without one."""
    annotation, has_default = parameter.annotation, parameter.default is not parameter.empty
    way = _WAYS[parameter.kind]
    known = has_default and parameter.default is not None
    default = source_of(parameter.default) if known else None
    return Input(
        name=parameter.name,
        form=ANY if form is None else or_none(form, parameter.default) if has_default else form,
        way=way,
        required=not has_default and way in ("positional", "keyword"),
        annotated=form is not None,
        default=default,
        sentinel=known and default is None and not callable(parameter.default),
        nameless=parameter.kind is parameter.POSITIONAL_ONLY,
        anything=annotation is object or (type(annotation) is str and annotation == "object"),
    )


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


def maker_of(cls: type) -> Any:
    """Return the function whose annotations a constructor call obeys."""
    for base in cls.__mro__:
        for name in ("__init__", "__new__"):
            if name in vars(base) and base is not object:
                made = vars(base)[name]
                return made.__func__ if isinstance(made, staticmethod) else made
    return None


def without_receiver(parameters: Parameters) -> Parameters:
    """Return the parameters of a method that the caller passes."""
    takes_rest = parameters and parameters[0].kind is inspect.Parameter.VAR_POSITIONAL
    return parameters if takes_rest else parameters[1:]


def fitted(inputs: tuple[Input, ...], places: int) -> tuple[Input, ...] | None:
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
