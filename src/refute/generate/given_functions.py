"""Functions that a growing sequence can call, since a call has returned them or a body was given them: `GivenFunctions`.

The rule [Call] of Klein, Flatt and Findler (2010), figure 5, for functions in scope.  Whoever is called is named after where
it comes from: what `make` returns is `make()`, the parameter `x` of a function passed for `handler` is `use.handler.x()`.
"""

from __future__ import annotations

from refute.generate.knowledge import KnownRoutine
from refute.generate.late_captures import LateCaptures, Open
from refute.model.sequence import Call, Parameter, declared
from refute.model.typeform import ANY


class GivenFunctions(LateCaptures):
    """A growing sequence that calls the functions in its scope."""

    def _returned_function(self) -> tuple[KnownRoutine, int] | None:
        """Return a function in scope, and how it is called."""
        position = self._returned[int(self._draw() * len(self._returned))]
        known = self._function_at(position)
        return None if known is None else (known, position)

    def _function_at(self, position: int) -> KnownRoutine | None:
        """Return how the function at a position is called; None where nobody knows what it takes."""
        operation = self._steps[position].operation
        if isinstance(operation, Parameter):
            return self._given_function(self._growing[-1], operation.index, position)
        maker = self.knowledge.routine_behind(operation)
        if maker is None or not isinstance(operation, Call):
            return None
        kind = self._live.value_kinds[position]
        return self.knowledge.returned_function(maker, operation, kind)

    def _given_function(self, opened: Open, index: int, position: int) -> KnownRoutine | None:
        known = opened.functions.get(index)
        names = opened.operation.names
        if known is not None or index >= len(names):
            return known
        asked = opened.operation.inputs[index] if index < len(opened.operation.inputs) else ANY
        kind = self._live.value_kinds[position]
        form, is_declared = self.knowledge.form_of_given(asked, kind)
        if form is None:
            return None
        target = f"{opened.target}.{declared(names[index])[1]}()"
        return self.knowledge.function(target, form, is_declared, under_test=True)

    def _functions_among(self, captured: list[int], first: int) -> dict[int, KnownRoutine]:
        """Return how the functions among captured values are called, by the number of the parameter."""
        found = {
            first + number: self._function_at(position)
            for number, position in enumerate(captured)
            if position in self._returned
        }
        return {number: known for number, known in found.items() if known is not None}
