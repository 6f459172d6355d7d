"""Experiments on a guess: `Experiment` runs the same calls with other values, to see whether types or values matter.

Where nothing is annotated, a failure may only say that the test passed things that were never meant.  Then the same
calls fail whatever values of these types they are given.  If they go well with others of the same types, the types
were right, and it is the value or the state that the code cannot deal with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, combinations, islice, product

from refute.judge.relations.relation_checking import RELATION
from refute.model.sequence import Call, Display, Literal, Sequence
from refute.model.typeform import TypeForm
from refute.model.verdict import (
    EVERY_VALUE_FAILS,
    EXPERIMENT_RULES,
    NO_OTHER_OBJECT,
    OBJECT_NOT_MEANT,
    UNASKED_BEFORE,
    UNLIKELY_TYPE,
    Doubt,
    ExperimentRule,
    Severity,
    Violation,
    capped,
    overruled,
)
from refute.search.examiner import Examiner
from refute.search.not_meant import NotMeant, all_that_count, is_law, positions_of
from refute.search.overruling import Overruling
from refute.search.variants import (
    COLLECTIONS,
    called_in_bodies,
    files_in,
    held_types,
    literals_in,
    replaced,
    shape_of,
    still_differ,
    with_arguments,
    with_fewer_calls,
    with_more_calls,
    with_other_answers,
    with_quiet_functions,
)
from refute.search.weighing import Accepted
from refute.shrink.shrinker import literal_key

# So many other values are tried for each that is in doubt, and so many runs made in all.
_EACH = 5
_MOST = 80
# So many examples with a value of another type, that fail in the same way, are tried where every value of one type fails;
# each with fewer runs: together they take as many as the first.
_OTHER_EXAMPLES = 3
_MOST_OF_OTHERS = _MOST // _OTHER_EXAMPLES
_EMPTY = frozenset(["''", "b''", "[]", "()", "{}", "set()", "frozenset()"])
# Of these types a call that returned once says little: it may have been given nothing.
_UNSURE = COLLECTIONS | {"range", "function"}
# These are wrong whatever was passed, and whatever was called before.
_WHATEVER_WAS_PASSED = frozenset(["NameError"])
# By the rule of blame: an attribute of the code's own object is missing.
_UNSET = frozenset(["missing-own-attribute", "unset-attribute", "unset-attribute-guess"])
# By the rule of blame: it may be wrong whatever was passed.
_WHATEVER = _UNSET | {"refuses-inverse"}
# By the rule of blame: what was passed has no part in it, or was being refused.
_STANDS = frozenset(["goes-on-with-none", "fails-while-refusing", "missing-import"])
# Some of each of the plain types, to see whether a law is broken whatever an object holds.
_FAMILIES = tuple(
    tuple(Literal(source, TypeForm(name)) for source in sources)
    for name, sources in (
        ("int", ("1", "2", "3")),
        ("str", ("'a'", "'b'", "'c'")),
        ("float", ("1.5", "2.5", "3.5")),
        ("tuple", ("(1, 2)", "(3, 4)", "(5, 6)")),
        ("list", ("[1, 2]", "[3, 4]", "[5, 6]")),
    )
)
_OTHERS = tuple(family[0] for family in _FAMILIES)


@dataclass(frozen=True, slots=True)
class Tried:
    """What experiments say: a violation as they leave it, the sequence that shows it, and what speaks against it."""

    sequence: Sequence
    violation: Violation
    doubt: Doubt | None = None

    @property
    def is_supported(self) -> bool:
        """Whether nothing speaks against it."""
        return self.doubt is None


class Experiment:
    """Tries guesses on the examiner's machine."""

    def __init__(
        self,
        examiner: Examiner,
        accepted: Accepted,
        literals: Callable[[TypeForm], list[Literal]],
        reset: Callable[[], None],
        has_factory: Callable[[int], bool] = lambda kind: False,
        taken: Callable[[Call, int], list[Literal]] = lambda call, number: [],
    ) -> None:
        self._examiner = examiner
        self._accepted = accepted
        self._literals = literals
        self._reset = reset
        self._not_meant = NotMeant(examiner, has_factory)
        self._taken = taken
        self._overruling = Overruling(examiner, self._goes_well)

    def tried(self, sequence: Sequence, guess: Violation) -> Tried:
        """Return what experiments say about a violation.

        The sequence is as short as it can be: every call in it has a part in what goes wrong, be it through a variable
        that nobody sees.
        """
        if guess.because == RELATION:
            return Tried(sequence, guess)  # it has held on many inputs of these types already
        if guess.severity is Severity.ERROR:
            return Tried(sequence, self._weighed_as_a_whole(sequence, guess))
        is_likely = guess.severity is Severity.LIKELY
        doubt = self.doubt(sequence, guess) if is_likely else None
        if is_likely and doubt is None:
            return Tried(sequence, guess)
        overruling = self._overruled_by(sequence.with_own_literals(), guess)
        if overruling is not None:
            return Tried(sequence, overruled(guess, overruling))
        return Tried(sequence, guess, doubt)

    def _overruled_by(self, sequence: Sequence, guess: Violation) -> ExperimentRule | None:
        """Return the experiment that speaks for the code's fault whatever its rule says, None where none does."""
        is_internal = guess.operation in self._examiner.subject.internal
        if is_law(guess) or guess.caps or is_internal or sequence.is_built():
            return None
        for rule in EXPERIMENT_RULES:
            if guess.because in rule.spares or guess.exception in rule.not_about:
                continue
            found = self._found(sequence, guess)  # so that its values are at hand
            if found is None or self._not_meant.reason(sequence, found) is not None:
                return None
            if self._overruling.holds(rule, sequence, found):
                return rule
        return None

    def _weighed_as_a_whole(self, sequence: Sequence, error: Violation) -> Violation:
        """Return an error as less where a call has a part in it that nobody sees, and got what nobody asked for."""
        if all_that_count(sequence, error) == positions_of(sequence, error):
            return error
        if error.exception in _WHATEVER_WAS_PASSED:
            return error
        sequence = sequence.with_own_literals()
        error = self._found(sequence, error) or error  # its values again
        arguments, live, last = self._examiner.arguments, self._examiner.machine, len(sequence) - 1
        if arguments.holds(sequence, live, *all_that_count(sequence, error), last=last):
            return error
        if not arguments.holds(sequence, live, *positions_of(sequence, error), last=last):
            return error  # it does not rest on what was passed
        guess = replace(error, severity=Severity.LIKELY, is_guess=True)
        if self.doubt(sequence, guess) is None:
            return guess
        return capped(error, UNASKED_BEFORE)

    def doubt(self, sequence: Sequence, violation: Violation, most: int = _MOST) -> Doubt | None:
        """Return what speaks against the guess that this sequence shows a fault of the code, None where it stands up.

        `most` says how many runs with other values are made.
        """
        sequence = sequence.with_own_literals()
        # So that its values are at hand, and places are those of this sequence.
        violation = self._found(sequence, violation) or violation
        not_meant = self._not_meant.reason(sequence, violation)
        if not_meant is not None:
            return not_meant
        plain = self._with_plain_values(sequence, violation)
        if plain is None:
            return OBJECT_NOT_MEANT
        if plain is not sequence:
            sequence = plain
            violation = self._found(sequence, violation) or violation
        doubtful = self._doubtful(sequence, violation)
        if violation.because in _STANDS:
            return None
        if self._is_of_an_unlikely_type(sequence, violation):
            return UNLIKELY_TYPE
        if self._not_meant.is_given_foreign(sequence, violation):
            return NO_OTHER_OBJECT
        is_supported = not doubtful or self._is_about_values(sequence, violation, doubtful, most)
        return None if is_supported else EVERY_VALUE_FAILS

    def _is_about_values(
        self, sequence: Sequence, violation: Violation, doubtful: list[int], most: int
    ) -> bool:
        """Return whether it goes well with other values of the same types, or is wrong whatever the types."""
        others = islice(self._variants(sequence, doubtful), most)
        # Of what fails in a body itself nothing is left where the body does nothing.
        called = called_in_bodies(sequence, self._examiner.subject.stand_ins)
        is_inside = violation.operation in called
        quiet = () if is_inside else with_quiet_functions(sequence, self._literals)
        states = chain(quiet, with_fewer_calls(sequence, doubtful), with_more_calls(sequence))
        answers = with_other_answers(sequence, self._like)
        rest = self._with_others_beside(sequence, violation, doubtful)
        if any(self._goes_well(other, violation) for other in chain(states, answers, others, rest)):
            return True
        # An attribute may be missing because a call was left out, whatever was passed.
        may_be_so_always = (
            is_law(violation)
            or violation.because in _WHATEVER
            or _is_about_something_shared(sequence, violation)
        )
        return may_be_so_always and self._is_so_for_every_type(sequence, doubtful, violation)

    def with_other_types(self, sequence: Sequence, guess: Violation) -> Tried | None:
        """Return a guess that stands up once a value is of another type that was accepted there; None where there is none.

        What fails with every text may be meant for lists: if it fails with one of these too, they are the better example.
        """
        sequence = sequence.with_own_literals()
        violation = self._found(sequence, guess) or guess
        same = self._failing_alike(sequence, self._doubtful(sequence, violation), guess)
        for other, found in islice(same, _OTHER_EXAMPLES):
            if self.doubt(other, found, _MOST_OF_OTHERS) is None:
                return Tried(other, found)
        return None

    def _failing_alike(
        self, sequence: Sequence, doubtful: list[int], guess: Violation
    ) -> Iterator[tuple[Sequence, Violation]]:
        for position in doubtful:
            for literal in self._of_other_types(sequence, position):
                other = replaced(sequence, {position: literal})
                found = self._found(other, guess)
                if found is None or found.signature != guess.signature:
                    continue
                if found.severity is guess.severity:
                    yield other, found

    def _of_other_types(self, sequence: Sequence, position: int) -> Iterator[Literal]:
        """Yield simple literals of the other types that were accepted where the sequence passes a value."""
        shape = shape_of(sequence.steps[position].operation)
        accepted = {one.type for one in self._accepted_at(sequence, position)}
        offers = [self._literals(form)[:2] for form in accepted if form.name != shape]
        for offer in sorted(filter(None, offers), key=lambda offer: literal_key(offer[0])):
            yield from offer

    def _goes_well(self, sequence: Sequence, violation: Violation) -> bool:
        return self._found(sequence, violation) is None

    def _found(self, sequence: Sequence, violation: Violation) -> Violation | None:
        self._reset()
        found, _ = self._examiner.examine(
            sequence, self._accepted, violation.signature, violation.rule
        )
        return found

    def _with_plain_values(self, sequence: Sequence, violation: Violation) -> Sequence | None:
        """Return the sequence with a plain value for objects of the subject's that nobody asked for.

        The sequence itself where there are none, or where no plain value will do; None where all goes well with
        one: then objects were not meant there, as with a builder of texts that is given a builder.
        """
        machine = self._examiner.machine
        kinds = list(machine.value_kinds)
        last = len(sequence) - 1
        wanted = all_that_count(sequence, violation)
        unmet = self._examiner.arguments.unmet(sequence, machine, *wanted, last=last)
        objects = [
            (place, source)
            for place, source in unmet
            if isinstance(sequence.steps[source].operation, Call)
            and self._examiner.laws_of(kinds[source]) is not None
        ]
        goes_well = False
        for literal in _OTHERS if objects else ():
            other = with_arguments(sequence, objects, literal)
            found = self._found(other, violation)
            if found is not None and found.signature == violation.signature:
                return other
            goes_well = goes_well or found is None
        if objects and not goes_well:
            self._goes_well(sequence, violation)  # its values again
        return None if goes_well else sequence

    def _is_of_an_unlikely_type(self, sequence: Sequence, violation: Violation) -> bool:
        """Return whether it goes well with every value of the type that is rather meant where something else was passed."""
        arguments, machine = self._examiner.arguments, self._examiner.machine
        wanted = all_that_count(sequence, violation)
        found = list(arguments.rather_meant(sequence, machine, *wanted, last=len(sequence) - 1))
        for place, source, form in found:
            others = [
                with_arguments(sequence, [(place, source)], one)
                for one in self._literals(form)[:_EACH]
            ]
            if len(others) > 1 and all(self._goes_well(one, violation) for one in others):
                return True
        if found:
            self._goes_well(sequence, violation)  # its values again
        return False

    def _doubtful(self, sequence: Sequence, violation: Violation) -> list[int]:
        """Return the literals that were passed without an annotation asking for them.

        Of the failing call itself numbers and the like are not in doubt: their types have been accepted before.
        """
        last = len(sequence) - 1
        wanted = all_that_count(sequence, violation)
        found: dict[int, None] = {}
        machine = self._examiner.machine
        unmet = self._examiner.arguments.unmet(sequence, machine, *wanted, last=last)
        files = files_in(sequence)
        for place, source in unmet:
            in_last = place == last and not is_law(violation)
            for position in literals_in(sequence, source):
                literal = sequence.steps[position].operation
                if isinstance(literal, Literal) and literal.source in files:
                    continue  # no other name is that of the file
                if not in_last or shape_of(literal) in _UNSURE:
                    found[position] = None
        return list(found)

    def _variants(self, sequence: Sequence, doubtful: list[int]) -> Iterator[Sequence]:
        """Yield the sequence with others of the same types: one changed, then two, then all.

        What differed still differs: `remove("b")` after `add("a")` is another question than `remove("a")`.
        """
        offers = {one: self._alternatives(sequence, one) for one in doubtful}
        for others in islice(_combined(offers), _MOST):
            variant = replaced(sequence, others)
            if still_differ(sequence, variant):
                yield variant

    def _with_others_beside(
        self, sequence: Sequence, violation: Violation, doubtful: list[int]
    ) -> Iterator[Sequence]:
        """Return the sequence with other values for what was asked for in the failing call, and all that is doubtful as it is.

        Where one goes well, the call takes what is doubtful.  What is asked for is read at once, while the values of this
        sequence are still at hand.
        """
        last = len(sequence) - 1
        call = sequence.steps[last].operation
        if is_law(violation) or not isinstance(call, Call):
            return iter(())
        unmet = {
            source
            for place, source in self._examiner.arguments.unmet(
                sequence, self._examiner.machine, last, last=last
            )
            if place == last
        }
        beside = [one for one in sequence.sources(last) if one not in unmet | {*doubtful}]
        plain = [one for one in beside if isinstance(sequence.steps[one].operation, Literal)]
        return self._variants(sequence, plain)

    def _alternatives(self, sequence: Sequence, position: int) -> list[Literal]:
        """Return other values of the same type, and of what they hold, those first that were accepted there.

        Something is not replaced by nothing, which all code can take.
        """
        operation = sequence.steps[position].operation
        shape, held = shape_of(operation), held_types(operation)
        source = operation.source if isinstance(operation, Literal) else ""
        is_empty = source in _EMPTY or isinstance(operation, Display)

        def is_usable(other: Literal) -> bool:
            if other.type.name != shape or other.source == source:
                return False
            return is_empty or (other.source not in _EMPTY and held_types(other) == held)

        presets = filter(is_usable, self._literals(TypeForm(shape)))
        accepted = filter(is_usable, self._accepted_at(sequence, position))
        return list(dict.fromkeys([*accepted, *islice(presets, _EACH)]))

    def _like(self, literal: Literal) -> list[Literal]:
        """Return a few other values of the type of a literal."""
        presets = self._literals(literal.type)
        others = (one for one in presets if one.type == literal.type and one != literal)
        return list(islice(others, _EACH))

    def _accepted_at(self, sequence: Sequence, position: int) -> list[Literal]:
        """Return literals that were passed, in calls that returned, where the sequence passes the value at this position."""
        return [
            literal
            for user in sequence.users(position)
            for number, source in enumerate(sequence.sources(user))
            if source == position and isinstance(call := sequence.steps[user].operation, Call)
            for literal in self._taken(call, number)
        ]

    def _is_so_for_every_type(
        self, sequence: Sequence, doubtful: list[int], violation: Violation
    ) -> bool:
        """Return whether the same is wrong with values of other types too, and never right with any.

        What differed still differs: whatever swaps two values does so unseen where they are the same.
        """
        shapes = {shape_of(sequence.steps[position].operation) for position in doubtful}
        same = 0
        for family in _FAMILIES:
            name = family[0].type.name
            alike = _of_one_type(sequence, doubtful, family) if shapes != {name} else None
            single = [{one: family[0]} for one in doubtful if len(doubtful) > 1]
            for others in filter(None, (alike, *(single if name not in shapes else ()))):
                found = self._found(replaced(sequence, others), violation)
                if found is None:
                    return False
                same += found.signature == violation.signature
        return same > 0


def _of_one_type(
    sequence: Sequence, positions: list[int], family: tuple[Literal, ...]
) -> dict[int, Literal] | None:
    """Return values of one type for all of these, different ones where they differ; None where there are too few."""
    written = [sequence.steps[position].operation for position in positions]
    different = list(dict.fromkeys(written))
    if len(different) > len(family):
        return None
    return {
        position: family[different.index(operation)]
        for position, operation in zip(positions, written, strict=True)
    }


def _is_about_something_shared(sequence: Sequence, violation: Violation) -> bool:
    """Return whether calls on other objects have a part in it, and it is not about the type of what they were given."""
    is_shared = all_that_count(sequence, violation) != positions_of(sequence, violation)
    return is_shared and violation.exception not in ("TypeError", "AttributeError")


def _combined(offers: dict[int, list[Literal]]) -> Iterator[dict[int, Literal]]:
    for size in (1, 2):
        for chosen in combinations(offers, size):
            for others in product(*(offers[position] for position in chosen)):
                yield dict(zip(chosen, others, strict=True))
    for others in zip(*offers.values(), strict=False):
        yield dict(zip(offers, others, strict=True))
