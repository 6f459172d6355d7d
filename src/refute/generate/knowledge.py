"""What is known about calling a routine and supplying its inputs: `Way`, `Slot`.

Shared by all generators of a campaign, so that what one has learned helps the others.
"""

from __future__ import annotations

from refute.generate.presets import Presets
from refute.model.forgetful import Forgetful
from refute.model.sequence import RECEIVERS, Call, Step
from refute.model.subject import Input, Routine
from refute.model.typeform import ANY, NEVER, OTHER, TypeForm

_EXPLOSIVE = frozenset(
    ["__mul__", "__rmul__", "__imul__", "__pow__", "__rpow__", "__lshift__", "__rlshift__"]
)

# So many ways to call a routine, by what is passed, are kept.
_MOST_MADE = 500
# So many combinations of kinds that a routine has returned with are known; of others it is not said that it takes them.
_MOST_ACCEPTED = 1000


# A call that has left something too large more often than this is given small numbers only.
MOST_BLOATS = 2

# How often, once they are known to return, these are made when their turn comes: reading a property or an attribute once
# more seldom shows anything, and few callers write to attributes.
_SELDOM = {"get": 0.2, "field": 0.2, "set": 0.4}


class Slot:
    """An input with what is known about supplying it."""

    __slots__ = (
        "bad",
        "default",
        "fitting",
        "form",
        "good",
        "input",
        "is_any",
        "known",
        "presets",
        "rare",
    )

    def __init__(self, given: Input, presets: Presets) -> None:
        self.input = given
        self.form = given.form
        self.is_any = given.form == ANY
        self.presets = [Step(literal, ()) for literal in presets.for_form(given.form)]
        self.rare = [Step(literal, ()) for literal in presets.rare_for(given.form)]
        self.default: str | None = (
            None  # the class of the default, by name: what is meant to be passed
        )
        if given.default is not None and self.is_any:
            alike = presets.like(given.default)
            self.presets = [Step(literal, ()) for literal in alike]
            self.default = alike[0].type.name if alike else None
        self.fitting: list[int] = []  # kinds that fit, among the first `known`
        self.known = 0
        self.good: dict[int, int] = {}  # per kind: calls that returned, calls that raised TypeError
        self.bad: dict[int, int] = {}

    def welcomes(self, kind: int, draw: float) -> bool:
        """Return whether a value of this kind is worth a try: types that always raise are tried less."""
        bad = self.bad.get(kind, 0)
        return bad < 3 or self.good.get(kind, 0) * 4 > bad or draw < 0.02


class Way:
    """A routine with what is known about calling it."""

    def __init__(self, routine: Routine, presets: Presets, under_test: bool) -> None:
        self.routine = routine
        self.under_test = under_test
        self.slots = [Slot(given, presets) for given in routine.inputs]
        self.required = tuple([i for i, given in enumerate(routine.inputs) if given.required])
        self.optional = [
            i
            for i, given in enumerate(routine.inputs)
            if not given.required
            and given.way in ("positional", "keyword")
            and not given.name.startswith("_")  # not meant for callers
        ]
        self.rest = [i for i, given in enumerate(routine.inputs) if given.way == "rest"]
        self.is_fixed = not (self.optional or self.rest)  # always called with the same inputs
        self.has_receiver = routine.how in RECEIVERS
        # A method that is given its own object puts it into itself, as operators do not.
        self.takes_others = self.has_receiver and routine.how != "operator"
        self.seldom = _SELDOM.get(routine.how, 0.0)
        self.calls = 0
        self.passed = 0
        self.returned: set[int] = set()
        self.accepted: set[tuple[int, ...]] = set()
        self.missing: TypeForm | None = None
        self.stopped = 0
        self.rests_until = 0  # not called before so many sequences were begun
        self.bloats = 0  # how often it left something too large
        # Numbers multiply: small ones show the same and cost less.
        self.is_explosive = routine.target.rpartition(".")[2] in _EXPLOSIVE
        # With twenty optional inputs there are a million ways to call.
        self._made: dict[tuple[int, ...], Call] = Forgetful(_MOST_MADE)

    def accept(self, kinds: tuple[int, ...]) -> None:
        """Remember that the routine has returned with arguments of these kinds."""
        if len(self.accepted) < _MOST_ACCEPTED:
            self.accepted.add(kinds)

    def _has_accepted_more(self, kinds: tuple[int, ...], forms: list[TypeForm]) -> bool:
        """Return whether the routine has returned with the same collections, but something in those that are empty."""
        empty = [place for place, kind in enumerate(kinds) if NEVER in forms[kind].args]
        if not empty:
            return False
        names = [forms[kind].name for kind in kinds]
        return any(
            len(known) == len(kinds)
            and all(
                forms[had].name == names[place] if place in empty else had == kinds[place]
                for place, had in enumerate(known)
            )
            for known in self.accepted
        )

    def has_accepted(self, chosen: Call, kinds: tuple[int, ...], forms: list[TypeForm]) -> bool:
        """Return whether the routine has returned with arguments of these kinds, each like its default."""
        if kinds not in self.accepted and not self._has_accepted_more(kinds, forms):
            return False
        if any(forms[kind] == OTHER for kind in kinds):
            return False  # these may be alike in nothing
        named = dict(zip(chosen.keywords[::-1], kinds[::-1], strict=False))
        for index, slot in enumerate(self.slots):
            kind = named.get(slot.input.name)
            if kind is None and index < len(kinds) - len(chosen.keywords):
                kind = kinds[index]
            if kind is not None and slot.default and forms[kind].name != slot.default:
                return False
        return True

    def without_gaps(self, chosen: list[int]) -> list[int]:
        """Return the choice without what can only be passed by position and has a gap before it."""
        if len(chosen) == chosen[-1] + 1 if chosen else True:
            return chosen
        kept: list[int] = []
        expected = 0
        for index in chosen:
            given = self.routine.inputs[index]
            gap = index > expected
            if not (gap and (given.nameless or given.way == "rest")):
                kept.append(index)
                expected = expected if gap else max(expected, index + 1)
        return kept

    def call(self, chosen: tuple[int, ...]) -> Call:
        """Return the call that passes the chosen inputs: one object for each way, so that it is made ready once."""
        call = self._made.get(chosen)
        if call is None:
            call = self._made[chosen] = self.routine.call(chosen)
        return call
