"""Code under test → `Subject`: `discover` ties the stage together; `explain_nothing` says why it is empty."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Iterable
from types import ModuleType
from typing import Any

from refute.discover.constants import constants_in
from refute.discover.modules import Loaded, Located, Member, load, members_of
from refute.discover.signatures import Signatures, select
from refute.discover.specs import INVARIANT_NAMES
from refute.errors import UsageError
from refute.model.subject import Routine, Subject


def discover(
    located: Iterable[Located],
    *,
    keep: Iterable[str] = (),
    exclude: Iterable[str] = (),
    private: bool = False,
    invariant_names: tuple[str, ...] = INVARIANT_NAMES,
) -> Subject:
    """Import the targets and return what is there to be tested.

    What `keep` does not match, and what stands beside a named class or function, may still be called to make
    values; what `exclude` matches is never called.  Raises what importing a target raises.
    """
    located = list(located)
    loaded = [load(one) for one in located]
    modules = {module.__name__: module for one in loaded for module in one.modules}
    signatures = Signatures(frozenset(modules), private, invariant_names)
    found: dict[str, Routine] = {}
    for member in _members(located, loaded, modules, private):
        for routine in signatures.routines(member):
            found.setdefault(routine.target, routine)
    routines = select(found.values(), (), exclude)
    tested = select([one for one in routines if _is_named(one, located, loaded)], keep)
    helpers = [one for one in routines if one not in tested]
    helpers += select(_makers_of_arguments(routines, signatures), (), exclude)
    skipped = {name: why for one in loaded for name, why in one.skipped.items()}
    return Subject(
        modules=tuple(modules),
        routines=tuple(tested),
        classes=signatures.annotations.classes,
        helpers=tuple(helpers),
        invariants=signatures.invariants,
        skipped={**skipped, **signatures.skipped},
        constants=constants_in(modules.values()),
    )


def _members(
    located: list[Located], loaded: list[Loaded], modules: dict[str, ModuleType], private: bool
) -> list[Member]:
    members = members_of(modules.values(), private)
    known = {member.target for member in members}
    for one, at in zip(located, loaded, strict=True):
        if one.qualname is None:
            continue
        # Naming something asks for it, whether or not it is public.
        value = _named(at.modules[0], one.qualname)
        first = one.qualname.partition(".")[0]
        member = Member(at.modules[0].__name__, first, getattr(at.modules[0], first))
        if member.target not in known and callable(value):
            known.add(member.target)
            members.append(member)
    return members


def _named(module: ModuleType, qualname: str) -> Any:
    value: Any = module
    for part in qualname.split("."):
        try:
            value = inspect.getattr_static(value, part)
        except AttributeError:
            shown = (
                module.__name__ if value is module else f"{module.__name__}:{value.__qualname__}"
            )
            close = difflib.get_close_matches(part, dir(value), n=3, cutoff=0.6)
            near = f" Did you mean {' or '.join(close)}?" if close else ""
            raise UsageError(f"{shown} has no {part}.{near}", "no-such-name") from None
    return value


def _is_named(routine: Routine, located: list[Located], loaded: list[Loaded]) -> bool:
    """Return whether one of the targets asks for this routine."""
    module, _, qualname = routine.target.partition(":")
    for one, at in zip(located, loaded, strict=True):
        if module not in {loaded_module.__name__ for loaded_module in at.modules}:
            continue
        if one.qualname is None or f"{qualname}.".startswith(f"{one.qualname}."):
            return True
    return False


def _makers_of_arguments(routines: list[Routine], signatures: Signatures) -> list[Routine]:
    return []


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
