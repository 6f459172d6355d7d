"""What functions promise that operations have returned: `ReturnedFunctions`.

Klein, Flatt and Findler (2010), 4.3: the parties change places at every arrow.  A function that is returned as a `Doubling` has
to keep what decorators of icontract or deal say of `Doubling.__call__`; what they ask for there is for its caller to see to.
An instance of the class itself has them around its own method.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from refute.discover.contracts import contract_of
from refute.execute.machine import Machine
from refute.execute.resolve import UnknownOperation, find
from refute.judge.promises.callback_blame import demanded
from refute.model.contract import Condition, Contract
from refute.model.sequence import Call, Step
from refute.model.subject import Routine
from refute.model.typeform import TypeForm, members
from refute.model.verdict import Blame, Violation
from refute.search.contracts_above import first_broken


def any_promised(routines: Iterable[Routine]) -> bool:
    """Return whether an operation returns functions of which a class says what they ask for and promise."""
    return any(_promised_by(one.output) is not None for one in routines)


class ReturnedFunctions:
    """Asks what is promised of a function that the running sequence calls."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        # What the call that runs does not give that is asked for; its arguments are others when it is done.
        self._refused: Condition | None = None

    def attended(self, call: Call, invoke: Callable[..., Any]) -> Callable[..., Any]:
        """Return a call of a function that asks first what that asks for."""
        if call.how != "call":
            return invoke

        def asking(function: Any, *given: Any) -> Any:
            found = self._promised(function, given)
            self._refused = None if found is None else first_broken(found[0].requires, found[1])
            return invoke(function, *given)

        return asking

    def broken(self, step: Step) -> Violation | None:
        """Return what a call of a function, which has returned as the last step, has broken."""
        machine = self._machine
        here = len(machine.values) - 1
        found = self._called(step, here)
        if found is None:
            return None
        if self._refused is not None:
            return _refused(step, here, self._refused)
        contract, bound = found
        broken = first_broken(contract.ensures, {**bound, "result": machine.values[here]})
        if broken is None:
            return None
        names = {name: here - back for name, back in zip(bound, step.arguments[1:], strict=False)}
        function = machine.values[here - step.arguments[0]]
        return _not_kept(step, here, broken.text, {**names, "result": here}, function)

    def unmet(self, step: Step) -> Violation | None:
        """Return what it means that a call of a function raised which did not get what it asks for."""
        here = len(self._machine.values)
        if self._refused is None or self._called(step, here) is None:
            return None
        return _refused(step, here, self._refused)

    def _called(self, step: Step, here: int) -> tuple[Contract, dict[str, Any]] | None:
        """Return what is promised of the function that a step calls, and its arguments by name."""
        call = step.operation
        if not isinstance(call, Call) or call.how != "call":
            return None
        function, *given = [self._machine.values[here - back] for back in step.arguments]
        return self._promised(function, tuple(given))

    def _promised(
        self, function: Any, given: tuple[Any, ...]
    ) -> tuple[Contract, dict[str, Any]] | None:
        """Return what is promised of a function by who has returned it, and its arguments by name."""
        values, steps = self._machine.values, self._machine.steps
        place = next((n for n, one in enumerate(values) if one is function), None)
        maker = steps[place].operation if place is not None else None
        found = _promised_by(maker.output) if isinstance(maker, Call) else None
        if found is None or found[0] in type(function).__mro__:
            return None
        cls, contract = found
        try:
            bound = inspect.signature(cls.__call__).bind(function, *given).arguments
        except (TypeError, ValueError):
            return None
        return contract, dict(list(bound.items())[1:])


@lru_cache(maxsize=256)
def _promised_by(output: TypeForm) -> tuple[Any, Contract] | None:
    """Return the class that says what a function of a form asks for and promises, and what that is."""
    for form in members(output):
        try:
            cls = find(form.name) if ":" in form.name else None
        except UnknownOperation:
            continue
        call = inspect.getattr_static(cls, "__call__", None) if isinstance(cls, type) else None
        contract = contract_of(None, call) if inspect.isfunction(call) else None
        if contract is not None and (contract.requires or contract.ensures):
            return cls, contract
    return None


def _refused(step: Step, here: int, condition: Condition) -> Violation:
    target = getattr(step.operation, "target", "")
    return Violation("requires", here, Blame.TEST, condition.text, target, ("invalid", target))


def _not_kept(step: Step, here: int, text: str, places: dict[str, int], function: Any) -> Violation:
    """Return what it means that a function has not kept what it promises, with the places of what that speaks of."""
    target = getattr(step.operation, "target", "")
    said = demanded(text, tuple(places))
    indices, template = said if said is not None else ((), "")
    code = getattr(function, "__code__", None)
    return Violation(
        rule="ensures",
        step=here,
        blame=Blame.CODE,
        message=text,
        operation=target,
        signature=("ensures", target, text),
        file=code.co_filename if code is not None else None,
        line=code.co_firstlineno if code is not None else None,
        subjects=tuple([list(places.values())[one] for one in indices]),
        assertion=f"assert {template}" if template else None,
        reason="the function that it returns does not keep what its annotation promises",
        remedy="mend the function, or promise less",
    )
