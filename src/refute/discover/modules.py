"""From what the user typed to live modules and the public things in them: `locate`, `load`, `members_of`.

`locate` runs in the parent and only looks at files; `load` runs in a worker and imports.  What a module merely
imports from elsewhere is not its subject.
"""

from __future__ import annotations

import difflib
import importlib
import keyword
import os
import pkgutil
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from importlib.machinery import BuiltinImporter, FrozenImporter, ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType

from refute.look.standard_error import ErrorOutput
from refute.look.tracebacks import text_of
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
    try:
        return _locate(target, Path(cwd).absolute())
    except (OSError, ValueError) as wrong:  # too long for a path, or no text at all
        raise UsageError(f"{target!r:.80} names nothing: {wrong!s:.80}.", "bad-target") from None


def _locate(target: str, folder: Path) -> Located:
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
    return all(map(_is_name, name.split(".")))


def _is_name(part: str) -> bool:
    """Return whether code can name it; a module called `class` is found by Python, and no test could import it."""
    return part.isidentifier() and not keyword.iskeyword(part)


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
    if not path.is_dir() and (path.suffix != ".py" or not path.is_file()):
        raise UsageError(f"{shown} is not a Python file.", "bad-target")
    parts = [] if path.name == "__init__.py" else [path.stem if path.is_file() else path.name]
    root = path.parent
    while _is_package(root):
        parts.insert(0, root.name)
        root = root.parent
    if not all(map(_is_name, parts)):
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
        if not _is_name(name) or name in NOT_WALKED or name == "__init__":
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
    if not _is_dotted(name) or name == "__main__":  # which is the program that runs
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
    search_first(located.path_entries)
    loaded = Loaded([])
    alone = len(located.modules) == 1
    for name in located.modules:
        try:
            check_own(name, located.path_entries)
        except UsageError as taken:
            if alone:
                raise
            loaded.skipped[name] = taken.message
            continue
        module = importlib.import_module(name) if alone else _imported(name, loaded.skipped)
        if module is None:
            continue
        loaded.modules.append(module)
        if located.qualname is None and not located.package:
            _load_below(module, loaded)
    return loaded


def check_own(name: str, entries: Iterable[str]) -> None:
    """Complain where a module of one of these folders cannot be imported, since Python uses another of the same name."""
    top = name.partition(".")[0]
    known = sys.modules.get(top)
    spec = known.__spec__ if isinstance(known, ModuleType) else None
    if spec is None and top not in sys.builtin_module_names:
        return
    origin = (spec and spec.origin) or ""
    for entry in entries:
        for file in (Path(entry, f"{top}.py"), Path(entry, top, "__init__.py")):
            if file.is_file() and not (os.path.isfile(origin) and file.samefile(origin)):
                raise UsageError(
                    f"{file} cannot be tested under its name: Python has a module {top} of its own, which is in use. "
                    "Rename it, or move it into a package.",
                    "name-taken",
                )


def search_first(entries: Iterable[str]) -> None:
    """Put the folders in front of the import path, also those that it has further behind.

    Otherwise a module of the same name in a folder before them would be taken for the target.
    """
    first = list(dict.fromkeys(entries))
    sys.path[:] = first + [entry for entry in sys.path if entry not in first]


def _load_below(package: ModuleType, loaded: Loaded) -> None:
    for info in modules_below(package.__name__, vars(package).get("__path__", ())):
        module = _imported(info.name, loaded.skipped)
        if module is not None and module not in loaded.modules:
            loaded.modules.append(module)
            if info.ispkg:
                _load_below(module, loaded)


def modules_below(package: str, path: Iterable[str]) -> Iterator[pkgutil.ModuleInfo]:
    """Yield the modules right below a package that are tested with it, without importing any."""
    for info in pkgutil.iter_modules(path, f"{package}."):
        last = info.name.rpartition(".")[2]
        if last not in NOT_WALKED and not last.startswith(("_", "test_")) and _is_name(last):
            yield info


def _imported(name: str, skipped: dict[str, str]) -> ModuleType | None:
    written = ErrorOutput()
    try:
        return importlib.import_module(name)
    except (Exception, SystemExit) as wrong:  # a module may do anything when imported
        raised = f"{type(wrong).__name__}: {text_of(wrong)}"
        skipped[name] = f"importing it raised {raised}{written.hint()}"
        return None


def is_below(package: ModuleType, name: str) -> bool:
    """Return whether a package has a module of that name, imported or not."""
    if isinstance(vars(package).get(name), ModuleType):
        return True
    path = list(vars(package).get("__path__", ()))
    return bool(path) and _find_spec(f"{package.__name__}.{name}", path, Path()) is not None


# ---------------------------------------------------------------- what is public


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
