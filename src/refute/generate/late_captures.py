"""Functions that are passed to a constructor and use the object that it makes: `LateCaptures`.

The function is there before the object.  So it captures a list, and the object is put into that as soon as there is one.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from refute.generate.body_results import BodyResults
from refute.generate.generator import Judge, Live
from refute.generate.knowledge import KnownRoutine
from refute.model.sequence import Call, Callback, Display, Literal, Step
from refute.model.typeform import INT, NONE, TypeForm

_EMPTY = Step(Display("list", (), TypeForm("list")), ())
_FIRST = Step(Literal("0", INT), ())


@dataclass(slots=True, eq=False)
class Open:
    """A function whose body is still to be made: where it stands, and which method of a class it is.

    `cell` is the number of the capture that is a list for the object being made, -1 where there is none; `holds` what is in it.
    `outer` is the function in whose body it is made, None outside bodies; `body` its own steps, once it was called.
    `target` names it, and `functions` says how to call the functions that it was given, by the number of the parameter.
    """

    operation: Callback
    steps: list[Step]
    position: int
    gives: TypeForm  # what its body has to give; a guess where the operation says nothing
    method: str = ""
    cell: int = -1
    holds: TypeForm | None = None
    target: str = ""
    outer: Open | None = None
    body: list[Step] | None = None
    functions: dict[int, KnownRoutine] = field(default_factory=dict)


class LateCaptures(BodyResults):
    """A growing sequence whose functions may use what is made after them."""

    def _begin(self, live: Live, judge: Judge) -> None:
        super()._begin(live, judge)
        self._cells = []

    def _new_cell(self) -> int:
        """Make an empty list that nothing else is offered, and return its position."""
        position = len(self._steps)
        self._steps.append(_EMPTY)
        self._live.perform(_EMPTY)
        return position

    def _fill_cells(self, step: Step, here: int) -> None:
        """Put the object that a constructor has made into the lists of the functions that it was given."""
        if not isinstance(step.operation, Call) or step.operation.how not in ("new", "derived"):
            return
        given = {here - back for back in step.arguments}
        ready = [one for one in self._cells if one[0].position in given]
        self._cells = [one for one in self._cells if one not in ready]
        form = self.knowledge.forms[self._live.value_kinds[here]]
        for opened, cell in ready:
            inputs = (TypeForm("list", (form,)), form)
            put = Call("builtins:list.append", inputs, NONE, how="method")
            end = len(self._steps)
            self._do(Step(put, (end - cell, end - here)))
            opened.holds = form

    def _take_from_cell(self, opened: Open) -> None:
        """Let the body that is being made use the object that its function was passed to make."""
        assert opened.holds is not None
        cell = len(opened.operation.names) + opened.cell
        first = self._write(_FIRST)
        inputs = (TypeForm("list", (opened.holds,)), INT)
        take = Call("builtins:list.__getitem__", inputs, opened.holds, how="operator")
        end = len(self._steps)
        self._do(Step(take, (end - cell, end - first)))
