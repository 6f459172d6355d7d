"""The code under test with one small change at a time: `Mutants`.

A mutant is compiled from the function that it changes and put into the function objects that exist, so that nothing is
imported anew.  A method keeps its class by being compiled inside an empty class of that name: names beginning with two
underscores and `super()` mean the same.
"""

from __future__ import annotations
import __future__

import ast
import gc
import linecache
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import CodeType, FunctionType

from refute.look.mutations import Mutation, mutations_of

# What tells code from other code: file, qualified name and first line.
Key = tuple[str, str, int]
_FUTURE = sum(getattr(__future__, name).compiler_flag for name in __future__.all_feature_names[-3:])


@dataclass(slots=True, eq=False)
class Mutant:
    """One mutation of a file."""

    file: str
    mutation: Mutation
    codes: dict[Key, CodeType] | None = field(default=None, repr=False)

    @property
    def name(self) -> str:
        """The mutation as text that means the same in another process."""
        return self.mutation.name

    def is_reached(self, lines: Collection[tuple[str, int]]) -> bool:
        """Return whether one of some lines that ran is one that is changed."""
        return any((self.file, line) in lines for line in self.mutation.lines)


class Mutants:
    """The mutants of some source files, whose functions are live in this process."""

    def __init__(self, files: Iterable[str]) -> None:
        self._files = frozenset(files)
        self._live = self._functions()
        self.all = [mutant for file in sorted(self._files) for mutant in self._in(file)]

    def _functions(self) -> dict[Key, list[FunctionType]]:
        gc.unfreeze()  # workers are forked from a process that froze what it had imported
        found: dict[Key, list[FunctionType]] = {}
        for one in gc.get_objects():
            if type(one) is FunctionType and one.__code__.co_filename in self._files:
                found.setdefault(_key(one.__code__), []).append(one)
        return found

    def _in(self, file: str) -> list[Mutant]:
        try:
            tree = ast.parse("".join(linecache.getlines(file)), file)
        except (SyntaxError, ValueError, RecursionError):
            return []
        return [Mutant(file, mutation) for mutation in mutations_of(tree)]

    @contextmanager
    def applied(self, mutant: Mutant) -> Iterator[bool]:
        """Let the code be the mutant while the block runs; yields whether any of it could be exchanged."""
        exchanged: list[tuple[FunctionType, CodeType]] = []
        try:
            for key, code in self._codes(mutant).items():
                for function in self._live.get(key, ()):
                    before = function.__code__
                    if before.co_freevars == code.co_freevars:
                        exchanged.append((function, before))
                        function.__code__ = code
            yield bool(exchanged)
        finally:
            for function, before in exchanged:
                function.__code__ = before

    def _codes(self, mutant: Mutant) -> dict[Key, CodeType]:
        if mutant.codes is None:
            try:
                flags = self._flags(mutant.file)
                mutant.codes = {_key(code): code for code in _compiled(mutant, flags)}
            except (SyntaxError, ValueError, RecursionError):
                mutant.codes = {}
        return mutant.codes

    def _flags(self, file: str) -> int:
        """Return what the file imports from `__future__`, as its functions know it."""
        found = (some[0].__code__ for key, some in self._live.items() if key[0] == file)
        return next((code.co_flags & _FUTURE for code in found), 0)


def _compiled(mutant: Mutant, flags: int) -> Iterator[CodeType]:
    mutation = mutant.mutation
    with mutation.edit.applied():
        *classes, node = mutation.path
        for outer in reversed(classes):
            empty = ast.parse(f"class {outer.name}: pass").body[0]  # type: ignore[attr-defined]
            empty.body = [node]  # type: ignore[attr-defined]
            node = empty
        tree = ast.fix_missing_locations(ast.Module([node], []))  # type: ignore[list-item]
        whole = compile(tree, mutant.file, "exec", flags, dont_inherit=True)
    yield from _inside(whole)


def _inside(code: CodeType) -> Iterator[CodeType]:
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield one
            yield from _inside(one)


def _key(code: CodeType) -> Key:
    return code.co_filename, code.co_qualname, code.co_firstlineno
