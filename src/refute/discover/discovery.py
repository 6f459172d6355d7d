"""Code under test → `Subject`: `discover` ties the stage together; `explain_nothing` says why it is empty."""

from __future__ import annotations

import difflib
import inspect
import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from types import ModuleType
from typing import Any

from refute.discover.argument_makers import makers_of_arguments, typed_dicts
from refute.discover.called_parameters import CalledParameters
from refute.discover.constants import constants_in, exceptions_caught, words_of
from refute.discover.examples import sequences_in
from refute.discover.extendable import extendable_classes
from refute.discover.inference.guesses import Guessing
from refute.discover.modules import Loaded, is_below, load
from refute.discover.patterns import select
from refute.discover.public_members import (
    Member,
    members_of,
    not_offered,
    said_of_unlisted,
    unlisted,
)
from refute.discover.reachable import (
    DEFERRED,
    deferred_routines,
    local_routines,
    public_objects,
    reachable_routines,
)
from refute.discover.signatures import Signatures
from refute.discover.specs import INVARIANT_NAMES
from refute.discover.suggestions import Suggestions
from refute.look.classes import unusable
from refute.look.homes import home_of
from refute.look.module_source import parsed
from refute.model.errors import UsageError
from refute.model.sequence import Literal, Sequence
from refute.model.subject import Located, Routine, Subject


def discover(
    located: Iterable[Located],
    *,
    keep: Iterable[str] = (),
    exclude: Iterable[str] = (),
    private: bool = False,
    invariant_names: tuple[str, ...] = INVARIANT_NAMES,
    probing: bool = True,
    strict: bool = False,
    for_suite: bool = False,
) -> Subject:
    """Import the targets and return what is there to be tested.

    What `keep` does not match, and what stands beside a named class or function, may still be called to make
    values; what `exclude` matches is never called; with `strict` only what `__all__` lists is tested.
    What the laws ask anyway is an operation `for_suite` alone.  Raises what importing a target raises.
    """
    located = list(located)
    loaded = [_loaded(one) for one in located]
    modules = {module.__name__: module for at in loaded for module in at.modules}
    asked = frozenset(f"{one.module}:{one.qualname}" for one in located if one.qualname)
    reader = Signatures(
        frozenset(modules),
        private,
        invariant_names,
        asked=asked,
        probing=probing,
        for_suite=for_suite,
    )
    members = _members(located, loaded, modules, private)
    whole = _asked_as_a_whole(located, loaded)
    left = {} if private else unlisted(whole, members, modules)
    further = [] if strict else [one for those in left.values() for one in those]
    strange = {
        one.target: why
        for one in (*members, *further)
        if isinstance(one.value, type) and (why := unusable(one.value))
    }
    further = [one for one in further if one.target not in strange]
    members = [one for one in members if one.target not in strange] + further
    inside = [] if private else not_offered(members, modules, named_by=located)
    found, internal = _routines(members, inside, reader)
    reached = reachable_routines(modules, members, reader)
    found += [one for those in reached.values() for one in those]
    sources = parsed(modules.values())
    called = CalledParameters(sources)
    suggestions = Suggestions(sources, modules, reader.annotations.classes)
    routines = [suggestions.read_into(called.read_into(one)) for one in select(found, (), exclude)]
    guessing = Guessing(sources, reader.annotations)
    routines = guessing.read_into(routines)
    excluded = {one.target for one in found} - {one.target for one in routines}
    left_out = reader.borrowed if strict else ()
    kept = [one for one in select(routines, keep) if one.target not in left_out]
    open_to_all = [one for one in kept if one.owner not in reached]
    tested = {one.target for one in open_to_all if _is_asked(one, located, loaded)}
    useful = {one.owner for one in found}  # a sentinel is compared with, and no more
    objects = [one for one in public_objects(sources) if whole and one.type.name in useful]
    if whole and (tested or objects or keep):
        tested |= {one.target for one in kept if one.owner in reached}
    helpers = [one for one in routines if one.target not in tested]
    helpers += select(makers_of_arguments(routines, reader, guessing), (), exclude)
    helpers += deferred_routines(sources)
    extendable = extendable_classes(reader, modules, called)
    return Subject(
        modules=tuple(modules),
        routines=tuple(one for one in routines if one.target in tested),
        classes=reader.annotations.classes,
        helpers=tuple(helpers),
        invariants=reader.invariants,
        answering=frozenset(reader.answering),
        contracts=reader.contracts,
        promises=reader.promises,
        probes=frozenset(reader.probes),
        faulty=reader.faulty,
        skipped={
            **{k: v for at in loaded for k, v in at.skipped.items()},
            **reader.skipped,
            **strange,
            **{one.target: "excluded" for one in found if one.target in excluded},
            **(said_of_unlisted(left, modules) if strict else {}),
        },
        constants=_with_objects(constants_in(sources), objects),
        words=words_of(modules.values()),
        typed_dicts=typed_dicts(reader),
        internal=internal,
        extendable=extendable,
        caught=exceptions_caught(sources),
        local_routines=local_routines(modules, reader),
        reached=frozenset([*reached, *DEFERRED]).difference(one.type.name for one in objects),
        unlisted=frozenset(reader.borrowed).union(
            one.target for member in further for one in found if _is_of(one, member)
        ),
        examples=(*sequences_in(sources, routines), *(Sequence().extend(one) for one in objects)),
        hidden=frozenset(_hidden(reader.annotations.classes, members, inside, modules)).difference(
            one.type.name for one in objects
        ),
    )


def _with_objects(
    constants: dict[str, tuple[str, ...]], objects: list[Literal]
) -> dict[str, tuple[str, ...]]:
    """Return the constants with the objects that modules have under a name, by class."""
    found = dict(constants)
    for one in objects:
        found[one.type.name] = (*found.get(one.type.name, ()), one.source)
    return found


def _routines(
    members: list[Member], inside: list[Member], signatures: Signatures
) -> tuple[list[Routine], frozenset[str]]:
    """Return what can be called of the members, and the targets of those that nobody outside is offered."""
    found: dict[str, Routine] = {}
    internal: set[str] = set()
    for member in members:
        for routine in signatures.routines(member):
            found.setdefault(routine.target, routine)
            if member in inside:
                internal.add(routine.target)
    return _without_abstract(found.values(), signatures), frozenset(internal)


def _asked_as_a_whole(located: list[Located], loaded: list[Loaded]) -> list[ModuleType]:
    whole = [at.modules for one, at in zip(located, loaded, strict=True) if one.qualname is None]
    return list(dict.fromkeys(chain.from_iterable(whole)))


def _is_of(routine: Routine, member: Member) -> bool:
    return f"{routine.target}.".startswith(f"{member.target}.")


def _hidden(
    classes: dict[str, type], members: list[Member], inside: list[Member], modules: Iterable[str]
) -> Iterator[str]:
    """Yield the names of the package's own classes that nobody outside is offered."""
    tops = {name.partition(".")[0] for name in modules}
    offered = {
        (home_of(one.value), one.value.__qualname__)
        for one in members
        if isinstance(one.value, type) and one not in inside
    }
    for name, cls in classes.items():
        outermost = cls.__qualname__.partition(".")[0]
        home = home_of(cls)
        if home.partition(".")[0] in tops and (home, outermost) not in offered:
            yield name


def _loaded(located: Located) -> Loaded:
    """Import a target; where what it names is defined in another module of the package, that module too."""
    loaded = load(located)
    if located.qualname is None:
        return loaded
    module = loaded.modules[0]
    named(module, located.qualname)
    first = getattr(module, located.qualname.partition(".")[0])
    home = sys.modules.get(home_of(first))
    if home is not None and home.__name__.partition(".")[0] == module.__name__.partition(".")[0]:
        loaded.modules += [home] if home not in loaded.modules else []
    return loaded


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


def explain_nothing(subject: Subject, by_pattern: bool) -> str:
    """Return why there is nothing to test, in one line; `by_pattern` where the user has chosen by -k or --exclude."""
    where = ", ".join(subject.modules)
    if subject.helpers and not by_pattern:
        owners = {cls for one in subject.helpers if (cls := subject.classes.get(one.owner or ""))}
        bases = {base.__module__ for cls in owners for base in cls.__mro__[1:-1]}
        others = ", ".join(sorted(bases.difference(subject.modules)))
        return (
            f"{where} has nothing of its own to call: all that its classes have is inherited from {others or 'elsewhere'}. "
            "Test that, or the package."
        )
    if subject.helpers:
        return f"no operation of {where} matches; there are {len(subject.helpers)} others."
    if subject.skipped:
        name, why = next(iter(subject.skipped.items()))
        more = f" (and {len(subject.skipped) - 1} more)" if len(subject.skipped) > 1 else ""
        return f"nothing public in {where} can be called: {name}: {why}{more}."
    return f"{where} defines no public function or class; names with a leading _ are not tested."
