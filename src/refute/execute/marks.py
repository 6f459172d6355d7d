"""Which branches of the subject's own code have been taken: `Marks`.

After the import the files are compiled anew with a mark in every branch (`execute/marking.py`), and the functions are given
the new code.  A mark that was seen is compiled away before long, so that what is left costs nothing: the marks of branches
that were never taken.  A trace function makes code ten times slower, and `sys.monitoring` keeps calling back where a branch
always goes one way.
"""

from __future__ import annotations
import __future__

import ast
import builtins
import gc
import linecache
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass, field
from types import CodeType, FunctionType
from typing import Any

from refute.execute.marking import NOTE, READ, STORE, Marker, Site
from refute.look.written_code import as_written, forget_written, note_written

# Of a big package only so much is marked: compiling takes 10 ms per 10 kB.
_MOST_SOURCE = 250_000

# Where a function is: its qualified name and first line.
_Key = tuple[str, int]
Note = Callable[[int, int, object], object]


class _Reads(dict[int, None]):
    """Notes in the store which keys it was asked for."""

    def __missing__(self, mark: int) -> None:
        _STORED[mark] = 1
        self[mark] = None


# One of each in a process: code that was marked for an earlier search may still run.
_STORED = bytearray()
_READ = _Reads()
_SITES: list[Site] = []


@dataclass(slots=True)
class _Unit:
    """A function or another statement that contains one, not in another function: what is compiled at a time."""

    statement: ast.stmt
    classes: tuple[str, ...]  # in which it stands
    first: int = 0  # the number of its first site
    sites: int = 0

    def numbers(self) -> range:
        """Return the numbers of its sites."""
        return range(self.first, self.first + self.sites)

    def marker(
        self, file: str, is_wanted: Callable[[int], bool], recorded: Container[int] = ()
    ) -> Marker:
        """Return what marks it."""
        return Marker(file, self.first, is_wanted, recorded, self.classes)


@dataclass(slots=True)
class _File:
    """A file with its statements that contain functions, and the functions that there are."""

    name: str
    text: str
    tree: ast.Module
    flags: int = 0
    units: list[_Unit] = field(default_factory=list)
    functions: dict[_Key, list[FunctionType]] = field(default_factory=dict)


class Marks:
    """The marks in some files, for one search; the last one made is the one that is told."""

    def __init__(self, files: Iterable[str]) -> None:
        self.seen: dict[int, None] = {}  # marks, in the order of their first sight
        self._gone: set[int] = set()  # those that were compiled away
        self._beside: set[int] = (
            set()
        )  # sites in other files, which only tell that something led further
        self._files = _read_all(files)
        _find_functions(self._files)
        builtins.__dict__.update({STORE: _STORED, READ: _READ})
        for file in self._files:
            self._mark(file)
        _STORED.extend(bytes(2 * len(_SITES) - len(_STORED)))
        self.sites = {
            number: _SITES[number]
            for file in self._files
            for unit in file.units
            for number in unit.numbers()
        }
        self._entries = {
            (site.file, site.function): site.marks[0]
            for site in self.sites.values()
            if not site.asks
        }

    def add(self, names: Iterable[str]) -> None:
        """Mark other files, too: their branches are told among the news, and are none of the frontier."""
        known = {file.name for file in self._files}
        added = _read_all(name for name in names if name not in known)
        _find_functions(added)
        for file in added:
            self._mark(file)
            self._beside.update(number for unit in file.units for number in unit.numbers())
        self._files += added
        _STORED.extend(bytes(2 * len(_SITES) - len(_STORED)))

    def _mark(self, file: _File) -> None:
        """Mark every branch of a file; where that is done for the first time they are numbered."""
        is_numbered = bool(file.units)
        for unit in file.units or [*_units(file)]:
            if not is_numbered:
                unit.first = len(_SITES)
            marker = unit.marker(file.name, lambda mark: True)
            made = marker.visit(_copied(unit.statement))
            if marker.sites and not is_numbered:
                unit.sites = len(marker.sites)
                file.units.append(unit)
                _SITES.extend(marker.sites)
            if marker.sites:
                _install(file, unit, made)

    # ---- what was taken -----------------------------------------------------------------------------------

    def begin(self) -> None:
        """Forget what was taken since: whatever comes is told by `taken` and `news`."""
        if _STORED.find(1) >= 0:
            _STORED[:] = bytes(len(_STORED))
        if _READ:
            _READ.clear()

    def taken(self) -> list[int]:
        """Return the marks that were set since the beginning; not those that were compiled away."""
        found = []
        place = _STORED.find(1)
        while place >= 0:
            found.append(place)
            place = _STORED.find(1, place + 1)
        return found

    def news(self) -> list[int]:
        """Return the marks set since the beginning that were never seen before."""
        if _STORED.find(1) < 0:
            return []
        found = [one for one in self.taken() if one not in self.seen and self._is_ours(one >> 1)]
        self.seen.update(dict.fromkeys(found))
        return found

    def _is_ours(self, site: int) -> bool:
        return site in self.sites or site in self._beside

    def frontier(self) -> list[tuple[Site, int]]:
        """Return the sites that were reached and always went one way, each with the mark that was never seen."""
        found = []
        for site in self.sites.values():
            missing = [mark for mark in site.marks if mark not in self.seen]
            if site.asks and len(missing) == 1 and self._is_reached(site):
                found.append((site, missing[0]))
        return found

    def _is_reached(self, site: Site) -> bool:
        # Where only one side is marked, it is only known that the function was called.
        return site.sides == 2 or self.entry_of(site) in self.seen

    def entry_of(self, site: Site) -> int | None:
        """Return the mark that says that the function of a site was called."""
        return self._entries.get((site.file, site.function))

    # ---- compiling ----------------------------------------------------------------------------------------

    def thin_out(self) -> bool:
        """Compile away the marks that were seen; return whether there were any."""
        fresh = {mark >> 1 for mark in self.seen if mark not in self._gone}
        self._gone.update(self.seen)
        self._compile(fresh)
        return bool(fresh)

    def remove(self) -> None:
        """Give every function the code that was written."""
        for file in self._files:
            for functions in file.functions.values():
                for function in functions:
                    function.__code__ = as_written(function.__code__)

    def record(self, sites: Container[int], note: Note) -> None:
        """Pass the operands of the tests at these sites to a function, which returns them."""
        builtins.__dict__[NOTE] = note
        self._compile(sites, sites)

    def stop_recording(self, sites: Container[int]) -> None:
        """Let the tests at these sites be as they were."""
        self._compile(sites)

    def _compile(self, among: Container[int], recorded: Container[int] = ()) -> None:
        """Compile the statements that have one of these sites, and give the functions their new code."""
        gone = self._gone
        for file in self._files:
            for unit in file.units:
                if any(number in among for number in unit.numbers()):
                    marker = unit.marker(file.name, lambda mark: mark not in gone, recorded)
                    _install(file, unit, marker.visit(_copied(unit.statement)))


# By name: files are numbered once in a process.
_FILES: dict[str, _File] = {}


def _read_all(names: Iterable[str]) -> list[_File]:
    """Return the files that can be read, as many as there is time for."""
    found, left = [], _MOST_SOURCE
    for name in names:
        text = "".join(linecache.getlines(name)) if name.endswith(".py") else ""
        left -= len(text)
        if not text or left < 0:
            continue
        known = _FILES.get(name)
        if known is None or known.text != text:
            try:
                known = _FILES[name] = _parsed(name, text)
            except (SyntaxError, ValueError, RecursionError):
                continue
        found.append(known)
    return found


def _units(file: _File) -> Iterator[_Unit]:
    for statement, classes in _statements(file.tree.body, ()):
        yield _Unit(statement, classes)


def _statements(
    body: list[ast.stmt], classes: tuple[str, ...]
) -> Iterator[tuple[ast.stmt, tuple[str, ...]]]:
    """Yield the statements of a module and of its classes, with the classes that each stands in."""
    for statement in body:
        if isinstance(statement, ast.ClassDef):
            yield from _statements(statement.body, (*classes, statement.name))
        else:
            yield statement, classes


def _copied(node: Any) -> Any:
    """Return a copy of a tree; `copy.deepcopy` takes five times as long."""
    if isinstance(node, list):
        return [_copied(one) for one in node]
    if not isinstance(node, ast.AST):
        return node
    made = node.__class__.__new__(node.__class__)
    made.__dict__.update({name: _copied(value) for name, value in node.__dict__.items()})
    return made


def _install(file: _File, unit: _Unit, statement: ast.stmt) -> None:
    """Compile a statement within its classes, whose names its code depends on, and give it to its functions."""
    for name in reversed(unit.classes):
        around = ast.parse(f"class {name}: pass").body[0]
        assert isinstance(around, ast.ClassDef)
        around.body = [statement]
        statement = around
    made = compile(ast.Module([statement], []), file.name, "exec", file.flags, dont_inherit=True)
    for key, codes in _by_key(made).items():
        if len(codes) == 1:  # not one of several lambdas of a line
            _give(codes[0], file.functions.get(key, ()))


def _parsed(name: str, text: str) -> _File:
    tree = ast.parse(text)
    return _File(name, text, tree, _future_flags(tree))


def _future_flags(tree: ast.Module) -> int:
    flags = 0
    for statement in tree.body:
        if isinstance(statement, ast.ImportFrom) and statement.module == "__future__":
            for alias in statement.names:
                flags |= getattr(__future__, alias.name).compiler_flag
    return flags


def _find_functions(files: list[_File]) -> None:
    """Note the functions that there are of each file; those that are not yet made will be made by their code."""
    by_name = {file.name: file for file in files}
    for file in files:
        file.functions.clear()
    frozen = (
        gc.get_freeze_count()
    )  # workers are forked from a process that froze what it had imported
    gc.unfreeze()
    for one in gc.get_objects():
        if type(one) is FunctionType and (found := by_name.get(one.__code__.co_filename)):
            code = one.__code__
            found.functions.setdefault((code.co_qualname, code.co_firstlineno), []).append(one)
    if frozen:
        gc.freeze()


def _by_key(code: CodeType) -> dict[_Key, list[CodeType]]:
    """Return the code objects in another one, at any depth, by where they are."""
    found: dict[_Key, list[CodeType]] = {}
    rest = [code]
    while rest:
        for inner in _inner(rest.pop()):
            found.setdefault((inner.co_qualname, inner.co_firstlineno), []).append(inner)
            rest.append(inner)
    return found


def _inner(code: CodeType) -> list[CodeType]:
    return [one for one in code.co_consts if isinstance(one, CodeType)]


def _give(code: CodeType, functions: Iterable[FunctionType]) -> None:
    for function in functions:
        before = function.__code__
        if code.co_freevars == before.co_freevars and code.co_varnames == before.co_varnames:
            written = as_written(before)
            function.__code__ = code
            _note_written(code, written, before)


def _note_written(code: CodeType, written: CodeType, before: CodeType) -> None:
    forget_written(before)
    note_written(code, written)
    for new, old, last in zip(_inner(code), _inner(written), _inner(before), strict=False):
        if new.co_name == old.co_name:
            _note_written(new, old, last)
