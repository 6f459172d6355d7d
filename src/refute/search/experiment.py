"""Experiments on a guess: `Experiment` runs the same calls with other values, to see whether types or values matter.

Where nothing is annotated, a failure may only say that the test passed things that were never meant.  Then the same
calls fail whatever values of these types they are given.  If they go well with others of the same types, the types
were right, and it is the value or the state that the code cannot deal with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain, combinations, islice, product

from refute.model.sequence import RECEIVERS, Call, Display, Literal, Operation, Sequence, Step
from refute.model.typeform import INT, TypeForm
from refute.model.verdict import STATE, UNASKED_BEFORE, Severity, Violation, capped, overruled
from refute.search.examiner import Examiner
from refute.search.weighing import Accepted

# So many other values are tried for each that is in doubt, and so many runs made in all.
_EACH = 5
_MOST = 80
_EMPTY = frozenset(["''", "b''", "[]", "()", "{}", "set()", "frozenset()"])
# Of these types a call that returned once says little: it may have been given nothing.
_UNSURE = frozenset(
    ["str", "bytes", "list", "tuple", "dict", "set", "frozenset", "bytearray", "range", "function"]
)
# These are wrong whatever was passed, and whatever was called before.
_WHATEVER_WAS_PASSED = frozenset(["NameError", "UnboundLocalError"])
# By the rule of blame: an attribute of the code's own object is missing.
_UNSET = frozenset(["missing-own-attribute", "unset-attribute", "unset-attribute-guess"])
# One of each of the plain types, to see whether a law is broken whatever an object holds.
_OTHERS = (
    Literal("1", TypeForm("int")),
    Literal("'a'", TypeForm("str")),
    Literal("1.5", TypeForm("float")),
    Literal("(1, 2)", TypeForm("tuple")),
    Literal("[1, 2]", TypeForm("list")),
)


class Experiment:
    """Tries guesses on the examiner's machine."""

    def __init__(
        self,
        examiner: Examiner,
        accepted: Accepted,
        literals: Callable[[TypeForm], list[Literal]],
        reset: Callable[[], None],
        has_factory: Callable[[int], bool] = lambda kind: False,
    ) -> None:
        self._examiner = examiner
        self._accepted = accepted
        self._literals = literals
        self._reset = reset
        self._has_factory = has_factory

    def tried(self, sequence: Sequence, guess: Violation) -> Violation | None:
        """Return a violation as experiments leave it; None where they speak against it.

        The sequence is as short as it can be: every call in it has a part in what goes wrong, be it through a variable
        that nobody sees.
        """
        if guess.severity is Severity.ERROR:
            return self._weighed_as_a_whole(sequence, guess)
        if guess.severity is Severity.LIKELY:
            return guess if self.supports(sequence, guess) else None
        asked = guess.because == STATE.overrules and not sequence.is_built()
        if asked and self.is_about_the_state(sequence, guess):
            return overruled(guess, STATE)
        return guess

    def _weighed_as_a_whole(self, sequence: Sequence, error: Violation) -> Violation:
        """Return an error as less where a call has a part in it that nobody sees, and got what nobody asked for."""
        if _all_that_count(sequence, error) == _positions(sequence, error):
            return error
        if error.exception in _WHATEVER_WAS_PASSED:
            return error
        sequence = sequence.with_own_literals()
        error = self._found(sequence, error) or error  # its values again
        arguments, live, last = self._examiner.arguments, self._examiner.machine, len(sequence) - 1
        if arguments.holds(sequence, live, *_all_that_count(sequence, error), last=last):
            return error
        if not arguments.holds(sequence, live, *_positions(sequence, error), last=last):
            return error  # it does not rest on what was passed
        guess = replace(error, severity=Severity.LIKELY, is_guess=True)
        if self.supports(sequence, guess):
            return guess
        return capped(error, UNASKED_BEFORE)

    def supports(self, sequence: Sequence, violation: Violation) -> bool:
        """Return whether the guess that this sequence shows a fault of the code stands up."""
        sequence = sequence.with_own_literals()
        # So that its values are at hand, and places are those of this sequence.
        violation = self._found(sequence, violation) or violation
        if self._is_not_meant(sequence, violation):
            return False
        plain = self._with_plain_values(sequence, violation)
        if plain is None:
            return False
        if plain is not sequence:
            sequence = plain
            violation = self._found(sequence, violation) or violation
        doubtful = self._doubtful(sequence, violation)
        if not doubtful or violation.because == "goes-on-with-none":
            return True
        others = islice(self._variants(sequence, doubtful), _MOST)
        states = chain(_with_fewer_calls(sequence, doubtful), _with_more_calls(sequence))
        if any(self._goes_well(other, violation) for other in chain(states, others)):
            return True
        # An attribute may be missing because a call was left out, whatever was passed.
        may_be_so_always = (
            _is_law(violation)
            or violation.because in _UNSET
            or _is_about_something_shared(sequence, violation)
        )
        return may_be_so_always and self._is_so_for_every_type(sequence, doubtful, violation)

    def is_about_the_state(self, sequence: Sequence, violation: Violation) -> bool:
        """Return whether the failing call goes well, with the same arguments, on a receiver as it was made."""
        last = len(sequence) - 1
        fresh = sequence.slice_for(last)
        if len(fresh) == len(sequence) or violation.step != last:
            return False
        self._goes_well(sequence, violation)  # so that its values are at hand
        if self._is_not_meant(sequence, violation):
            return False
        values = self._examiner.machine.values
        if any(callable(values[source]) for source in sequence.sources(last)):
            return False  # whether what was passed in is called at all depends on the state
        return self._goes_well(fresh, violation)

    def _goes_well(self, sequence: Sequence, violation: Violation) -> bool:
        return self._found(sequence, violation) is None

    def _found(self, sequence: Sequence, violation: Violation) -> Violation | None:
        self._reset()
        found, _ = self._examiner.examine(
            sequence, self._accepted, violation.signature, violation.rule
        )
        return found

    def _is_not_meant(self, sequence: Sequence, violation: Violation) -> bool:
        """Return whether something was passed, without an annotation asking for it, that nobody means to be passed.

        An argument in place of a default that says "not given"; something else for a parameter that has the name of
        a class; a value of a class that nobody is offered; infinity in an object; whatever a class was given to make
        an object, where a function makes such objects.
        """
        machine, arguments = self._examiner.machine, self._examiner.arguments
        last = len(sequence) - 1
        wanted = _all_that_count(sequence, violation)
        if arguments.overrides_sentinel(sequence, *wanted, last=last):
            return True
        if arguments.is_misnamed(sequence, machine, *wanted, last=last):
            return True
        if self._examiner.weighing.passes_hidden(sequence, *wanted, last=last):
            return True
        return any(
            (_is_law(violation) and _is_endless(sequence.steps[source].operation))
            or self._is_made_past(sequence, place)
            for place, source in arguments.unmet(sequence, machine, *wanted, last=last)
        )

    def _is_made_past(self, sequence: Sequence, place: int) -> bool:
        """Return whether a step makes an object by its class where a function makes such objects.

        Then the class is not called by users, and may ask for what only the function knows.
        """
        kinds = self._examiner.machine.value_kinds
        made = getattr(sequence.steps[place].operation, "how", "") == "new"
        return made and place < len(kinds) and self._has_factory(kinds[place])

    def _with_plain_values(self, sequence: Sequence, violation: Violation) -> Sequence | None:
        """Return the sequence with a plain value for objects of the subject's that nobody asked for.

        The sequence itself where there are none, or where no plain value will do; None where all goes well with
        one: then objects were not meant there, as with a builder of texts that is given a builder.
        """
        machine = self._examiner.machine
        kinds = list(machine.value_kinds)
        last = len(sequence) - 1
        wanted = _all_that_count(sequence, violation)
        unmet = self._examiner.arguments.unmet(sequence, machine, *wanted, last=last)
        objects = [
            (place, source)
            for place, source in unmet
            if isinstance(sequence.steps[source].operation, Call)
            and self._examiner.laws_of(kinds[source]) is not None
        ]
        goes_well = False
        for literal in _OTHERS if objects else ():
            other = _with_arguments(sequence, objects, literal)
            found = self._found(other, violation)
            if found is not None and found.signature == violation.signature:
                return other
            goes_well = goes_well or found is None
        if objects and not goes_well:
            self._goes_well(sequence, violation)  # its values again
        return None if goes_well else sequence

    def _doubtful(self, sequence: Sequence, violation: Violation) -> list[int]:
        """Return the literals that were passed without an annotation asking for them.

        Of the failing call itself numbers and the like are not in doubt: their types have been accepted before.
        """
        last = len(sequence) - 1
        wanted = _all_that_count(sequence, violation)
        found: dict[int, None] = {}
        machine = self._examiner.machine
        unmet = self._examiner.arguments.unmet(sequence, machine, *wanted, last=last)
        for place, source in unmet:
            in_last = place == last and not _is_law(violation)
            for position in _literals_in(sequence, source):
                literal = sequence.steps[position].operation
                if not in_last or _shape(literal) in _UNSURE:
                    found[position] = None
        return list(found)

    def _variants(self, sequence: Sequence, doubtful: list[int]) -> Iterator[Sequence]:
        """Yield the sequence with others of the same types: one changed, then two, then all."""
        offers = {
            position: self._alternatives(sequence.steps[position].operation)
            for position in doubtful
        }
        for size in (1, 2):
            for chosen in combinations(offers, size):
                for others in product(*(offers[position] for position in chosen)):
                    yield _replaced(sequence, dict(zip(chosen, others, strict=True)))
        for others in zip(*offers.values(), strict=False):
            yield _replaced(sequence, dict(zip(offers, others, strict=True)))

    def _alternatives(self, operation: Operation) -> list[Literal]:
        """Return other values of the same type; something is not replaced by nothing, which all code can take."""
        shape = _shape(operation)
        source = operation.source if isinstance(operation, Literal) else ""
        empty = source in _EMPTY or isinstance(operation, Display)
        offered = self._literals(TypeForm(shape))
        others = [one for one in offered if one.type.name == shape and one.source != source]
        return [one for one in others if empty or one.source not in _EMPTY][:_EACH]

    def _is_so_for_every_type(
        self, sequence: Sequence, doubtful: list[int], violation: Violation
    ) -> bool:
        """Return whether the same is wrong with values of other types too, and never right with any."""
        shapes = {_shape(sequence.steps[position].operation) for position in doubtful}
        same = 0
        for literal in _OTHERS:
            if literal.type.name in shapes:
                continue
            for positions in (doubtful, *([one] for one in doubtful if len(doubtful) > 1)):
                found = self._found(
                    _replaced(sequence, dict.fromkeys(positions, literal)), violation
                )
                if found is None:
                    return False
                same += found.signature == violation.signature
        return same > 0


def _positions(sequence: Sequence, violation: Violation) -> tuple[int, ...]:
    """Return the values that a violation speaks of: those of a law, or the failing call."""
    return violation.subjects or (len(sequence) - 1,)


def _all_that_count(sequence: Sequence, violation: Violation) -> tuple[int, ...]:
    """Return the values that a violation speaks of, and the calls that have no part in them that can be seen."""
    wanted = _positions(sequence, violation)
    seen = set(sequence.influence(*wanted, last=len(sequence) - 1))
    unseen = [
        position
        for position, step in enumerate(sequence.steps)
        if isinstance(step.operation, Call) and position not in seen
    ]
    return (*wanted, *unseen)


def _is_about_something_shared(sequence: Sequence, violation: Violation) -> bool:
    """Return whether calls on other objects have a part in it, and it is not about the type of what they were given."""
    is_shared = _all_that_count(sequence, violation) != _positions(sequence, violation)
    return is_shared and violation.exception not in ("TypeError", "AttributeError")


def _with_fewer_calls(sequence: Sequence, doubtful: list[int]) -> Iterator[Sequence]:
    """Yield the sequence without one call on the way that was given nothing doubtful: with all of it, in another state."""
    used = {source for position in range(len(sequence)) for source in sequence.sources(position)}
    for position in range(len(sequence) - 1):
        step = sequence.steps[position]
        given = {p for s in sequence.sources(position) for p in _literals_in(sequence, s)}
        if isinstance(step.operation, Call) and position not in used and given.isdisjoint(doubtful):
            fewer = sequence.without(position)
            if fewer is not None:
                yield fewer


def _with_more_calls(sequence: Sequence) -> Iterator[Sequence]:
    """Yield the sequence with one call of a method on the way made twice."""
    for again in range(len(sequence) - 1):
        if not _has_receiver(sequence.steps[again].operation):
            continue
        made = Sequence()
        moved: dict[int, int] = {}
        for position, step in enumerate(sequence.steps):
            sources = [moved[one] for one in sequence.sources(position)]
            for _ in range(2 if position == again else 1):
                made = made.extend(step.operation, sources)
            moved[position] = len(made) - 1
        yield made


def _with_arguments(sequence: Sequence, where: list[tuple[int, int]], literal: Literal) -> Sequence:
    """Return the sequence with the literal in place of values, among the arguments of some steps."""
    made = Sequence()
    moved: dict[int, int] = {}
    for position, step in enumerate(sequence.steps):
        replaced = {source for place, source in where if place == position}
        sources = list(sequence.sources(position))
        places = [moved[one] for one in sources]
        if replaced:
            made = made.extend(literal)
            first = 1 if _has_receiver(step.operation) else 0
            for number in range(first, len(sources)):
                if sources[number] in replaced:
                    places[number] = len(made) - 1
        made = made.extend(step.operation, places)
        moved[position] = len(made) - 1
    return made


def _has_receiver(operation: Operation) -> bool:
    return isinstance(operation, Call) and operation.how in RECEIVERS


def with_numbers(sequence: Sequence) -> Sequence:
    """Return the sequence with 0 and 1 for False and True: equal, and what is meant where a number is asked for."""
    numbers = {"False": Literal("0", INT), "True": Literal("1", INT)}
    others = {
        position: numbers[step.operation.source]
        for position, step in enumerate(sequence.steps)
        if isinstance(step.operation, Literal) and step.operation.source in numbers
    }
    return _replaced(sequence, others) if others else sequence


def _is_endless(operation: Operation) -> bool:
    """Return whether a literal is infinite, or no number at all."""
    source = operation.source if isinstance(operation, Literal) else ""
    return any(text in source for text in ("float('inf", "float('-inf", "float('nan"))


def _is_law(violation: Violation) -> bool:
    return violation.rule != "raises"


def _literals_in(sequence: Sequence, position: int) -> Iterator[int]:
    """Yield the literals that a value consists of: itself, or what a list written in the test holds."""
    operation = sequence.steps[position].operation
    if isinstance(operation, Literal):
        yield position
    elif isinstance(operation, Display):
        if not sequence.sources(position):
            yield position
        for source in sequence.sources(position):
            yield from _literals_in(sequence, source)


def _shape(operation: Operation) -> str:
    if isinstance(operation, Display):
        return operation.kind
    return operation.type.name if isinstance(operation, Literal) else ""


def _replaced(sequence: Sequence, others: dict[int, Literal]) -> Sequence:
    return Sequence(
        tuple(
            Step(others[position], ()) if position in others else step
            for position, step in enumerate(sequence.steps)
        )
    )
