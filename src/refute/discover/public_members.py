"""The functions and classes that modules offer: `members_of`.  What a module merely imports from elsewhere is not its subject."""

from __future__ import annotations

import functools
import inspect
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from refute.discover.contract_libraries import restore_class
from refute.look.homes import home_of
from refute.look.module_source import assigned_names, parsed
from refute.model.subject import Located


@dataclass(frozen=True, slots=True)
class Member:
    """A public function or class under the name by which users reach it."""

    module: str
    name: str
    value: Any

    @property
    def target(self) -> str:
        """The name in operations, `module:qualname`."""
        return f"{self.module}:{self.name}"


def members_of(modules: Iterable[ModuleType], private: bool = False) -> list[Member]:
    """Return the functions and classes that belong to the modules, each once, by its shortest public name."""
    modules = sorted(modules, key=lambda m: (m.__name__.count("."), len(m.__name__), m.__name__))
    names = {module.__name__ for module in modules}
    found: dict[int, Member] = {}
    for module in modules:
        for name in public_names(module, private):
            value = _own(module, name, names)
            if value is None or _is_borrowed(module, name, value, names):
                continue
            known = found.get(id(value))
            if known is None or (
                known.module == module.__name__ and name == _asked(value, "__name__") != known.name
            ):
                found[id(value)] = Member(module.__name__, name, value)
    return list(found.values())


def _is_borrowed(module: ModuleType, name: str, value: Any, subject: set[str]) -> bool:
    """Return whether a module only uses what another module under test offers: a package publishes what it imports."""
    home = home_of(value)
    if home == module.__name__ or home not in subject or "__path__" in vars(module):
        return False
    if name in _listed(module) or any(part.startswith("_") for part in home.split(".")):
        return False
    there = sys.modules[home]
    return name in public_names(there) and vars(there).get(name) is value


def not_offered(
    members: Iterable[Member], modules: dict[str, ModuleType], named_by: Iterable[Located]
) -> list[Member]:
    """Return the members that a package keeps to itself though their names are public.

    A package whose `__init__` publishes things of its modules says by this what is meant for others: that, what
    the `__all__` of a module lists, and whatever the user asks for by name.
    """
    asked = {name for one in named_by for name in ([one.package] if one.package else one.modules)}
    named = {f"{one.module}:{one.qualname.partition('.')[0]}" for one in named_by if one.qualname}
    around = {
        above.__name__: above for one in named_by if one.package for above in _above(one.module)
    }
    packages = [one for one in {**modules, **around}.values() if "__path__" in vars(one)]
    published = {
        id(value)
        for package in packages
        for name in public_names(package)
        if (value := vars(package).get(name)) is not None and not name.startswith("_")
    }
    choosy = {
        package.__name__
        for package in packages
        if any(_comes_from(vars(package).get(name), package) for name in public_names(package))
    }
    return [
        one
        for one in members
        if one.target not in named
        and (
            one.name.startswith("_")
            or _is_said_to_be_internal(one.value)
            or (
                one.module.partition(".")[0] in choosy
                and one.module not in asked
                and id(one.value) not in published
                and one.name not in _listed(modules[one.module])
            )
        )
    ]


def _above(module: str) -> Iterator[ModuleType]:
    """Yield the packages that a module is in; they are imported with it."""
    parts = module.split(".")
    for length in range(1, len(parts)):
        package = sys.modules.get(".".join(parts[:length]))
        if isinstance(package, ModuleType):
            yield package


# How a docstring begins of what nobody outside is meant to call.
_INTERNAL = re.compile(
    r"(?:only |is )?(?:used|for|meant for) (?:internal(?:ly)?\b|internal use)|internal (?:use|class|function|helper)\b"
    r"|(?:not|never) (?:meant |intended )?to be (?:used|called|instantiated) directly",
    re.I,
)


def _is_said_to_be_internal(value: object) -> bool:
    """Return whether the docstring of a class or function begins with that it is for its package only."""
    said = (
        getattr(value, "__doc__", None)
        if inspect.isclass(value) or inspect.isfunction(value)
        else None
    )
    return isinstance(said, str) and _INTERNAL.match(said.strip()) is not None


def unlisted(
    modules: Iterable[ModuleType], members: Iterable[Member], subject: Iterable[str]
) -> dict[str, list[Member]]:
    """Return by module the public functions and classes that no `__all__` lists, though their module has one."""
    names, known = set(subject), {id(one.value) for one in members}
    found: dict[str, list[Member]] = {}
    for module in modules:
        listed = _listed(module)
        others = [n for n in vars(module) if not n.startswith("_") and n not in listed]
        own = [(n, v) for n in others if (v := _own(module, n, names)) is not None]
        found[module.__name__] = [
            Member(module.__name__, n, v)
            for n, v in own
            if listed and id(v) not in known and home_of(v) == module.__name__
        ]
    return found


def said_of_unlisted(
    left: dict[str, list[Member]], modules: dict[str, ModuleType]
) -> dict[str, str]:
    """Return what is said of names that are in no `__all__` where these are not tested.

    Where they are more than half of a module's, the module is named too: its `__all__` may be old, and nobody else says.
    """
    found: dict[str, str] = {}
    for name, members in left.items():
        module = modules[name]
        offered = sum(_own(module, one, set(modules)) is not None for one in _listed(module))
        if len(members) > offered:
            found[name] = (
                f"{len(members)} of its {len(members) + offered} public functions and classes are not in __all__, not tested"
            )
        found |= {one.target: "not in __all__, not tested" for one in members}
    return found


def _asked(value: object, name: str) -> object:
    try:
        return getattr(value, name, None)
    except Exception:  # proxies: looking at them can raise anything
        return None


def _comes_from(value: object, package: ModuleType) -> bool:
    """Return whether a function or class is defined in a module of the package."""
    return callable(value) and home_of(value).startswith(f"{package.__name__}.")


def _own(module: ModuleType, name: str, subject: set[str]) -> Any:
    """Return what the module has by that name if it is a function or class of the subject, else None."""
    try:
        value = getattr(module, name, None)
        restore_class(value)
        return value if _is_callable(value) and _belongs(value, name, module, subject) else None
    except Exception:  # names provided late, proxies: looking at them can raise anything
        return None


def public_names(module: ModuleType, private: bool = False) -> list[str]:
    """Return the names in `__all__`, else those without a leading underscore (with `private`, all of them)."""
    own = [name for name in vars(module) if not (name.startswith("__") and name.endswith("__"))]
    listed = _listed(module)
    if private:
        return list(dict.fromkeys([*listed, *own]))
    return listed or [name for name in own if not name.startswith("_")]


def _listed(module: ModuleType) -> list[str]:
    listed = vars(module).get("__all__")
    if not isinstance(listed, list | tuple | set | frozenset):
        return []
    names = [name for name in listed if isinstance(name, str)]
    if all(type(vars(module).get(name, module)) is ModuleType for name in names):
        return []  # a package that lists its modules says nothing of its functions
    return names if isinstance(listed, list | tuple) else sorted(names)


def _is_callable(value: object) -> bool:
    """Functions in all their forms and classes; not instances that happen to be callable, nor typing's things."""
    if isinstance(value, type):
        return not issubclass(value, type)
    if inspect.isroutine(value) or isinstance(value, functools.partial):
        return True
    return callable(value) and inspect.isroutine(getattr(value, "__wrapped__", None))


def _belongs(value: Any, name: str, module: ModuleType, subject: set[str]) -> bool:
    """Whether the value is defined in the subject, or published by it from a place that is not public."""
    if isinstance(value, functools.partial):
        return name in _listed(module) or _is_made_in(module, name)
    owner = home_of(value)
    if owner in subject or owner == f"_{module.__name__}":  # bisect is written in _bisect
        return True
    if name not in _listed(module):
        return False
    if not owner:
        return True  # a C function that does not say; the module says it is its own
    if owner == "builtins":
        return False
    top = module.__name__.partition(".")[0]
    if any(part.startswith("_") for part in owner.split(".")):
        return owner.partition(".")[0] in (top, owner)
    # os publishes posix's functions.
    return top in sys.stdlib_module_names and _is_compiled(owner) and not isinstance(value, type)


def _is_made_in(module: ModuleType, name: str) -> bool:
    """Return whether a module gives something this name, and has not imported it; True where its source is not at hand."""
    return all(not one.text or name in assigned_names(one.tree) for one in parsed([module]))


def _is_compiled(name: str) -> bool:
    file = getattr(sys.modules.get(name), "__file__", None)
    return file is None or not str(file).endswith(".py")
