"""What the user gives: values for types and parameters, and which classes stand for others.  `presets`, `settle`.

T2's base domain and interface map (section 3): what is given for a type takes the place of refute's own values, and is
made anew for each use; what is given for a parameter is all that is passed there.  We depart in writing values as source:
then no copy has to be made, and the test that shows a finding can say where they come from.
"""

from __future__ import annotations

import builtins
import difflib
import importlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from refute.model.errors import UsageError
from refute.model.literals import maker, source_of
from refute.model.option_kinds import Table, class_names, expressions
from refute.model.subject import Routine, Subject
from refute.model.typeform import literal


@dataclass(frozen=True, slots=True)
class UserPresets:
    """Values by type or parameter, and implementations by class; plain text, as it goes to the workers."""

    values: Table = ()
    implementations: Table = ()


def presets(
    values: Mapping[Any, Any] | None = None,
    *,
    implementations: Mapping[Any, Any] | None = None,
) -> UserPresets:
    """Return what to pass to `refute.find(…, presets=…)`.

    Keys of `values` are types, their dotted names, or names of parameters; the values for one are expressions, as text,
    or things that can be written as such.  `implementations` says by which classes an abstract one is to be supplied.
    """
    texts = {_name(k): [_source(k, one) for one in _several(v)] for k, v in (values or {}).items()}
    classes = {_name(k): [*map(_name, _several(v))] for k, v in (implementations or {}).items()}
    return UserPresets(expressions(texts), class_names(classes))


def _several(some: Any) -> list[Any]:
    return list(some) if isinstance(some, list | tuple | set | frozenset) else [some]


def _name(key: Any) -> str:
    if not isinstance(key, type):
        return str(key)
    is_builtin = key.__module__ == "builtins"
    return key.__qualname__ if is_builtin else f"{key.__module__}.{key.__qualname__}"


def _source(key: Any, value: Any) -> str:
    source = value if isinstance(value, str) else source_of(value)
    if source is None:
        raise UsageError(
            f"the preset {value!r} for {_name(key)} cannot be written as source; give an expression as text.",
            "bad-preset",
        )
    return source


# ---- in a worker ---------------------------------------------------------------------------------------------------


def settle(subject: Subject, values: Table, implementations: Table) -> None:
    """Put what is given into the subject; UsageError names what makes no sense.

    A name that means nothing here is a warning: settings are for a whole project, and not every module has every parameter.
    """
    for name, sources in values:
        for source in sources:
            _try(name, source)
        kind = _class_named(name, subject)
        if kind is not None:
            subject.given[kind] = sources
        elif not _give_to_parameters(subject, name, sources):
            subject.faulty[f"preset {name}"] = f"{_nothing_called(name, subject)}  [unused-preset]"
    for name, classes in implementations:
        wanted = _class_named(name, subject)
        suppliers = [_class_named(one, subject) for one in classes]
        for given, found in ((name, wanted), *zip(classes, suppliers, strict=True)):
            if found is None:
                raise UsageError(
                    f"[tool.refute.implementations]: there is no class {given}.", "bad-preset"
                )
        subject.implementations[str(wanted)] = tuple(map(str, suppliers))


def _try(name: str, source: str) -> None:
    try:
        maker(source)()
    except Exception as raised:
        raise UsageError(
            f"the preset {source!r} for {name} raises {type(raised).__name__}: {raised}.",
            "bad-preset",
        ) from None


def _class_named(name: str, subject: Subject) -> str | None:
    """Return a class as forms name it: `int`, `shop:Clock`; None where there is none of the name."""
    if isinstance(getattr(builtins, name, None), type) or name == "None":
        return name
    mine = [one for one in subject.classes if one.partition(":")[2] == name]
    if len(mine) == 1:
        return mine[0]
    found = _imported(name.replace(":", "."))
    for form, cls in subject.classes.items():
        if cls is found:
            return form
    return f"{found.__module__}:{found.__qualname__}" if isinstance(found, type) else None


def _imported(dotted: str) -> Any:
    parts = dotted.split(".")
    for length in range(len(parts) - 1, 0, -1):
        try:
            found: Any = importlib.import_module(".".join(parts[:length]))
        except ImportError:
            continue
        for part in parts[length:]:
            found = getattr(found, part, None)
        return found
    return None


def _give_to_parameters(subject: Subject, name: str, sources: tuple[str, ...]) -> bool:
    """Let every parameter of the name take these values only; whether there is one."""
    form = literal(*sources)
    some = False

    def given(routines: Iterable[Routine]) -> tuple[Routine, ...]:
        nonlocal some
        changed = []
        for routine in routines:
            inputs = tuple(
                replace(one, form=form) if one.name == name else one for one in routine.inputs
            )
            some = some or inputs != routine.inputs
            changed.append(replace(routine, inputs=inputs))
        return tuple(changed)

    subject.routines, subject.helpers = given(subject.routines), given(subject.helpers)
    return some


def _nothing_called(name: str, subject: Subject) -> str:
    parameters = {one.name for routine in subject.routines for one in routine.inputs}
    known = [*parameters, *(form.replace(":", ".") for form in subject.classes)]
    near = difflib.get_close_matches(name, known, n=1)
    hint = f" Did you mean {near[0]}?" if near else ""
    return f"[tool.refute.presets]: there is no type and no parameter {name}.{hint}"
