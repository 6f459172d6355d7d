"""From what the user typed to live modules and the public things in them: `locate`, `load`, `members_of`.

`locate` runs in the parent and only looks at files; `load` runs in a worker and imports.  What a module merely
imports from elsewhere is not its subject.
"""

from __future__ import annotations

import difflib
import functools
import importlib
import inspect
import os
import pkgutil
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from importlib.machinery import BuiltinImporter, FrozenImporter, ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

from refute.discover.contracts import restore_class
from refute.model.errors import UsageError
from refute.model.subject import Located

# Modules below a package that test it, or run when imported.
NOT_WALKED = frozenset({"tests", "test", "testing", "conftest", "__main__", "setup"})

# Folders in folders without `__init__.py`: whoever points at a home folder does not mean all of it.
_DEEPEST = 2


# ---------------------------------------------------------------- locate: the parent's side, no imports


def locate(target: str, cwd: str | os.PathLike[str]) -> Located:
    """Return where the target is; UsageError says why it is nowhere.

    >>> locate("json.decoder:JSONDecoder", "/").module
    'json.decoder'
    """
    folder = Path(cwd).absolute()
    whole = target.strip()
    name, colon, qualname = whole.rpartition(":")
    if not colon or (folder / whole).exists():
        name, qualname = whole, ""
    if not name or (qualname == "" and name != whole) or (qualname and not _is_dotted(qualname)):
        message = f"{target!r} names no module, class, function, file or folder."
        raise UsageError(f"{message} Write pkg.mod, pkg.mod:Class.method or a path.", "bad-target")
    if _looks_like_path(name) or (not _is_module(name, folder) and (folder / name).exists()):
        return _locate_path(folder / name, name, qualname or None)
    try:
        return _locate_module(name, folder, qualname or None)
    except UsageError as nowhere:
        # A project whose packages are in `src` and are not installed.
        source = folder / "src"
        if nowhere.slug != "no-such-module" or not source.is_dir():
            raise
        try:
            return _locate_module(name, source, qualname or None)
        except UsageError as neither:
            # Who knows the package has the better advice.
            knows = _find_spec(name.partition(".")[0], None, source) is not None
            raise (neither if knows else nowhere) from None


def _is_dotted(name: str) -> bool:
    return all(part.isidentifier() for part in name.split("."))


def _is_module(name: str, folder: Path) -> bool:
    """Whether a plain name is a module; a folder without `__init__.py` is better taken as a path."""
    spec = _find_spec(name, None, folder) if name.isidentifier() else None
    return spec is not None and spec.origin is not None


def _looks_like_path(name: str) -> bool:
    return "/" in name or os.sep in name or name.endswith(".py") or name.startswith((".", "~"))


def _is_package(path: Path) -> bool:
    return (path / "__init__.py").is_file()


def _locate_path(path: Path, shown: str, qualname: str | None) -> Located:
    path = Path(os.path.normpath(path.expanduser()))
    if not path.exists():
        near = _near(path.name, (other.name for other in _entries(path.parent)))
        raise UsageError(f"there is no file or folder {shown}.{near}", "no-such-path")
    if path.is_dir() and not _is_package(path):
        return _locate_folder(path, shown, qualname)
    if path.is_file() and path.suffix != ".py":
        raise UsageError(f"{shown} is not a Python file.", "bad-target")
    parts = [] if path.name == "__init__.py" else [path.stem if path.is_file() else path.name]
    root = path.parent
    while _is_package(root):
        parts.insert(0, root.name)
        root = root.parent
    if not all(part.isidentifier() for part in parts):
        message = f"{shown} cannot be imported: {'.'.join(parts)!r} is no module name. Rename it."
        raise UsageError(message, "bad-target")
    return Located((str(root),), (".".join(parts),), qualname)


def _locate_folder(path: Path, shown: str, qualname: str | None) -> Located:
    names = tuple(_modules_in_folder(path))
    if not names and (path / "src").is_dir():
        path = path / "src"
        names = tuple(_modules_in_folder(path))
    if not names:
        raise UsageError(f"there is no Python module in {shown}.", "no-such-module")
    return Located((str(path),), names, qualname)


def _modules_in_folder(folder: Path, prefix: str = "") -> Iterator[str]:
    """Yield the modules and packages of a folder, and those of folders in it that are no packages."""
    for path in _entries(folder):
        name = path.stem if path.suffix == ".py" else path.name
        if not name.isidentifier() or name in NOT_WALKED or name == "__init__":
            continue
        if name.startswith(("test_", "_")) or name.endswith("_test"):
            continue
        if path.suffix == ".py" or _is_package(path):
            yield prefix + name
        elif _is_walked(path) and prefix.count(".") < _DEEPEST:
            yield from _modules_in_folder(path, f"{prefix}{name}.")


def _is_walked(path: Path) -> bool:
    """Not `src`, which is a search path of its own, nor installed packages, nor links that may lead in circles."""
    left_out = path.name in ("src", "build", "dist", "node_modules") or path.is_symlink()
    return path.is_dir() and not left_out and not (path / "pyvenv.cfg").exists()


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def _locate_module(name: str, folder: Path, qualname: str | None) -> Located:
    if not _is_dotted(name):
        raise UsageError(f"{name!r} is not a module name, and no such path exists.", "bad-target")
    parts = name.split(".")
    path: list[str] | None = None
    for length in range(1, len(parts) + 1):
        prefix = ".".join(parts[:length])
        spec = _find_spec(prefix, path, folder)
        if spec is None and prefix not in sys.modules:  # os.path is no file of that name
            raise _no_such_module(parts, length, path, folder)
        path = list((spec and spec.submodule_search_locations) or [])
    return Located((str(folder),), (name,), qualname)


def _find_spec(name: str, path: list[str] | None, folder: Path) -> ModuleSpec | None:
    if path is not None:
        return PathFinder.find_spec(name, path) if path else None
    found = BuiltinImporter.find_spec(name) or FrozenImporter.find_spec(name)
    found = found or PathFinder.find_spec(name, [str(folder), *sys.path])
    if found is not None:
        return found
    # Editable installs bring finders of their own.
    usual = (BuiltinImporter, FrozenImporter, PathFinder)
    for finder in sys.meta_path:
        if finder not in usual and hasattr(finder, "find_spec"):
            found = finder.find_spec(name, None)
            if found is not None:
                return found
    return None


def find_module(name: str, path_entries: Iterable[str]) -> ModuleSpec | None:
    """Return where a module is, without importing anything, not even its package."""
    parts = name.split(".")
    found: ModuleSpec | None = None
    for folder in path_entries or ["."]:
        path: list[str] | None = None
        for length in range(1, len(parts) + 1):
            found = _find_spec(".".join(parts[:length]), path, Path(folder))
            path = list((found and found.submodule_search_locations) or [])
        if found is not None:
            return found
    return None


def _no_such_module(
    parts: list[str], length: int, path: list[str] | None, folder: Path
) -> UsageError:
    missing = parts[length - 1]
    parent = ".".join(parts[: length - 1])
    where = [str(folder), str(folder / "src"), *sys.path] if path is None else path
    siblings = {info.name for info in pkgutil.iter_modules(where)}
    if path is None:
        siblings |= sys.stdlib_module_names
    near = _near(missing, siblings, f"{parent}." if parent else "")
    if not near and parent:
        near = f" For something inside {parent}, write {parent}:{'.'.join(parts[length - 1 :])}."
    return UsageError(f"there is no module {'.'.join(parts[:length])}.{near}", "no-such-module")


def _near(name: str, others: Iterable[str], prefix: str = "") -> str:
    close = difflib.get_close_matches(name, sorted(others), n=3, cutoff=0.7)
    return f" Did you mean {' or '.join(prefix + other for other in close)}?" if close else ""


# ---------------------------------------------------------------- load: the worker's side


@dataclass(slots=True)
class Loaded:
    """The modules of one target, and which below a package could not be imported, and why."""

    modules: list[ModuleType]
    skipped: dict[str, str] = field(default_factory=dict)


def load(located: Located) -> Loaded:
    """Import the target's modules; what the target itself raises on import is the caller's to catch.

    Of a package every module below it is imported too; one of those that cannot be is skipped.
    """
    for entry in reversed(located.path_entries):
        if entry not in sys.path:
            sys.path.insert(0, entry)
    loaded = Loaded([])
    alone = len(located.modules) == 1
    for name in located.modules:
        module = importlib.import_module(name) if alone else _imported(name, loaded.skipped)
        if module is None:
            continue
        loaded.modules.append(module)
        if located.qualname is None:
            _load_below(module, loaded)
    return loaded


def _load_below(package: ModuleType, loaded: Loaded) -> None:
    for info in pkgutil.iter_modules(vars(package).get("__path__", ()), f"{package.__name__}."):
        last = info.name.rpartition(".")[2]
        if last in NOT_WALKED or last.startswith(("_", "test_")):
            continue
        module = _imported(info.name, loaded.skipped)
        if module is not None and module not in loaded.modules:
            loaded.modules.append(module)
            if info.ispkg:
                _load_below(module, loaded)


def _imported(name: str, skipped: dict[str, str]) -> ModuleType | None:
    try:
        return importlib.import_module(name)
    except (Exception, SystemExit) as wrong:  # a module may do anything when imported
        skipped[name] = f"importing it raised {type(wrong).__name__}: {wrong}"
        return None


def is_below(package: ModuleType, name: str) -> bool:
    """Return whether a package has a module of that name, imported or not."""
    if isinstance(vars(package).get(name), ModuleType):
        return True
    path = list(vars(package).get("__path__", ()))
    return bool(path) and _find_spec(f"{package.__name__}.{name}", path, Path()) is not None


# ---------------------------------------------------------------- what is public


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
            if value is None:
                continue
            known = found.get(id(value))
            own_name = getattr(value, "__name__", None)
            if known is None or (
                known.module == module.__name__ and name == own_name != known.name
            ):
                found[id(value)] = Member(module.__name__, name, value)
    return list(found.values())


def not_offered(
    members: Iterable[Member], modules: dict[str, ModuleType], named_by: Iterable[Located]
) -> list[Member]:
    """Return the members that a package keeps to itself though their names are public.

    A package whose `__init__` publishes things of its modules says by this what is meant for others: that, what
    the `__all__` of a module lists, and whatever the user asks for by name.
    """
    asked = {name for one in named_by for name in one.modules}
    named = {f"{one.module}:{one.qualname.partition('.')[0]}" for one in named_by if one.qualname}
    packages = [one for one in modules.values() if "__path__" in vars(one)]
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
            or (
                one.module.partition(".")[0] in choosy
                and one.module not in asked
                and id(one.value) not in published
                and one.name not in _listed(modules[one.module])
            )
        )
    ]


def not_listed(
    modules: Iterable[ModuleType], members: Iterable[Member], subject: Iterable[str]
) -> dict[str, str]:
    """Return the public functions and classes that no `__all__` lists, though their module has one, each with the reason.

    Where they are more than half of a module's, the module is named too: its `__all__` may be old, and nobody else says.
    """
    names, known = set(subject), {id(one.value) for one in members}
    found: dict[str, str] = {}
    for module in modules:
        listed = _listed(module)
        if not listed:
            continue
        others = [n for n in vars(module) if not n.startswith("_") and n not in listed]
        own = {n: v for n in others if (v := _own(module, n, names)) is not None}
        left = [n for n, v in own.items() if id(v) not in known and _home(v) == module.__name__]
        offered = sum(_own(module, name, names) is not None for name in listed)
        if len(left) > offered:
            found[module.__name__] = (
                f"{len(left)} of its {len(left) + offered} public functions and classes are not in __all__, not tested"
            )
        found |= {f"{module.__name__}:{name}": "not in __all__, not tested" for name in left}
    return found


def _home(value: object) -> object:
    try:
        return getattr(value, "__module__", None)
    except Exception:  # proxies: looking at them can raise anything
        return None


def _comes_from(value: object, package: ModuleType) -> bool:
    """Return whether a function or class is defined in a module of the package."""
    home = _home(value)
    return callable(value) and isinstance(home, str) and home.startswith(f"{package.__name__}.")


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
        return True
    owner = getattr(value, "__module__", None)
    if owner in subject or owner == f"_{module.__name__}":  # bisect is written in _bisect
        return True
    if name not in _listed(module):
        return False
    if owner is None:
        return True  # a C function that does not say; the module says it is its own
    if not isinstance(owner, str) or owner == "builtins":
        return False
    top = module.__name__.partition(".")[0]
    if any(part.startswith("_") for part in owner.split(".")):
        return owner.partition(".")[0] in (top, owner)
    # os publishes posix's functions.
    return top in sys.stdlib_module_names and _is_compiled(owner) and not isinstance(value, type)


def _is_compiled(name: str) -> bool:
    file = getattr(sys.modules.get(name), "__file__", None)
    return file is None or not str(file).endswith(".py")


def path_entries(located: list[Located]) -> list[str]:
    """Return the folders that must be on the path for the targets to be imported, each once."""
    return list(
        dict.fromkeys(
            entry for one in located for entry in one.path_entries if _holds(entry, one.modules)
        )
    )


def _holds(entry: str, modules: tuple[str, ...]) -> bool:
    """Return whether a module is imported from this folder, not from where it is installed."""
    tops = {module.partition(".")[0] for module in modules}
    return any(Path(entry, name).exists() for top in tops for name in (top, f"{top}.py"))
