"""What the subject offers, as relations look at it: `Offer`, one for each operation, `offers_of` a subject."""

from __future__ import annotations

import inspect
import re
import sys
from dataclasses import dataclass
from functools import cached_property
from types import CodeType, FunctionType
from typing import Any

from refute.look.classes import code_of
from refute.look.written_code import as_written
from refute.model.sequence import RECEIVERS, Call
from refute.model.subject import Routine, Subject


@dataclass(frozen=True)
class Offer:
    """An operation with its name, what its docstring says, and the call that passes only what it needs."""

    routine: Routine
    name: str
    doc: str
    # Of the operation, and of the methods of its class that it may call.
    codes: tuple[CodeType, ...]

    @property
    def target(self) -> str:
        return self.routine.target

    @property
    def owner(self) -> str | None:
        """The class it belongs to; None of a function."""
        return self.routine.owner

    @property
    def has_receiver(self) -> bool:
        return self.routine.how in RECEIVERS

    @property
    def needed(self) -> tuple[int, ...]:
        """Which inputs must be passed, the receiver included."""
        return tuple(i for i, given in enumerate(self.routine.inputs) if given.required)

    @property
    def call(self) -> Call:
        """The call with as few arguments as it takes."""
        return self.routine.call(self.needed)

    @property
    def shown(self) -> str:
        """The operation as a message names it: without the module."""
        return self.target.rpartition(":")[2]

    def parameters(self) -> tuple[str, ...]:
        """Return the names of what must be passed, without the receiver."""
        return tuple(self.routine.inputs[i].name for i in self.needed[self.has_receiver :])

    def names(self) -> tuple[str, ...]:
        """Return the names of all that may be passed, without the receiver."""
        return tuple(given.name for given in self.routine.inputs[self.has_receiver :])

    def optional(self) -> tuple[str, ...]:
        """Return the names of what may be passed and need not."""
        return tuple(given.name for given in self.routine.inputs if not given.required)

    def says(self, words: re.Pattern[str]) -> bool:
        """Return whether the docstring has one of these words."""
        return words.search(self.doc) is not None


def offers_of(subject: Subject) -> list[Offer]:
    """Return the operations under test that are offered to everybody, in the order in which they are found."""
    found = []
    for routine in subject.routines:
        if routine.target in subject.internal or routine.stand_in is not None:
            continue
        member = _member(routine.target)
        name = routine.target.rpartition(":")[2].rpartition(".")[2]
        doc = inspect.getdoc(member) or "" if member is not None else ""
        cls = subject.classes.get(routine.owner or "")
        found.append(Offer(routine, name, doc.casefold(), _codes(member, cls)))
    return found


def _codes(member: Any, cls: type | None) -> tuple[CodeType, ...]:
    code = getattr(member, "__code__", None)
    if not isinstance(code, CodeType):
        return ()
    code = as_written(code)
    called = [code_of(cls, name) for name in code.co_names] if isinstance(cls, type) else []
    return (code, *[one for one in called if one is not None])


def _member(target: str) -> Any:
    """Return the function behind an operation, as far as it can be seen without running anything."""
    module, _, path = target.partition(":")
    member: Any = sys.modules.get(module)
    for name in path.split("."):
        member = inspect.getattr_static(member, name, None)
    if isinstance(member, classmethod | staticmethod):
        member = member.__func__
    elif isinstance(member, property):
        member = member.fget
    elif isinstance(member, cached_property):
        member = member.func
    return vars(member).get("__wrapped__", member) if isinstance(member, FunctionType) else member
