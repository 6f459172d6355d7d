"""The roles a plugin can play: `Law`, `Oracle`, `Visitor`, `PresetSource`, and `Breach`, what a law reports.

Plugins register objects with these members through the entry point group `refute` or by dotted name in
`[tool.refute]`; the documentation of each role is here and nowhere else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from refute.model.execution import Execution
from refute.model.sequence import Literal
from refute.model.typeform import TypeForm
from refute.model.verdict import Violation


@dataclass(frozen=True, slots=True)
class Breach:
    """A law that does not hold for some values.

    `assertion` is a line of Python with {0}, {1}… for the values' names; run after the sequence it fails in the
    same way.  `exception` is what a law that forbids raising caught.  `culprit` is the number of the value whose
    class a report names.  `convention` and `remedy` take the place of the law's own, where they are given.
    """

    message: str
    assertion: str
    exception: BaseException | None = None
    culprit: int = 0
    convention: str = ""
    remedy: str = ""


class Law(Protocol):
    """A rule that every object of a class obeys, without a specification.

    Members that have a value here may be left out: the value then counts.
    """

    name: str  # "eq-reflexive": the rule's name in reports
    arity: int  # how many values of one class it speaks of: 1, 2 or 3
    dear: bool  # costs more than a few microseconds, so it is sampled once a class has passed it often

    # "__eq__": what a report names and points to; the class itself if there is none.
    method: str = ""
    reason: str = ""  # why objects obey it; else a report says that the law's class says so
    convention: str = ""  # why users expect it of a class that may have reasons not to: a breach is then only likely
    remedy: str = ""  # what to do about a breach
    # "is_equal_to_itself": what a test claims of the class; else the law's name.
    test_name: str = ""
    # To the method, so where that stumbles, it may not be over what the object holds.
    passes_own_values: bool = False

    def applies(self, cls: type) -> bool:
        """Return whether the law says anything about this class; asked once per class."""

    def broken(self, *values: object) -> Breach | None:
        """Return how the law is broken by these values, or None.  May call the values' own methods."""


def stated(law: Law, member: str) -> Any:
    """Return a member of a law that may be left out."""
    return getattr(law, member, getattr(Law, member))


class Oracle(Protocol):
    """Something that finds violations in what happened, without running anything."""

    name: str

    def violations(self, execution: Execution) -> list[Violation]:
        """Return the rules broken in this execution."""


class Visitor(Protocol):
    """Watches every step: for tracing, statistics, checks of one's own (Randoop 7.7)."""

    def before(self, sequence_so_far: int, target: str, arguments: list[object]) -> None:
        """Called before the subject is called; `sequence_so_far` counts the steps made."""

    def after(self, target: str, value: object, exception: BaseException | None) -> str | None:
        """Called after; a text returned is a violation of the rule "visitor", blamed on the code."""


class PresetSource(Protocol):
    """Offers values for a type."""

    def presets(self, form: TypeForm) -> list[Literal]:
        """Return literals that may be passed where the form is asked for."""
