"""Who is to blame for an exception in the running sequence: `Weighing` gathers the facts and asks the rules."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import _GeneratorContextManager
from dataclasses import replace
from types import FunctionType, MethodType

from refute.discover.writable_fields import is_meant_to_be_set
from refute.execute.machine import Machine
from refute.judge.arguments import Arguments
from refute.judge.exceptions.exception_blame import judge_exception
from refute.judge.exceptions.gathering import evidence_of
from refute.judge.exceptions.passed_in import passed_in
from refute.judge.exceptions.raise_statements import is_in_raise, may_admit_fault
from refute.judge.exceptions.rules import (
    ATTRIBUTE_WRITTEN,
    CALLBACK_REQUIRES,
    CHANGED_MEANWHILE,
    LEAVES_PROCESS,
    LEFT_UNENTERED,
    REFUSED_EFFECT,
    WHATEVER_WAS_PASSED,
)
from refute.judge.relations.round_trips import inverses
from refute.look.kinds import Kinds, hides_items
from refute.look.tracebacks import (
    SourceRange,
    raised_on_purpose,
    source_position,
    text_of,
    traceback_frames,
    traceback_of,
)
from refute.model.evidence import Fit
from refute.model.execution import RefusedEffect
from refute.model.forgetful import Forgetful
from refute.model.literals import maker
from refute.model.sequence import (
    Call,
    Callback,
    Derive,
    Literal,
    Operation,
    Parameter,
    Return,
    Sequence,
    Step,
)
from refute.model.subject import Subject
from refute.model.typeform import ANY, CALLABLE, NONE, TypeForm
from refute.model.verdict import (
    SOURCE_CHANGED,
    UNASKED_BEFORE,
    UNDESCRIBED_RESULT,
    Blame,
    Cap,
    Violation,
    capped,
)
from refute.search.specifications import writes_field

# Has the call returned before with arguments of these kinds?
Accepted = Callable[[Call, tuple[int, ...]], bool]

# So many places are remembered where calls raise.
_MOST_PLACES = 10_000
_EXITS = ("__exit__", "__aexit__")

# Exceptions that may be about a value that somebody gave.
_ABOUT_VALUES = (
    *(TypeError, ValueError, AttributeError, LookupError, ArithmeticError),
    AssertionError,
)


class Weighing:
    """Weighs exceptions on the live values of its machine."""

    def __init__(
        self,
        subject: Subject,
        machine: Machine,
        kinds: Kinds,
        arguments: Arguments,
        is_subject: Callable[[str], bool],
    ) -> None:
        everything = (*subject.routines, *subject.helpers)
        self.raises = {one.target: one.raises for one in everything}
        self.any_fields = any(one.how == "set" for one in everything)
        self._any_exits = any(one.target.endswith(_EXITS) for one in everything)
        self._in_raise: dict[tuple[str, int, SourceRange], bool] = Forgetful(_MOST_PLACES)
        self._inverses = inverses(subject)
        self._offered = {one.target for one in everything} - subject.internal
        self._subject = subject
        self._machine = machine
        self._kinds = kinds
        self._arguments = arguments
        self._is_subject = is_subject

    def weigh(
        self, raised: BaseException, call: Call, steps: list[Step], accepted: Accepted
    ) -> Violation:
        """Return what the rules say about an exception that the last step raised."""
        machine = self._machine
        position = len(steps) - 1
        sequence = Sequence.trusted(tuple(steps))
        sources = sequence.sources(position)
        kinds = tuple(machine.value_kinds[s] for s in sources)
        target = self._subject.stand_ins.get(call.target, call.target)
        promised = self._subject.contracts.get(target)
        if promised is None or not promised.requires:
            call = replace(call, target=target) if target != call.target else call
        contract, is_accepted = self.fit(sequence, position), accepted(call, kinds)
        evidence = evidence_of(
            raised,
            call,
            is_subject=self._is_subject,
            passed=passed_in(
                machine.values,
                steps,
                sequence.influence(position, is_bare=self._is_bare),
                # Who is told every value by name asks for nothing that may be missing.
                [s for n, s in enumerate(sources) if not self._arguments.is_named(call, n)],
                () if machine.bodies is None else machine.bodies.answers,
            ),
            fit=Fit.FITS if contract else self._misfit(sequence, position),
            accepted_before=is_accepted,
            documented=self.raises.get(target, frozenset()),
            documented_by=self.raises,
            takes_anything=contract == "anything",
            internal=target in self._subject.internal,
            offered=self._offered,
            types_unknown=not (is_accepted or self._arguments.is_annotated(call))
            or (is_deferred(call) and not contract),
            made_by_inverse=self._is_made_by_inverse(sequence, position),
            none_left_out=self._arguments.leaves_none(sequence, position),
        )
        violation = judge_exception(evidence, position)
        # Dear, and needed only where it would make a difference: what was learned never speaks for the code.
        if (
            violation.blame is Blame.CODE
            and evidence.accepted_before
            and not self._is_plain(sequence, position)
        ):
            violation = judge_exception(replace(evidence, accepted_before=False), position)
        may_be_given = (
            violation.blame is Blame.CODE and violation.because not in WHATEVER_WAS_PASSED
        )
        cap = self._cap(raised, call, steps, contract) if may_be_given else None
        violation = violation if cap is None else capped(violation, cap)
        if violation.because == CALLBACK_REQUIRES:
            violation = replace(violation, rule=CALLBACK_REQUIRES)
        return violation if violation.operation == target else replace(violation, operation=target)

    def _is_made_by_inverse(self, sequence: Sequence, position: int) -> bool:
        """Return whether what a call was given first was returned by the operation that, by its name, it undoes."""
        call = sequence.steps[position].operation
        undone = self._inverses.get(getattr(call, "target", ""), frozenset())
        sources = sequence.sources(position)
        if not undone or not sources:
            return False
        maker = sequence.steps[sources[0]].operation
        return isinstance(maker, Call) and maker.target in undone

    def _cap(
        self, raised: BaseException, call: Call, steps: list[Step], contract: str
    ) -> Cap | None:
        """Return as what it counts at most: it may be about what nothing describes, or what perhaps nobody means."""
        if _is_changed_meanwhile(raised, steps):
            return SOURCE_CHANGED
        made = [step.operation for step in steps]
        if any(_may_be_about(raised, one) and not self._is_described(one) for one in made):
            return UNDESCRIBED_RESULT
        is_unknown = call.how == "call" or any(
            isinstance(one, Derive) and not self._is_described(one) for one in made
        )
        return UNASKED_BEFORE if is_unknown and not contract else None

    def _is_described(self, made: Operation) -> bool:
        """Return whether annotations say what functions have to give."""
        outputs = (
            [one.output for _, one in made.methods] if isinstance(made, Derive) else [_output(made)]
        )
        return all(map(self._arguments.is_closed, outputs))

    def _is_bare(self, position: int) -> bool:
        """Return whether a call returned nothing but yes, no or None: what it was given is not passed on with that."""
        value = self._machine.values[position]
        return value is None or value is True or value is False

    def passes_hidden(self, sequence: Sequence, *positions: int, last: int | None = None) -> bool:
        """Return whether a value of a class that nobody is offered was written down on the way to these values.

        Such as the default that says "not given", which another call was then given for a key.
        """
        values = self._machine.values
        return any(
            isinstance(sequence.steps[source].operation, Literal)
            and self._kinds.name(type(values[source])) in self._subject.hidden
            and not self._is_offered(sequence, place, number)
            for place in sequence.influence(*positions, last=last)
            for number, source in enumerate(sequence.sources(place))
            if source < len(values)
        )

    def _is_offered(self, sequence: Sequence, place: int, number: int) -> bool:
        """Return whether the source itself suggests a literal for this argument: what it compares it with, by a public name."""
        call = sequence.steps[place].operation
        given = self._arguments.input_of(call, number) if isinstance(call, Call) else None
        literal = sequence.steps[sequence.sources(place)[number]].operation
        return given is not None and literal in given.offers

    def _is_plain(self, sequence: Sequence, position: int) -> bool:
        """Return whether what was passed can be compared with what was accepted before.

        An iterator has a state that its type does not show, and what is behind it may fail late; of a function that a body was
        given only the number of its parameters shows; what a container of some
        other class holds, where an annotation says what it should, shows no better; an object that can be
        called, such as a curried function, takes what the function behind it takes; a class that is not offered to
        anybody, a default of another shape, or what an annotation rules out was not meant.
        """
        call = sequence.steps[position].operation
        assert isinstance(call, Call)
        if call.target.endswith(".__call__"):
            return False
        if self._misfit(sequence, position) is Fit.CONTRADICTS:
            return False
        if self.passes_hidden(sequence, position):
            return False
        for number, source in enumerate(sequence.sources(position)):
            value = self._machine.values[source]
            if hasattr(type(value), "__next__") or isinstance(value, _GeneratorContextManager):
                return False
            is_given = isinstance(sequence.steps[source].operation, Parameter)
            if (
                is_given
                and isinstance(value, FunctionType | MethodType)
                and (number or call.how != "call")
            ):
                return False
            if call.inputs[number].args and hides_items(value):
                return False
            given = self._arguments.input_of(call, number)
            if given is not None and given.default and isinstance(value, tuple):
                shape = maker(given.default)()
                if not isinstance(shape, tuple) or len(shape) != len(value):
                    return False
        return True

    def fit(self, sequence: Sequence, *positions: int) -> str:
        """Return whether all calls so far that had a part in these values were as the code asks for."""
        last = len(sequence) - 1
        return self._arguments.holds(sequence, self._machine, *positions, last=last)

    def _misfit(self, sequence: Sequence, position: int) -> Fit:
        return self._arguments.misfit(sequence, self._machine, position, last=position)

    def known_at_once(self, raised: BaseException, steps: list[Step]) -> str:
        """Return the rule that decides whatever the frames show; "" where one must look at them."""
        if isinstance(raised, RefusedEffect):
            return REFUSED_EFFECT
        if isinstance(raised, SystemExit | KeyboardInterrupt | GeneratorExit):
            return LEAVES_PROCESS
        if self._was_written_to(steps):
            return ATTRIBUTE_WRITTEN
        if self._leaves_without_entering(steps):
            return LEFT_UNENTERED
        says_so = _SAYS_CHANGED.search(text_of(raised)) is not None
        return CHANGED_MEANWHILE if says_so and _is_changed_meanwhile(raised, steps) else ""

    def was_never_accepted(
        self, raised: BaseException, call: Call, kinds: tuple[int, ...], accepted: Accepted
    ) -> bool:
        """Return whether the rule applies by which nothing of these kinds was accepted, and not all is annotated.

        The frequent case where the code gives no types; looking at the frames would cost fifty calls.
        """
        if not isinstance(raised, TypeError | ValueError | LookupError | ArithmeticError):
            return False
        if self._arguments.is_annotated(call) or _may_be_about_nothing(raised):
            return False
        if call.target in self._inverses:
            return False
        return not accepted(call, kinds) and not self._fails_in_raise(raised)

    def _fails_in_raise(self, raised: BaseException) -> bool:
        """Return whether it arose in a `raise` statement, while the code was about to refuse what it was given."""
        entry = traceback_of(raised)
        while entry is not None and entry.tb_next is not None:
            entry = entry.tb_next
        if entry is None:
            return False
        code = entry.tb_frame.f_code
        place = code.co_filename, code.co_firstlineno, source_position(entry)
        known = self._in_raise.get(place)
        if known is None:
            known = self._in_raise[place] = is_in_raise(code, entry.tb_lasti)
        return known

    def _was_written_to(self, steps: list[Step]) -> bool:
        """Return whether we wrote to an attribute of what the last step works on, and nothing says what it may hold."""
        return any(call.inputs[1] == ANY for call in self._written_before(steps))

    def is_set_from_outside(self, steps: list[Step]) -> bool:
        """Return whether we set an attribute of what the last step works on that its class does not say others may set."""
        for call in self._written_before(steps):
            cls, name = self._subject.owner(call.target), call.target.rpartition(".")[2]
            if cls is None or not is_meant_to_be_set(cls, name.rstrip("=")):
                return True
        return False

    def _written_before(self, steps: list[Step]) -> list[Call]:
        """Return the calls that wrote to attributes of what the last step works on."""
        if not self.any_fields or not any(map(writes_field, steps)):
            return []
        parts = Sequence.trusted(tuple(steps)).influence(len(steps) - 1)
        calls = [steps[position].operation for position in parts if writes_field(steps[position])]
        return [call for call in calls if isinstance(call, Call)]

    def _leaves_without_entering(self, steps: list[Step]) -> bool:
        """Return whether an object was left that was not the last one entered: no `with` statement does that."""
        if not self._any_exits or not any(map(_leaves, steps)):
            return False
        entered: list[int] = []
        for position, step in enumerate(steps):
            if _leaves(step):
                if not entered or entered.pop() != position - step.arguments[0]:
                    return True
            elif getattr(step.operation, "target", "").endswith(("__enter__", "__aenter__")):
                entered.append(position - step.arguments[0])
        return False

    def is_on_purpose(self, raised: BaseException) -> bool:
        """Return whether the operation's own frame raised on purpose: the frequent case, decided at once."""
        if isinstance(raised, AssertionError):
            return False
        entries = traceback_frames(raised)
        if len(entries) != 1:
            return not entries
        return self.is_raised_by_subject(raised) and not may_admit_fault(entries[0].tb_frame.f_code)

    def is_raised_by_subject(self, raised: BaseException) -> bool:
        """Return whether the subject raised it by `raise`, in whatever function."""
        entries = traceback_frames(raised)
        if not entries or not self._is_subject(entries[-1].tb_frame.f_globals.get("__name__", "")):
            return False
        return raised_on_purpose(entries[-1], raised)


# What Python's own collections say to whoever goes on.
_SAYS_CHANGED = re.compile(r"(?:changed size|changed|mutated) during iteration")


def _is_changed_meanwhile(raised: BaseException, steps: list[Step]) -> bool:
    """Return whether a held iterator lost its place because something else was done to what it goes through."""
    call, here = steps[-1].operation, len(steps) - 1
    if not isinstance(raised, RuntimeError | LookupError) or not _steps_iterator(call):
        return False
    sequence = Sequence.trusted(tuple(steps))
    iterator = sequence.sources(here)[0]
    source = {iterator, *sequence.sources(iterator)}
    between = range(iterator + 1, here)
    return any(
        not source.isdisjoint(sequence.sources(one)) and not _steps_iterator(steps[one].operation)
        for one in between
    )


def _steps_iterator(operation: Operation) -> bool:
    return getattr(operation, "target", "").endswith(".__next__")


def is_deferred(call: Call) -> bool:
    """Return whether a call only goes on with the body of a function that was called before."""
    return call.target.startswith(("types:GeneratorType.", "contextlib:_GeneratorContextManager."))


def _may_be_about_nothing(raised: BaseException) -> bool:
    """Return whether it may be about a None of the code's own, which is wrong whatever was passed in."""
    said = raised.args[0] if raised.args else None
    return isinstance(raised, TypeError) and isinstance(said, str) and "NoneType" in said


def _leaves(step: Step) -> bool:
    return getattr(step.operation, "target", "").endswith(_EXITS)


def _output(made: Operation) -> TypeForm:
    """Return what a function has to give, be it made or written down; NONE for what is no function."""
    if isinstance(made, Callback):
        return made.output
    if not isinstance(made, Literal) or made.type.name != CALLABLE:
        return NONE
    return made.type.args[-1] if made.type.args else ANY


def _may_be_about(raised: BaseException, made: Operation) -> bool:
    """Return whether an exception may be about what a function gives; about None only where it says so, or is an assert."""
    if not _is_function(made) or not isinstance(raised, _ABOUT_VALUES):
        return False
    return (
        _gives_something(made)
        or isinstance(raised, AssertionError)
        or "NoneType" in text_of(raised)
    )


def _gives_something(made: Operation) -> bool:
    """Return whether a function gives more than None."""
    if isinstance(made, Literal):
        return not made.source.endswith(": None")
    body = made.body if isinstance(made, Callback) else Sequence()
    given = [
        body.steps[source].operation
        for place, step in enumerate(body.steps)
        if isinstance(step.operation, Return)
        for source in body.sources(place)
    ]
    return given != [Literal("None", NONE)]


def _is_function(made: Operation) -> bool:
    """Return whether it is a function that gives something, be it None."""
    if isinstance(made, Literal):
        return made.type.name == CALLABLE
    return isinstance(made, Callback) and any(
        isinstance(step.operation, Return) for step in made.body.steps
    )
