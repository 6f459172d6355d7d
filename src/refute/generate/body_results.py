"""What a body gives, or raises in its place: `BodyResults`."""

from __future__ import annotations

from abc import abstractmethod

from refute.generate.growing_sequence import GrowingSequence
from refute.generate.knowledge import Slot
from refute.generate.tuning import COMPUTED
from refute.model.sequence import Call, Callback, Literal, Step
from refute.model.typeform import ANY, BOOL, INT, NONE, TypeForm

_ONE = Step(Literal("1", INT), ())
_SUM = Call("builtins:int.__add__", (INT, INT), INT, how="operator")
_NEGATED = Call("builtins:int.__neg__", (INT,), INT, how="operator")
_LESS = Call("builtins:int.__lt__", (INT, INT), BOOL, how="operator")


class BodyResults(GrowingSequence):
    """A growing sequence that knows what its functions may give."""

    def _exception(self) -> str:
        caught = self.knowledge.caught
        return caught[int(self._draw() * len(caught))] if caught else "ValueError()"

    def _result(self, operation: Callback, gives: TypeForm) -> int | None:
        """Return the position of a value that the function may give: the same each time, for the same arguments."""
        if gives == NONE:
            return None
        if gives in (ANY, INT, BOOL) and self._draw() < COMPUTED:
            numbers = self._numbers(operation)
            if numbers:
                return self._computed(numbers, gives)
            if gives == ANY:
                return None  # as most give of whom nobody asks for anything
        slot = self.knowledge.slot_for(gives)
        given = [p for p in self._to_give_on(operation) if self._may_give(p, gives)]
        if given and self._draw() < 0.5:
            return given[int(self._draw() * len(given))]
        if slot.is_any:
            return self._write(self._family[int(self._draw() * len(self._family))])
        is_plain = slot.presets and slot.function is None
        return self._preset(slot) if is_plain else self._supply(slot, 1)

    def _to_give_on(self, operation: Callback) -> list[int]:
        """Return the positions of what the function was given, and of what functions that it was given have returned."""
        calls = [p for p, (done, _) in enumerate(self._steps) if getattr(done, "how", "") == "call"]
        return [*range(len(operation.names)), *calls]

    @abstractmethod
    def _preset(self, slot: Slot) -> int:
        """Return the position of a preset for a slot."""

    def _may_give(self, position: int, output: TypeForm) -> bool:
        form = self.knowledge.forms[self._live.value_kinds[position]]
        return self.knowledge.fits(form, output)

    def _numbers(self, operation: Callback) -> list[int]:
        """Return the positions of the numbers that the function was given."""
        forms, kinds = self.knowledge.forms, self._live.value_kinds
        return [p for p in range(len(operation.names)) if forms[kinds[p]] == INT]

    def _computed(self, numbers: list[int], gives: TypeForm) -> int:
        """Return the position of what is made of a number that the function was given: what is constant keeps few promises."""
        given = numbers[int(self._draw() * len(numbers))]
        if gives != BOOL and self._draw() < 0.5:
            return self._do(Step(_NEGATED, (len(self._steps) - given,)))
        one = self._write(_ONE)
        here = len(self._steps)
        made = _LESS if gives == BOOL else _SUM
        return self._do(Step(made, (here - given, here - one)))
