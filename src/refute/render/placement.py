"""Which values of a sequence get a variable, and which are written where they are used: `Placement`.

A value gets a variable when it is used twice, spoken of by an assertion, or receives a call.  Effects happen in the
order of the steps: a call is moved into another's argument only if nothing with an effect lies between the two.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable

from refute.model.sequence import (
    Allocate,
    Call,
    Callback,
    Derive,
    Display,
    Literal,
    Parameter,
    Return,
    Sequence,
    SetField,
)
from refute.model.syntax import OPERATORS
from refute.render.trees import is_plain

# A line with constructors inside others stays shorter than this; so deep, and no deeper, they are nested.
NESTED_WIDTH = 80
NESTED_DEPTH = 3

# Values of these classes are as good as new when written twice; NaN is not, being equal to itself by identity only.
_IMMUTABLE = frozenset(
    [
        *("int", "float", "complex", "bool", "str", "bytes", "None", "range", "frozenset"),
        *(
            "decimal:Decimal",
            "fractions:Fraction",
            "uuid:UUID",
            "datetime:date",
            "datetime:datetime",
        ),
        *("datetime:time", "datetime:timedelta", "datetime:timezone", "pathlib:Path"),
        *("pathlib:PurePath", "pathlib:PosixPath", "pathlib:PurePosixPath"),
    ]
)


class Placement:
    """What is written where.  `line_of` gives the statement of a step as it would stand, on one line, and `is_lambda`
    says whether the callback made at a position can be written as a lambda.

    live        positions of the steps that are written at all
    uses[p]     how many argument places of live steps the value made at p fills
    inline      positions of the steps written where their value is used
    """

    def __init__(
        self,
        sequence: Sequence,
        keep: frozenset[int],
        line_of: Callable[[int], str],
        is_lambda: Callable[[int], bool],
    ) -> None:
        self.sequence = sequence
        self.keep = keep
        self.inline: set[int] = set()
        self._line_of = line_of
        self._is_lambda = is_lambda
        self.live = self._live()
        self.uses = Counter(s for p in self.live for s in sequence.sources(p))

    def is_named(self, p: int) -> bool:
        """Return whether the value made at p gets a variable."""
        return bool(self.uses[p]) or p in self.keep

    def _live(self) -> list[int]:
        """Return the positions of the steps that have an effect or are needed by one that has."""
        needed = set(self.keep)
        live: list[int] = []
        for p in reversed(range(len(self.sequence))):
            if p in needed or self.has_effect(p):
                live.append(p)
                needed.update(self.sequence.sources(p))
        return live[::-1]

    def has_effect(self, p: int) -> bool:
        """Return whether it can be noticed that the step is done."""
        match self.sequence.steps[p].operation:
            case Literal() | Parameter() | Callback() | Allocate():
                return False
            case Display(kind):
                # The elements of a set and the keys of a dict are hashed and compared.
                hashes = kind in ("set", "frozenset", "dict", "OrderedDict")
                return hashes and not all(map(self._is_repeatable, self.sequence.sources(p)))
        return True

    def _is_repeatable(self, p: int) -> bool:
        """Return whether the value may be written again at each use."""
        match self.sequence.steps[p].operation:
            case Parameter():
                return True
            case Literal(text, form):
                tree = ast.parse(text, mode="eval").body
                return (form.name in _IMMUTABLE and "nan" not in text.lower()) or is_plain(tree)
        return False

    def choose(self) -> None:
        """Decide which values are written where they are used."""
        self.inline = {p for p in self.live if self._may_be_inline(p)}
        while (moved := self._out_of_order()) is not None or (
            moved := self._too_nested()
        ) is not None:
            self.inline.discard(moved)

    def _may_be_inline(self, p: int) -> bool:
        if p in self.keep:
            return False
        operation = self.sequence.steps[p].operation
        if self._is_repeatable(p):
            return True
        if self.uses[p] != 1:
            return False
        user = next(u for u in self.live if p in self.sequence.sources(u))
        match self.sequence.steps[user].operation, operation:
            case (Callback() | Derive(), _):
                return False  # evaluated at every call of the callback, not once
            case (_, Literal()):
                return True
            case (_, Display()):
                return not self._receives(user, p)
            case (Return(), Call()):
                return True
            case (_, Call(how="new" | "build" | "derived", then="")):
                return not self._receives(user, p)
            case (_, Callback()):
                return not self._receives(user, p) and self._is_lambda(p)
        return False

    def _receives(self, user: int, p: int) -> bool:
        """Return whether the step at `user` is done to the value made at p: `cart` in `cart.add(1)`."""
        sources = self.sequence.sources(user)
        match self.sequence.steps[user].operation:
            case Call(target, how="operator"):
                name = target.rpartition(".")[2]
                is_sign = re.fullmatch(
                    r"\{\d\} \S+ \{\d\}|-\{0\}|\+\{0\}|~\{0\}", OPERATORS.get(name, "")
                )
                return sources[0] == p and not (is_sign and name != "__contains__")
            case Call(how="method" | "get" | "field" | "set" | "check" | "checker" | "call"):
                return sources[0] == p
            case SetField():
                return sources[0] == p
        return False

    def _out_of_order(self) -> int | None:
        """Return an inline step whose effect would come after that of a later step."""
        latest = -1
        for p in self._evaluated():
            if p < latest:
                return p
            latest = p
        return None

    def _evaluated(self) -> list[int]:
        order: list[int] = []

        def visit(p: int) -> None:
            for s in self._evaluation_order(p):
                if s in self.inline:
                    visit(s)
            if self.has_effect(p):
                order.append(p)

        for root in self.live:
            if root not in self.inline:
                visit(root)
        return order

    def _evaluation_order(self, p: int) -> tuple[int, ...]:
        sources = self.sequence.sources(p)
        match self.sequence.steps[p].operation:
            case Call(target, how="operator"):
                name = target.rpartition(".")[2]
                if name == "__setitem__":
                    return (sources[-1], *sources[:-1])
                if len(sources) == 2 and re.match(r"\{1\}", OPERATORS.get(name, "")):
                    return sources[::-1]
            case SetField() | Call(how="set"):
                return sources[::-1]
        return sources

    def _too_nested(self) -> int | None:
        """Return an inline constructor call in a line that is too long or too deep."""
        for root in self.live:
            if root in self.inline:
                continue
            nested = self._constructors_in(root)
            if nested and (
                self._height(root) > NESTED_DEPTH or len(self._line_of(root)) >= NESTED_WIDTH
            ):
                return nested[0]
        return None

    def _constructors_in(self, p: int) -> list[int]:
        found: list[int] = []
        for s in self.sequence.sources(p):
            if s in self.inline:
                found += self._constructors_in(s)
                if isinstance(self.sequence.steps[s].operation, Call):
                    found.append(s)
        return found

    def _height(self, p: int) -> int:
        inner = max(
            (self._height(s) for s in self.sequence.sources(p) if s in self.inline), default=0
        )
        return inner + isinstance(self.sequence.steps[p].operation, Call)
