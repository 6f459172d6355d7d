"""Functions and subclasses that we make, live: `Bodies` hands them out and runs their bodies when the subject calls them.

Klein, Flatt and Findler, *Random Testing for Higher-Order, Stateful Programs* (2010), 4.3, 5.1 and 5.5.  A body runs on a
list of values of its own, by the same machine as the sequence around it, so that a call in it is made, judged and written
down like any other.  Whoever makes the sequence makes a body when it is called for the first time, on live values
(`Grower`); afterwards, and wherever a sequence is run again, it is data.
"""

from __future__ import annotations

import functools
import inspect
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from types import FunctionType, new_class
from typing import Any, NoReturn

from refute.execute.async_bodies import entered
from refute.execute.body_runner import CheckArguments, Demand, JudgePromise, Runner
from refute.execute.contract_recursion import asked_anew, promising
from refute.execute.function_shapes import FunctionShapes, caller, condition, placed
from refute.execute.raised_in_bodies import Blamed, RaisedInBodies
from refute.execute.resolve import UnknownOperation, find
from refute.look.made_classes import note_base
from refute.model.execution import RETURNED, Interruption, Outcome, OutOfFuel
from refute.model.growing import Grower
from refute.model.literals import maker
from refute.model.sequence import (
    RECEIVERS,
    Call,
    Callback,
    Derive,
    Parameter,
    Raise,
    Require,
    Return,
    Step,
    declared,
    is_lively,
)
from refute.model.verdict import Blame, Severity, Violation

# So often made functions are called within one step; a function that calls what calls it would go on for ever (5.5).
FUEL = 20
# Functions that only give a value are called more often, as a key is for each item of a list.  But each call costs us far more
# than it would cost without us, so that a loop of a hundred thousand would count as a call that does not return.
FUEL_OF_PLAIN = 5000
# Where objects are only looked at, bodies stand in bodies so deep at most.
_DEEPEST_ASKED = 3
# What classes of ours say that they come from: nobody's module.
MADE_MODULE = "made_for_a_test"
# So many results of functions are remembered within one step; a key is asked for each item of a list.
_MOST_ANSWERS = 100


class MadeFunction:
    """A function that we made, as long as its sequence runs."""

    __slots__ = ("base", "captured", "is_growing", "is_running", "life", "operation", "within")

    def __init__(
        self, operation: Callback, captured: tuple[Any, ...], life: int, base: type | None = None
    ) -> None:
        self.operation = operation
        self.captured = captured
        self.life = life
        self.base = base  # of a method: the class that has the one that it overrides
        self.is_growing = False  # what it does is not known yet
        self.is_running = False  # counts for those only that do not run within themselves
        self.within = operation.within


class Bodies(RaisedInBodies):
    """All functions that the running sequence has made.

    `judge` says what it means that the last of some steps of a body did not return; `grower` makes bodies while a sequence
    is made.
    """

    def __init__(self, machine: Runner) -> None:
        super().__init__()
        self._machine = machine
        self._thread = threading.get_ident()
        self._shapes = FunctionShapes()
        self._life = 0
        self.judge: Callable[[list[Step], Outcome], Violation] | None = None
        # The same of an assertion in the specification that a class has for a method of ours, and what to ask for then.
        self.judge_promise: JudgePromise | None = None
        # What specifies a method of a class, None for what is only named as if it did: `load_spec` may load a specification.
        self.spec_above: Callable[[type, str], object] | None = None
        # Which argument is none of those that a function declares, and the condition that it breaks; None where all are.
        self.check: CheckArguments | None = None
        # What it means that such a condition does not hold.
        self.judge_argument: Callable[[Callback, str], Violation] | None = None
        self.grower: Grower | None = None
        # Whether functions are told apart that are called with another number of arguments: the code may catch that.
        self.counts_arguments = False
        # By identity, functions that are running, whose contracts are asked in a body all the same.
        self.suspended: frozenset[int] = frozenset()
        self.begin()

    def let_perform(self, machine: Runner) -> None:
        """Let somebody else perform the steps of bodies, who wants to see them."""
        self._machine = machine

    def begin(self) -> None:
        """Forget the functions of the sequence before: whoever still calls one gets None."""
        self._life += 1
        self._on_purpose.clear()
        self.grower = None
        self.refuel()
        self.is_stepping = False
        self.asked = (
            0  # calls while no step was running: somebody has asked for a length, or compared
        )

    def refuel(self) -> None:
        """Begin a step of the sequence: what was raised in bodies before does not count any more."""
        self.fuel, self._plain_fuel = FUEL, FUEL_OF_PLAIN
        self.is_stepping = True
        self.answers: list[object] = []  # what functions have given
        self._forget_raised()

    # ---- made ---------------------------------------------------------------------------------------------

    def function(self, operation: Callback, captured: tuple[Any, ...]) -> Callable[..., Any]:
        """Return a function that does what the operation says."""
        return self._function(MadeFunction(operation, captured, self._life))

    def _function(self, made: MadeFunction) -> Callable[..., Any]:
        counts = self.counts_arguments and not made.operation.then and _has_fixed_number(made)
        shape = self._shapes.of(made.operation, counts)
        answered = functools.partial(self._answered, made)
        function: Callable[..., Any] = shape(answered, functools.partial(self._miscount, made))
        return function

    def _miscount(self, made: MadeFunction, error: TypeError) -> None:
        """Remember that the code has called a function with another number of arguments than it takes."""
        is_first = self._miscounted is None and self._machine.depth == 0
        if not is_first or self.judge_argument is None or self.grower is None:
            return
        said = f"len(args) == {len(made.operation.names)}"
        violation = placed(self.judge_argument(made.operation, said))

        def meaning() -> Blamed | None:
            if self.grower is None or not self.grower.counting(made.operation):
                return None
            return Blamed(AssertionError(f"{said} does not hold"), violation, None)

        self._miscounted = (error, meaning)

    def subclass(self, operation: Derive, captured: tuple[Any, ...]) -> type:
        """Return a new class with the methods of the operation."""
        base = find(operation.base)
        if not isinstance(base, type):
            raise UnknownOperation(f"{operation.base} is no class")
        members: dict[str, Any] = {"__module__": MADE_MODULE}
        for number, (name, method) in enumerate(operation.methods):
            made = MadeFunction(method, captured[operation.captured(number)], self._life, base)
            members[name] = self._member(base, made)
        # As a class statement does it: a metaclass may prepare what the members are gathered in.
        cls = new_class(f"Derived{base.__name__}", (base,), {}, lambda body: body.update(members))
        note_base(cls, base)
        return cls

    def _member(self, base: type, made: MadeFunction) -> Any:
        if made.operation.then == "attribute":
            with self._machine.inside():
                return self._performed(made.operation, made.captured)
        method = promising(base, made.operation.role, self._specified(base, made))
        return property(method) if made.operation.then == "property" else method

    def _specified(self, base: type, made: MadeFunction) -> Callable[..., Any]:
        """Return a method of ours as its specification in the base class calls it: `after_push_spec` beside `after_push`."""
        function = self._function(made)
        spec = getattr(base, f"{made.operation.role}_spec", None)
        # One that is waited for would have begun anew by the time that it calls the method.
        if not isinstance(spec, FunctionType) or inspect.iscoroutinefunction(spec):
            return function
        if self.spec_above is not None and self.spec_above(base, made.operation.role) is None:
            return function
        running: list[object] = []

        @functools.wraps(function)
        def method(one: Any, *args: Any, **named: Any) -> Any:
            if any(other is one for other in running):
                return function(one, *args, **named)
            running.append(one)
            try:
                return spec(one, *args, **named)
            except AssertionError as broken:
                self._note_promise(broken, base, made)
                raise
            finally:
                running.pop()

        return method

    def _note_promise(self, broken: AssertionError, base: type, made: MadeFunction) -> None:
        """Remember who has broken what the specification of a method of ours asks for or promises."""
        if self.judge_promise is None or self.is_origin(broken):
            return
        judged = self.judge_promise(broken, base, made.operation)
        if judged is None:
            return
        violation, demand = judged
        if demand is not None:
            self._ask_for(made, demand)
            if not _asks_for(made.operation, demand):  # written down, it would not say so
                violation = replace(violation, blame=Blame.TEST, severity=Severity.ROBUSTNESS)
        self._blame(broken, placed(violation), None, self._machine.depth == 0)

    def _ask_for(self, made: MadeFunction, demand: Demand) -> None:
        """Let a function ask for a condition from now on: it then does so wherever it is run."""
        asking = self.grower.demanding(made.operation, *demand) if self.grower is not None else None
        if asking is not None:
            made.operation = asking

    # ---- called -------------------------------------------------------------------------------------------

    def _answered(self, made: MadeFunction, given: tuple[Any, ...]) -> Any:
        """Return what a function gives, and remember that it was we who gave it."""
        answer = self._called(made, given)
        if len(self.answers) < _MOST_ANSWERS:
            self.answers.append(answer)
        return answer

    def _called(self, made: MadeFunction, given: tuple[Any, ...]) -> Any:
        if made.life != self._life:
            return None  # too late
        if threading.get_ident() != self._thread:
            self.is_dry = True  # in the middle of anything: nobody is to blame for what follows
            return None
        self._catch_up(made)
        everything = (*given, *made.captured)
        if not self.is_stepping:
            return self._asked(made, everything)
        self._demand(made, given)
        if made.is_growing or (made.is_running and made.within):
            return self._within(made)
        grows = self.grower is not None and self.grower.is_open(made.operation)
        self._spend(grows or is_lively(made.operation))
        made.is_running = True
        try:
            with self._inside(everything), entered(made.operation.is_async):
                if grows:
                    return self._grown(made, everything)
                return self._performed(made.operation, everything)
        finally:
            made.is_running = False

    def _catch_up(self, made: MadeFunction) -> None:
        """Let a function do what another one made by the same operation has been seen to do."""
        while self.grower is not None and (now := self.grower.latest(made.operation)) is not None:
            made.operation = now.operation
            made.captured = tuple([made.captured[one] for one in now.captures])

    def _asked(self, made: MadeFunction, everything: tuple[Any, ...]) -> Any:
        """Run a body where an object is looked at, for its length or to be compared: what it does there is nobody's test.

        Nor does it use fuel, so it must not begin anew while it runs.
        """
        self.asked += 1
        if made.is_running or self._machine.depth >= _DEEPEST_ASKED:
            return None
        made.is_running = True
        try:
            with self._machine.inside():
                return self._performed(made.operation, everything)
        finally:
            made.is_running = False

    @contextmanager
    def _inside(self, given: tuple[Any, ...]) -> Iterator[None]:
        """Begin a body: contracts of functions that are running are asked there, too."""
        machine, before = self._machine, self.suspended
        with asked_anew((*machine.values, *given)) as suspended, machine.inside():
            self.suspended = before | suspended
            try:
                yield
            finally:
                self.suspended = before

    def _within(self, made: MadeFunction) -> Any:
        """Return what a function gives while it is running: as most that are called back, it does not begin anew.

        Otherwise what calls it whenever it does something would call it for ever.
        """
        if not made.within and self.grower is not None:
            made.within = self.grower.reentered(made.operation)
        if not made.within:
            self._give_up()
        self._spend(is_lively=True)
        return maker(made.within)()

    def _spend(self, is_lively: bool) -> None:
        """Use up fuel: a function that calls what calls it would go on for ever."""
        self._plain_fuel -= 1
        self.fuel -= is_lively
        if min(self.fuel, self._plain_fuel) < 0 or (is_lively and self._machine.is_large):
            self._give_up()

    def _give_up(self) -> NoReturn:
        self.is_dry = True
        raise OutOfFuel

    def _demand(self, made: MadeFunction, given: tuple[Any, ...]) -> None:
        """Let a function say so that is given what its declaration rules out."""
        if self.check is None or self.grower is None or not made.operation.names:
            return
        wrong = self.check(made.operation, given, made.base)
        if wrong is not None and not _asks_for(made.operation, wrong) and caller() is not None:
            self._ask_for(made, wrong)

    def _grown(self, made: MadeFunction, everything: tuple[Any, ...]) -> Any:
        """Let the body be made while it runs."""
        assert self.grower is not None
        machine = self._machine
        for index, value in enumerate(everything):
            machine.take(Step(Parameter(index), ()), value)
        made.is_growing = True
        try:
            grown = self.grower.body_of(made.operation)
        finally:
            made.is_growing = False
        made.operation = grown.operation
        made.captured = tuple([made.captured[one] for one in grown.captures])
        if grown.failed is not None:
            self._fail(grown.failed, grown.outcome, grown.violation)
        if grown.raises is not None:
            raise self._own(grown.raises)
        return None if grown.result is None else machine.values[grown.result]

    def _performed(self, operation: Callback, everything: tuple[Any, ...]) -> Any:
        machine = self._machine
        for step in operation.body.steps:
            done = step.operation
            if type(done) is Parameter:
                machine.take(step, everything[done.index])
            elif type(done) is Return:
                return machine.values[len(machine.values) - step.arguments[0]]
            elif type(done) is Require:
                self._required(done, step.arguments, operation)
                machine.take(step, None)
            elif type(done) is Raise:
                raise self._own(done)
            elif (outcome := machine.perform(step)) is not RETURNED:
                self._fail(step, outcome, self._judged([*machine.steps, step], outcome))
        if operation.owes_value:
            self._give_up()  # its last call failed when it was made, and does not now
        return None

    def _required(self, asked: Require, arguments: tuple[int, ...], operation: Callback) -> None:
        """Raise what whoever has called the function is to blame for, where it was given something else."""
        machine = self._machine
        places = [len(machine.values) - back for back in arguments]
        if condition(asked.source, len(places))(*[machine.values[place] for place in places]):
            return
        given = [machine.steps[place].operation for place in places]
        names = [
            declared(operation.names[one.index])[1] for one in given if isinstance(one, Parameter)
        ]
        said = asked.source.format(*names)
        broken = AssertionError(f"{said} does not hold")
        if caller() is None:
            self._on_purpose.append(broken)  # it was the test that has called it so
        elif self.judge_argument is not None:
            self._blame(
                broken, placed(self.judge_argument(operation, said)), None, machine.depth == 1
            )
        raise broken

    def _judged(self, steps: list[Step], outcome: Outcome) -> Violation | None:
        is_answer = not isinstance(outcome.exception, Interruption)
        return self.judge(steps, outcome) if self.judge is not None and is_answer else None

    def _own(self, operation: Raise) -> BaseException:
        """Return the exception of a body that raises, known to be ours wherever it arrives."""
        made = maker(operation.source)()
        own = made if isinstance(made, BaseException) else ValueError(made)
        self._on_purpose.append(own)
        return own

    def _fail(self, step: Step, outcome: Outcome, violation: Violation | None) -> NoReturn:
        """Leave a body whose last step did not return: what it raised goes on to whoever called us."""
        raised = outcome.exception
        if raised is None:
            self._give_up()  # it broke a promise, and nobody raises anything
        if violation is not None:
            self._blame(raised, violation, self._receiver_of(step), self._machine.depth == 1)
        raise raised

    def _receiver_of(self, step: Step) -> object:
        call, values = step.operation, self._machine.values
        is_call = isinstance(call, Call) and call.how in RECEIVERS
        return values[len(values) - step.arguments[0]] if is_call else None


def _has_fixed_number(made: MadeFunction) -> bool:
    """Return whether a function, no method, takes a fixed number of arguments."""
    return made.operation.names != ("*args",) and made.operation.names[:1] != ("self",)


def _asks_for(operation: Callback, demand: Demand) -> bool:
    """Return whether a function asks for a condition on these very arguments."""
    indices, source = demand
    asked = [Parameter(index) for index in indices]
    body = operation.body
    return any(
        one == Require(source) and [body.steps[p].operation for p in body.sources(place)] == asked
        for place, (one, _) in enumerate(body.steps)
    )
