"""Which of the bounds written on one line are those of a method's parameters: `split_bounds`, `without_parameters`.

`remove.n=0..3` is a parameter, `Node.n=0..3` a field.  A bare name is either, where it cannot be both.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any

from refute.discover.bounding.annotation_shapes import CONTENTS
from refute.discover.bounding.finitize import Reading
from refute.model.errors import UsageError

_PARTS = frozenset({"length", *(part for parts in CONTENTS.values() for part in parts)})


def split_bounds(
    owner: type, method: str, parameters: list[str], given: Mapping[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the bounds of the class, and those of the parameters of a method under their own names.

    A number alone is the size of everything, and so in both.
    """
    counts = {name: value for name, value in given.items() if type(value) is int and name}
    hints = Reading(owner, None, counts).hints
    of_class: dict[str, Any] = {}
    of_parameters: dict[str, Any] = {}
    for key, value in given.items():
        first, _, rest = key.partition(".")
        name = rest.partition(".")[0] if first == method else first
        is_parameter = name in parameters and (first == method or not rest or rest in _PARTS)
        homes = [one for one, fields in hints.items() if first in fields]
        is_field = bool(homes) and (not rest or rest in _PARTS)
        if is_parameter and is_field:
            raise UsageError(
                f"--bounds: {key} may be the field {homes[0]}.{first} or the parameter {name} of {method}; write "
                f"{homes[0]}.{key}=… for the field, {method}.{name}=… for the parameter",
                "ambiguous-bound",
            )
        if is_parameter:
            of_parameters[rest if first == method else key] = value
        else:
            of_class[key] = value
        if not key:
            of_parameters[""] = value
    return of_class, of_parameters


def without_parameters(owner: type, given: Mapping[str, Any], but: str = "") -> dict[str, Any]:
    """Return bounds without those of the parameters of methods: what is written beside a class serves all its methods."""
    kept: dict[str, Any] = {}
    for key, value in given.items():
        first, _, rest = key.partition(".")
        member = getattr(owner, first, None) if first and rest and first != but else None
        if not inspect.isroutine(member) or rest.partition(".")[0] not in parameters_of(member):
            kept[key] = value
    return kept


def parameters_of(function: Any) -> list[str]:
    """Return the names of a function's parameters; nothing where they cannot be seen."""
    try:
        return list(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return []
