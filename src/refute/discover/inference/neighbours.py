"""The rest of a subject's package: its source, read without importing it, and its classes, imported when they are asked for."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import os
import sys
import tokenize
import types
from collections.abc import Iterable, Iterator
from typing import Any

from refute.discover.inference.package_index import walk
from refute.look.classes import unusable
from refute.look.homes import home_of
from refute.look.module_source import ParsedModule

# So much source beside the subject's own is read: every process that tests the subject does it anew.
_MOST_SOURCE = 300_000
_NOT_READ = frozenset({"tests", "test", "testing", "conftest", "__pycache__", "_vendor", "vendor"})


def with_neighbours(modules: Iterable[ParsedModule]) -> list[ParsedModule]:
    """Return the modules with others of their package: those they import first, then those that are near.

    Who imports a package means the classes that it publishes, too.
    """
    found = {one.name: one for one in modules}
    imported = {name for one in found.values() for name in _imported(one)}
    published = {home for name in imported for home in _homes_of_classes(name)}
    tops = dict.fromkeys(name.partition(".")[0] for name in found)
    files = [pair for top in tops for pair in _files(top) if pair[0] not in found]
    files.sort(
        key=lambda pair: (
            pair[0] not in imported,
            pair[0] not in published,
            pair[0].count("."),
            pair[0],
        )
    )
    left = _MOST_SOURCE
    for name, file in files:
        text = _text(file)
        if len(text) > left:
            continue
        left -= len(text)
        try:
            found[name] = ParsedModule(name, text, ast.parse(text))
        except (SyntaxError, ValueError, RecursionError):
            continue
    return list(found.values())


def _imported(module: ParsedModule) -> Iterator[str]:
    """Yield the names of modules that a module may import from."""
    package = module.name.split(".")
    for node in walk(module.tree):
        if isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level] if node.level else []
            origin = ".".join([*base, *([node.module] if node.module else [])])
            yield origin
            yield from (f"{origin}.{one.name}" for one in node.names)
        elif isinstance(node, ast.Import):
            yield from (one.name for one in node.names)


def _homes_of_classes(package: str) -> Iterator[str]:
    """Yield the modules of the classes that a package publishes, exceptions apart."""
    held = _held_by(package)
    for value in list(held.values()) if "__path__" in held else ():
        if issubclass(type(value), type):  # not isinstance, which asks the value
            try:
                home = "" if issubclass(value, BaseException) else home_of(value)
            except Exception:  # a metaclass may answer with code of its own
                continue
            yield home


def _held_by(name: str) -> dict[str, Any]:
    """Return what an imported module holds; not by getattr, which it may answer with code of its own."""
    module = sys.modules.get(name)
    return dict(vars(module)) if isinstance(module, types.ModuleType) else {}


def _files(top: str) -> Iterator[tuple[str, str]]:
    """Yield the modules below a package, by name, with their files."""
    for folder in list(_held_by(top).get("__path__", ())):
        for here, folders, names in os.walk(folder):
            folders[:] = sorted(
                one for one in folders if one not in _NOT_READ and one.isidentifier()
            )
            parts = [top, *os.path.relpath(here, folder).split(os.sep)]
            for name in sorted(names):
                stem, extension = os.path.splitext(name)
                if extension == ".py" and stem.isidentifier() and stem not in _NOT_READ:
                    dotted = [one for one in (*parts, stem) if one not in (".", "__init__")]
                    yield ".".join(dotted), os.path.join(here, name)


def _text(file: str) -> str:
    try:
        with tokenize.open(file) as source:
            return source.read()
    except (OSError, SyntaxError, ValueError):
        return ""


def stub_modules(names: Iterable[str]) -> list[ParsedModule]:
    """Return the stubs of modules: beside them, in a folder `<package>-stubs` on the path, or of typeshed, where it is installed."""
    found = []
    for name in names:
        text = next(filter(None, map(_text, filter(os.path.isfile, _stub_files(name)))), "")
        try:
            found += [ParsedModule(name, text, ast.parse(text))] if text else []
        except (SyntaxError, ValueError, RecursionError):
            continue
    return found


def _stub_files(name: str) -> Iterator[str]:
    file = getattr(sys.modules.get(name), "__file__", None)
    if isinstance(file, str):
        yield f"{os.path.splitext(file)[0]}.pyi"
    top, *rest = name.split(".")
    for entry in sys.path:
        folder = os.path.join(entry, f"{top}-stubs", *rest)
        yield f"{folder}.pyi"
        yield os.path.join(folder, "__init__.pyi")
    if top in sys.stdlib_module_names:
        yield from _of_typeshed(name)


# Who brings typeshed along, and where.
_TYPESHED = (("typeshed_client", "typeshed"), ("mypy", os.path.join("typeshed", "stdlib")))


def _of_typeshed(name: str) -> Iterator[str]:
    """Yield the files that typeshed may have for a module; its package is not imported, which would change `typing`."""
    for package, inside in _TYPESHED:
        for folder in _folders_of(package):
            file = os.path.join(folder, inside, *name.split("."))
            yield f"{file}.pyi"
            yield os.path.join(file, "__init__.pyi")


def _folders_of(package: str) -> list[str]:
    try:
        spec = importlib.util.find_spec(package)
    except ValueError:  # somebody has put another module in its place
        return []
    return list(spec.submodule_search_locations or ()) if spec is not None else []


def live_object(key: str) -> object:
    """Return what `module:qualname` names, the module imported where it is not yet; None where that fails."""
    module_name, _, qualname = key.partition(":")
    try:
        found: object = importlib.import_module(module_name)
        for part in qualname.split("."):
            found = getattr(found, part)
    except (Exception, SystemExit):  # a module may do anything when imported
        return None
    return found


def live_class(key: str) -> type | None:
    """Return a class by `module:qualname`; None where there is none that can be used."""
    found = live_object(key)
    return found if isinstance(found, type) and not unusable(found) else None
