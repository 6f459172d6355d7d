"""Code under test → `Subject`: `discover` ties the stage together; `explain_nothing` says why it is empty."""

from __future__ import annotations

import difflib
import inspect
import sys
import typing
from collections.abc import Iterable, Iterator
from itertools import chain
from types import ModuleType
from typing import Any

from refute.discover.constants import constants_in
from refute.discover.modules import (
    Loaded,
    Located,
    Member,
    is_below,
    load,
    members_of,
    not_listed,
    not_offered,
)
from refute.discover.signatures import Signatures, select
from refute.discover.specs import INVARIANT_NAMES
from refute.look.objects import is_protocol
from refute.model.errors import UsageError
from refute.model.subject import Input, Routine, Subject, class_name
from refute.model.typeform import ANY, TypeForm


def discover(
    located: Iterable[Located],
    *,
    keep: Iterable[str] = (),
    exclude: Iterable[str] = (),
    private: bool = False,
    invariant_names: tuple[str, ...] = INVARIANT_NAMES,
    probing: bool = True,
) -> Subject:
    """Import the targets and return what is there to be tested.

    What `keep` does not match, and what stands beside a named class or function, may still be called to make
    values; what `exclude` matches is never called.  Raises what importing a target raises.
    """
    located = list(located)
    loaded = [load(one) for one in located]
    for one, at in zip(located, loaded, strict=True):
        _check_named(one, at)
    modules = {module.__name__: module for at in loaded for module in at.modules}
    asked = frozenset(f"{one.module}:{one.qualname}" for one in located if one.qualname)
    signatures = Signatures(
        frozenset(modules), private, invariant_names, asked=asked, probing=probing
    )
    found: dict[str, Routine] = {}
    members = _members(located, loaded, modules, private)
    inside = [] if private else not_offered(members, modules, named_by=located)
    internal: set[str] = set()
    for member in members:
        for routine in signatures.routines(member):
            found.setdefault(routine.target, routine)
            if member in inside:
                internal.add(routine.target)
    callable_ones = list(_without_abstract(found.values(), signatures))
    routines = select(callable_ones, (), exclude)
    left = {one.target for one in routines}
    excluded = {one.target: "excluded" for one in callable_ones if one.target not in left}
    tested = {
        one.target
        for one in select(routines, keep)
        if _is_asked(one, located, loaded) and one.target not in signatures.borrowed
    }
    helpers = [one for one in routines if one.target not in tested]
    helpers += select(makers_of_arguments(routines, signatures), (), exclude)
    return Subject(
        modules=tuple(modules),
        routines=tuple(one for one in routines if one.target in tested),
        classes=signatures.annotations.classes,
        helpers=tuple(helpers),
        invariants=signatures.invariants,
        answering=frozenset(signatures.answering),
        contracts=signatures.contracts,
        promises=signatures.promises,
        probes=frozenset(signatures.probes),
        faulty=signatures.faulty,
        skipped={
            **{k: v for at in loaded for k, v in at.skipped.items()},
            **signatures.skipped,
            **excluded,
            **({} if private else _not_listed(located, loaded, members, modules)),
        },
        constants=constants_in(modules.values()),
        typed_dicts=typed_dicts(signatures),
        internal=frozenset(internal),
        hidden=frozenset(_hidden(signatures.annotations.classes, members, inside, modules)),
    )


def _not_listed(
    located: list[Located], loaded: list[Loaded], members: list[Member], modules: Iterable[str]
) -> dict[str, str]:
    """Return what no `__all__` lists in the modules asked for as a whole."""
    whole = [at.modules for one, at in zip(located, loaded, strict=True) if one.qualname is None]
    return not_listed(dict.fromkeys(chain.from_iterable(whole)), members, modules)


def _hidden(
    classes: dict[str, type], members: list[Member], inside: list[Member], modules: Iterable[str]
) -> Iterator[str]:
    """Yield the names of the package's own classes that nobody outside is offered."""
    tops = {name.partition(".")[0] for name in modules}
    offered = {
        (one.value.__module__, one.value.__qualname__)
        for one in members
        if isinstance(one.value, type) and one not in inside
    }
    for name, cls in classes.items():
        outermost = cls.__qualname__.partition(".")[0]
        if cls.__module__.partition(".")[0] in tops and (cls.__module__, outermost) not in offered:
            yield name


def _check_named(located: Located, loaded: Loaded) -> None:
    """Look up what the target names; where it is defined in another module of the package, add that module."""
    if located.qualname is None:
        return
    module = loaded.modules[0]
    named(module, located.qualname)
    first = getattr(module, located.qualname.partition(".")[0])
    home = sys.modules.get(getattr(first, "__module__", None) or "")
    if home is not None and home.__name__.partition(".")[0] == module.__name__.partition(".")[0]:
        loaded.modules += [home] if home not in loaded.modules else []


def named(module: ModuleType, qualname: str) -> Any:
    """Return what a module has by a dotted name; UsageError where it has not."""
    first, _, rest = qualname.partition(".")
    if not callable(vars(module).get(first)) and is_below(module, first):
        better = f"{module.__name__}.{first}{':' if rest else ''}{rest}"
        raise UsageError(f"{module.__name__}:{first} is a module: write {better}.", "no-such-name")
    value: Any = module
    for part in qualname.split("."):
        value = _part_of(value, part, module)
    return value


def _part_of(value: Any, part: str, module: ModuleType) -> Any:
    try:
        return inspect.getattr_static(value, part)
    except AttributeError:
        if hasattr(value, part):  # provided by __getattr__ or a metaclass
            return getattr(value, part)
        shown = module.__name__
        if value is not module:
            shown += f":{getattr(value, '__qualname__', value)}"
        close = difflib.get_close_matches(part, dir(value), n=3, cutoff=0.6)
        near = f" Did you mean {' or '.join(close)}?" if close else ""
        raise UsageError(f"{shown} has no {part}.{near}", "no-such-name") from None


def _members(
    located: list[Located], loaded: list[Loaded], modules: dict[str, ModuleType], private: bool
) -> list[Member]:
    members = members_of(modules.values(), private)
    known = {member.target for member in members}
    for one, at in zip(located, loaded, strict=True):
        if one.qualname is None:
            continue
        # Naming something asks for it, whether or not it is public.
        first = one.qualname.partition(".")[0]
        member = Member(at.modules[0].__name__, first, getattr(at.modules[0], first))
        if member.target not in known and callable(member.value):
            known.add(member.target)
            members.append(member)
    return members


def _is_asked(routine: Routine, located: list[Located], loaded: list[Loaded]) -> bool:
    """Return whether one of the targets asks for this routine."""
    module, _, qualname = routine.target.partition(":")
    for one, at in zip(located, loaded, strict=True):
        if one.qualname is None and any(module == loaded.__name__ for loaded in at.modules):
            return True
        if one.module == module and f"{qualname}.".startswith(f"{one.qualname}."):
            return True
    return False


def _without_abstract(routines: Iterable[Routine], signatures: Signatures) -> list[Routine]:
    """Leave out what an abstract class has where a subclass has it too: the receiver would be the same."""
    routines = list(routines)
    owners = {one.owner for one in routines if one.how == "new"}
    classes = signatures.annotations.classes
    concrete = [classes[owner] for owner in owners if owner in classes]
    replaced = {
        name
        for name, cls in classes.items()
        if inspect.isabstract(cls) and any(cls in one.__mro__ for one in concrete)
    }
    return [one for one in routines if one.how == "function" or one.owner not in replaced]


# ---------------------------------------------------------------- what arguments need

# Presets have these, or nobody can make them.
_NOT_MADE = frozenset(
    {
        *(
            *("builtins", "typing", "types", "collections.abc", "abc", "numbers", "datetime"),
            "decimal",
        ),
        *("fractions", "pathlib", "pathlib._local", "re", "io", "_io", "uuid", "enum", "os"),
    }
)
# A chain of arguments that need arguments; and so many classes in all.
_DEEPEST = 3
_MOST_MADE = 60


def makers_of_arguments(routines: Iterable[Routine], signatures: Signatures) -> list[Routine]:
    """Return constructors and factories of classes from elsewhere that the routines' inputs ask for."""
    made = {one.owner for one in routines if one.how == "new"}
    found: list[Routine] = []
    todo = list(routines)
    for _ in range(_DEEPEST):
        fresh: list[Routine] = []
        for cls in _asked_for(todo, signatures):
            if class_name(cls) not in made and len(made) < _MOST_MADE:
                made.add(class_name(cls))
                fresh += _makers(cls, signatures)
        found += fresh
        todo = fresh
    return found


def _asked_for(routines: Iterable[Routine], signatures: Signatures) -> Iterator[type]:
    """Yield the classes that inputs name, the concrete subclasses of abstract ones in their place."""
    names = dict.fromkeys(
        name for one in routines for given in one.inputs for name in _names_in(given.form)
    )
    for name in names:
        cls = signatures.annotations.classes.get(name)
        if cls is None or cls.__module__ in _NOT_MADE:
            continue
        if inspect.isabstract(cls) or cls.__name__.startswith("_"):
            # Not meant to be made by others; a subclass that is public is.
            derived: list[type] = cls.__subclasses__()[:5]
            yield from (
                one
                for one in derived
                if not inspect.isabstract(one) and not one.__name__.startswith("_")
            )
        else:
            yield cls


def _names_in(form: TypeForm) -> Iterator[str]:
    yield form.name
    for part in form.args:
        yield from _names_in(part)


def _makers(cls: type, signatures: Signatures) -> list[Routine]:
    target = _public_target(cls)
    if target is None or typing.is_typeddict(cls) or is_protocol(cls):
        return []
    quiet = Signatures(signatures.subject, annotations=signatures.annotations)
    module, _, name = target.partition(":")
    own = quiet.routines(Member(module, name, cls))
    form = TypeForm(class_name(cls))
    return [
        one for one in own if one.how == "new" or (one.how == "function" and one.output == form)
    ]


def _public_target(cls: type) -> str | None:
    """Return a name by which the class can be reached: that of the shortest package that has it."""
    parts = cls.__module__.split(".")
    for length in range(1, len(parts) + 1):
        name = ".".join(parts[:length])
        found: Any = sys.modules.get(name)
        for part in cls.__qualname__.split("."):
            found = getattr(found, part, None)
        if found is cls:
            return f"{name}:{cls.__qualname__}"
    return None


def typed_dicts(signatures: Signatures) -> dict[str, tuple[Input, ...]]:
    """Return the keys of every TypedDict that a form names, and of those that these name in turn."""
    found: dict[str, tuple[Input, ...]] = {}
    classes = signatures.annotations.classes
    while fresh := [n for n, cls in classes.items() if n not in found and typing.is_typeddict(cls)]:
        for name in fresh:
            found[name] = tuple(_keys(classes[name], signatures))
    return found


def _keys(cls: Any, signatures: Signatures) -> Iterator[Input]:
    for key, annotation in cls.__annotations__.items():
        form = signatures.annotations.form(annotation, cls)
        required = key in cls.__required_keys__
        yield Input(key, form or ANY, "keyword", required, annotated=form is not None)


def explain_nothing(subject: Subject) -> str:
    """Return why there is nothing to test, in one line."""
    where = ", ".join(subject.modules)
    if subject.helpers:
        return f"no operation of {where} matches; there are {len(subject.helpers)} others."
    if subject.skipped:
        name, why = next(iter(subject.skipped.items()))
        more = f" (and {len(subject.skipped) - 1} more)" if len(subject.skipped) > 1 else ""
        return f"nothing public in {where} can be called: {name}: {why}{more}."
    return f"{where} defines no public function or class; names with a leading _ are not tested."
