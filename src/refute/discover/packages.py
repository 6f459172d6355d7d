"""A package as its modules, each a target of its own, without importing any: `parts_of`, `is_large`, `narrowed`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from refute.discover.modules import find_module, modules_below
from refute.model.subject import Located

# A package of more modules than this is searched module by module.  Below it, importing all of them takes a few seconds
# at the most, and sequences that cross modules are worth more.
LARGE = 40


def parts_of(located: Located) -> list[Located]:
    """Return a target as one target for each module that it has; the package itself comes before what is below it."""
    if located.qualname is not None or located.package:
        return [located]
    return [
        Located(located.path_entries, (name,), package=top)
        for top in located.modules
        for name in _names(top, located.path_entries)
    ]


def is_large(located: Iterable[Located]) -> bool:
    """Return whether the targets have so many modules that they are searched one by one."""
    return sum(len(parts_of(one)) for one in located) > LARGE


def narrowed(located: list[Located], modules: Collection[str]) -> list[Located]:
    """Return the targets; where they are searched module by module, only those of these modules."""
    if not is_large(located):
        return located
    parts = [part for one in located for part in parts_of(one)]
    return [part for part in parts if part.qualname or part.module in modules] or located


def _names(module: str, entries: tuple[str, ...]) -> Iterator[str]:
    yield module
    spec = find_module(module, entries)
    yield from _below(module, list((spec and spec.submodule_search_locations) or []))


def _below(package: str, path: list[str]) -> Iterator[str]:
    for info in modules_below(package, path):
        yield info.name
        if info.ispkg:
            last = info.name.rpartition(".")[2]
            yield from _below(info.name, [str(Path(one, last)) for one in path])
