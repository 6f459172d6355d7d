"""Whether a call was as the code asks for: `Arguments`, on live values, against annotations.

Stricter than a type checker where nobody means what the type allows: a text for a collection of texts, True for a
number.  And only what can be seen counts: what an iterator will give cannot.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from typing import Protocol

from refute.look.kinds import Kinds
from refute.look.objects import contents_of, is_protocol
from refute.look.structural import has_operator, satisfies
from refute.model.evidence import Fit
from refute.model.forgetful import Forgetful
from refute.model.literals import source_of
from refute.model.restrictions import holds
from refute.model.sequence import Call, Callback, Derive, Literal, Sequence, is_check
from refute.model.subject import Input, Routine, Subject
from refute.model.typeform import ANY, CALLABLE, NONE, RESTRICTED, TypeForm, fits, members
from refute.model.wrapped_results import inside, way_to_give

# Records that hold whatever was put into them: their type says nothing about what may be asked of them.
_OPEN = frozenset(
    {
        "any",
        "argparse:Namespace",
        "types:SimpleNamespace",
        "types:ModuleType",
    }
)
_BARE = frozenset(["list", "dict", "set", "frozenset", "tuple", "type"])
# What is compared with an object does not get into it, so that anything may be.
COMPARING = frozenset(["__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__contains__"])
_BARE_TYPES = (list, dict, set, frozenset, tuple)
_TEXTS = frozenset(["str", "bytes", "bytearray"])
_FUNCTIONS = frozenset(["function", "builtin_function_or_method", "method"])
_NUMBERS = frozenset(["int", "float", "complex"])
# Names in forms that are no classes.
_FORMS = frozenset(["any", "None", "never", "union", "..."])
# Kinds that do not tell the class.
_ANY_CLASS = frozenset(["large", "other"])


# So many answers are kept.
_MOST_KNOWN = 20_000
# So many times as much speaks for the type that is meant than for another.
_CLEARLY = 1.5
_TOLD = ("docstring", "stub")
# Annotations are read so deep.
_DEEPEST = 8


class LiveValues(Protocol):
    """The values of the running sequence, and what they were seen to be."""

    values: list[object]
    value_kinds: list[int]


class Arguments:
    """Compares what was passed with what was asked for."""

    def __init__(self, subject: Subject, kinds: Kinds) -> None:
        self._subject = subject
        self._kinds = kinds
        self._closed: dict[TypeForm, bool] = {}
        # By the identity of the call, which is held here.
        self._closed_calls: dict[int, tuple[Call, bool]] = Forgetful(_MOST_KNOWN)
        self._naming: dict[TypeForm, bool] = {}
        self._fit: dict[tuple[int, TypeForm], bool] = Forgetful(_MOST_KNOWN)
        own = set(subject.modules)
        self._by_name = {
            cls.__name__.casefold(): cls
            for cls in subject.classes.values()
            if cls.__module__ in own and not cls.__name__.startswith("_")
        }
        self._routines: dict[str, Routine] = {
            one.target: one for one in (*subject.routines, *subject.helpers)
        }

    def holds(self, sequence: Sequence, live: LiveValues, *positions: int, last: int) -> str:
        """Return "yes" where every call that had a part in these values got what its annotations ask for.

        "anything" where one of them asks for any object, and "" where something is not annotated or does not fit.
        Calls after `last` do not count.
        """
        answer = "yes"
        for _, number, source, call in _passed(sequence, positions, min(last, len(live.values))):
            if call.target in self._subject.internal:
                return ""
            if self._asks_for_anything(call, number):
                answer = "anything"
            elif not self._is_met(sequence, live, source, call.inputs[number]):
                return ""
        return answer

    def unmet(
        self, sequence: Sequence, live: LiveValues, *positions: int, last: int
    ) -> Iterator[tuple[int, int]]:
        """Yield the calls that had a part in these values, each with an argument that its annotations do not ask for."""
        for place, number, source, call in _passed(
            sequence, positions, min(last, len(live.values))
        ):
            asked = self._asks_for_anything(call, number)
            if not asked and not self._is_met(sequence, live, source, call.inputs[number]):
                yield place, source

    def rather_meant(
        self, sequence: Sequence, live: LiveValues, *positions: int, last: int
    ) -> Iterator[tuple[int, int, TypeForm]]:
        """Yield the calls, each with an argument, and the type that is rather meant there than the one that it has.

        Where nothing is annotated: what most speaks for, if clearly less speaks for the type that was passed.
        """
        for place, number, source, call in _passed(
            sequence, positions, min(last, len(live.values))
        ):
            given = self.input_of(call, number) if call.inputs[number] == ANY else None
            if given is None or given.anything or not given.guesses:
                continue
            value, kind = live.values[source], live.value_kinds[source]
            # What the documentation says is meant, whatever else may be done with it.
            told = [one for one in given.guesses if one.reason.startswith(_TOLD)]
            guesses = told or given.guesses
            alike = (one for one in guesses if self._may_be(value, kind, one.form))
            weight = max((one.confidence for one in alike), default=0.0)
            if guesses[0].confidence > _CLEARLY * weight:
                yield place, source, guesses[0].form

    def _may_be(self, value: object, kind: int, want: TypeForm) -> bool:
        """Return whether a value is of a form, as far as it can be seen: of an iterator only its class can."""
        have = self._kinds.forms[kind]
        by_class = any(fits(have, TypeForm(one.name), self.is_subclass) for one in members(want))
        cannot_be_seen = type(value) not in _BARE_TYPES
        return by_class and (cannot_be_seen or self.is_what_is_asked_for(value, kind, want))

    def misfit(self, sequence: Sequence, live: LiveValues, *positions: int, last: int) -> Fit:
        """Return how what does not hold fits: whether an annotation rules out something that was passed."""
        for _, number, source, call in _passed(sequence, positions, min(last, len(live.values))):
            want = call.inputs[number]
            if any(map(_is_only_called, members(want))):
                continue
            met = self._is_met(sequence, live, source, want)
            if not met and self._rules_out(live.values[source], live.value_kinds[source], want):
                return Fit.CONTRADICTS
        return Fit.UNKNOWN

    def first_ruled_out(
        self, wanted: tuple[TypeForm, ...], values: tuple[object, ...]
    ) -> tuple[tuple[int, ...], str] | None:
        """Return which value its form rules out by its class, and the condition that it breaks; None where there is none.

        What is inside a collection does not count here, nor a class that cannot be named.
        """
        for index, (want, value) in enumerate(zip(wanted, values, strict=False)):
            names = [one.name for one in members(want)]
            plain = all(_can_be_named(name, self._subject) for name in names)
            if plain and self._rules_out(value, self._kinds.of(value), _without_arguments(want)):
                asked = [_condition(name) for name in names]
                return (index,), " or ".join(asked)
        return None

    def _rules_out(self, value: object, kind: int, want: TypeForm) -> bool:
        """Return whether an annotation says that this value is none of those that are asked for.

        What cannot be seen, and what only nobody means, such as True for a number, is not ruled out: a failure that was met
        with it may be shrunk to one without.
        """
        if self._names_values(want):
            return not self._conforms(value, want, _DEEPEST)
        have = self._kinds.forms[kind]
        known = self._is_known(want) and not _hides_class(have)
        return known and not fits(have, want, self.is_subclass)

    def _is_known(self, want: TypeForm) -> bool:
        """Return whether all classes of a form are known, so that one can tell what fits it."""
        if want.name not in _FORMS and _class(self._subject, self._kinds, want.name) is None:
            return False
        return all(map(self._is_known, want.args))

    def is_named(self, call: Call, number: int) -> bool:
        """Return whether the annotation of a parameter names all its values: a `Literal`, an enumeration of the subject."""
        return self._names_all(call.inputs[number])

    def _names_all(self, want: TypeForm) -> bool:
        if want.name in ("union", *_BARE) and want.args:
            return all(map(self._names_all, want.args))
        cls = self._subject.classes.get(want.name)
        return want.name in ("literal", "None") or (
            isinstance(cls, type) and issubclass(cls, enum.Enum)
        )

    def _names_values(self, want: TypeForm) -> bool:
        """Return whether a form has a `Literal`, a condition or a TypedDict in it, which say more than a class."""
        known = self._naming.get(want)
        if known is None:
            known = self._naming[want] = (
                want.name in ("literal", RESTRICTED)
                or want.name in self._subject.typed_dicts
                or any(map(self._names_values, want.args))
            )
        return known

    def overrides_sentinel(self, sequence: Sequence, *positions: int, last: int) -> bool:
        """Return whether something without an annotation was passed where the default only says "not given"."""
        for _, number, _, call in _passed(sequence, positions, last):
            given = self.input_of(call, number)
            if given is not None and given.sentinel and not given.annotated:
                return True
        return False

    def leaves_none(self, sequence: Sequence, position: int) -> bool:
        """Return whether a call that had a part in this one left out what nothing is annotated for and is None then."""
        for place in sequence.influence(position):
            call = sequence.steps[place].operation
            routine = self._routines.get(call.target) if isinstance(call, Call) else None
            if not isinstance(call, Call) or routine is None:
                continue
            given = {self.input_of(call, number) for number in range(len(call.inputs))}
            left_out = (one for one in routine.inputs if one not in given and not one.annotated)
            if any(map(_is_none_by_default, left_out)):
                return True
        return False

    def is_misnamed(self, sequence: Sequence, live: LiveValues, *positions: int, last: int) -> bool:
        """Return whether something else was passed for a parameter that has the name of a class of the subject."""
        for _, number, source, call in _passed(sequence, positions, min(last, len(live.values))):
            given = self.input_of(call, number)
            wanted = self._by_name.get(given.name.casefold()) if given is not None else None
            if wanted is None or given is None or given.annotated or given.name == "self":
                continue
            if not isinstance(live.values[source], wanted):
                return True
        return False

    def is_annotated(self, call: Call) -> bool:
        """Return whether everything that the call passes is annotated."""
        known = self._closed_calls.get(id(call))
        if known is None:
            closed = all(
                self.is_closed(want) or self._asks_for_anything(call, number)
                for number, want in enumerate(call.inputs)
                if _is_passed(call, number)
            )
            known = self._closed_calls[id(call)] = (call, closed)
        return known[1]

    def is_closed(self, form: TypeForm) -> bool:
        """Return whether a form says all about what may be passed."""
        closed = self._closed.get(form)
        if closed is None:
            bare = form.name in _BARE or form.name.startswith(("collections.abc:", "typing:"))
            closed = form.name not in _OPEN and not (bare and not form.args)
            # Whoever may be called in any way may be called in the wrong one.
            closed = closed and not (form.name == CALLABLE and form.args[0].name == "...")
            if form.name == RESTRICTED:
                closed = self.is_closed(form.args[0])
            elif form.name != "literal":
                closed = closed and all(map(self.is_closed, form.args))
            closed = closed and not self._is_operand(form)
            self._closed[form] = closed
        return closed

    def _is_operand(self, form: TypeForm) -> bool:
        cls = self._subject.classes.get(form.name)
        return cls is not None and is_protocol(cls) and has_operator(cls)

    def is_subclass(self, name: str, other: str) -> bool:
        """Return whether one class, by form name, is a subclass of another."""
        return is_subclass(self._subject, self._kinds, name, other)

    def input_of(self, call: Call, number: int) -> Input | None:
        """Return the parameter that the call's argument of this number is passed for."""
        routine = self._routines.get(call.target)
        if routine is None:
            return None
        first_keyword = len(call.inputs) - len(call.keywords)
        if number >= first_keyword:
            name = call.keywords[number - first_keyword]
            return next((one for one in routine.inputs if one.name == name), None)
        if number < len(routine.inputs):
            return routine.inputs[number]
        return routine.inputs[-1] if routine.inputs else None

    def _asks_for_anything(self, call: Call, number: int) -> bool:
        if call.inputs[number] != ANY:
            return False
        given = self.input_of(call, number)
        return given is not None and given.anything

    def _is_met(self, sequence: Sequence, live: LiveValues, source: int, want: TypeForm) -> bool:
        if not self.is_closed(want):
            return False
        made = sequence.steps[source].operation
        if isinstance(made, Literal) and (made.type in members(want) or _is_named(made, want)):
            return True
        if isinstance(made, Callback):
            # Not where a Protocol is asked for, which may pass something else, or by name.
            functions = [one for one in members(want) if one.name == CALLABLE]
            asked = [form for one in functions if (form := _in_its_way(one, made)) is not None]
            # What a function gives whose result nothing describes may be anything.
            told = [one for one in asked if made.output != ANY or _asks_for_no_result(one)]
            return any(fits(made.form, form, self.is_subclass) for form in told)
        if isinstance(made, Derive):
            # What a method gives whose result nothing describes may be anything.
            return all(self.is_closed(method.output) for _, method in made.methods)
        return self.is_what_is_asked_for(live.values[source], live.value_kinds[source], want)

    def is_what_is_asked_for(self, value: object, kind: int, want: TypeForm) -> bool:
        """Return whether a value is one that somebody who writes this annotation means."""
        key = (kind, want)
        met = self._fit.get(key)
        if met is None:
            have = self._kinds.forms[kind]
            met = self._fit[key] = any(self._may_be_meant(have, one) for one in members(want))
        # A kind shows the first few items, two levels deep; the rest is looked at only where it matters.
        return met and (not self._hides(want) or self._conforms(value, want, _DEEPEST))

    def _hides(self, want: TypeForm) -> bool:
        return any(one.args or one.name in self._subject.typed_dicts for one in members(want))

    def _may_be_meant(self, have: TypeForm, want: TypeForm) -> bool:
        want = self._loosened(want)
        return _is_meant(have, want) and fits(have, want, self.is_subclass)

    def _loosened(self, want: TypeForm) -> TypeForm:
        """Return the form without what no kind shows: which values there are, and under which keys."""
        if want.name == "literal":
            return ANY
        if want.name == RESTRICTED:
            return self._loosened(want.args[0])
        if want.name in self._subject.typed_dicts:
            return TypeForm("dict")
        return TypeForm(want.name, tuple(map(self._loosened, want.args))) if want.args else want

    def _conforms(self, value: object, want: TypeForm, depth: int) -> bool:
        """Return whether a value is of a form, every item of a collection looked at."""
        if want == ANY:
            return True
        if depth == 0:
            return False
        if want.name == "union":
            return any(self._conforms(value, one, depth) for one in want.args)
        if want.name == "literal":
            return source_of(value) in [one.name for one in want.args]
        if want.name == RESTRICTED:
            base, *conditions = want.args
            return self._conforms(value, base, depth) and all(
                holds(one.name, value) for one in conditions
            )
        kind = self._kinds.of(value)
        have = TypeForm(self._kinds.forms[kind].name)
        if want.name in self._subject.typed_dicts:
            return self._is_typed_dict(value, want, depth)
        if have.name in _TEXTS and want.args:
            return False
        if not want.args or want.name == CALLABLE:
            return fits(self._kinds.forms[kind], want, self.is_subclass)
        if not fits(have, TypeForm(want.name), self.is_subclass):
            return False
        return self._items_conform(value, want.args, depth - 1)

    def _items_conform(self, value: object, args: tuple[TypeForm, ...], depth: int) -> bool:
        if isinstance(value, dict):
            pairs = len(args) == 2
            return all(self._conforms(key, args[0], depth) for key in dict.keys(value)) and (
                not pairs or all(self._conforms(one, args[1], depth) for one in dict.values(value))
            )
        if isinstance(value, tuple) and not (len(args) == 2 and args[1].name == "..."):
            # Where a sequence is asked for, one form stands for all items.
            items = contents_of(value)
            wanted = args * len(items) if len(args) == 1 else args
            return len(items) == len(wanted) and all(
                self._conforms(one, form, depth) for one, form in zip(items, wanted, strict=True)
            )
        if isinstance(value, list | tuple | set | frozenset):
            return all(self._conforms(one, args[0], depth) for one in contents_of(value))
        return False  # what it holds cannot be seen

    def _is_typed_dict(self, value: object, want: TypeForm, depth: int) -> bool:
        if not isinstance(value, dict):
            return False
        keys = {one.name: one for one in self._subject.typed_dicts[want.name]}
        return (
            dict.keys(value) <= keys.keys()
            and all(dict.__contains__(value, one.name) for one in keys.values() if one.required)
            and all(
                self._conforms(item, keys[name].form, depth - 1) for name, item in dict.items(value)
            )
        )


def _passed(
    sequence: Sequence, positions: tuple[int, ...], last: int
) -> Iterator[tuple[int, int, int, Call]]:
    """Yield every argument of the calls that had a part in these values, as far as the sequence was run."""
    run = [one for one in positions if one <= last]
    for place in sequence.influence(*run, last=last):
        call = sequence.steps[place].operation
        if not isinstance(call, Call) or is_check(call):
            continue
        if call.target.rpartition(".")[2] not in COMPARING:
            for number, source in enumerate(sequence.sources(place)):
                if _is_passed(call, number):
                    yield place, number, source, call


def _is_none_by_default(one: Input) -> bool:
    """Return whether an input is None where it is left out: of other defaults something is known."""
    is_plain = not one.required and one.way in ("positional", "keyword")
    return is_plain and one.default is None and not one.sentinel


def _is_passed(call: Call, number: int) -> bool:
    """Return whether an argument is passed; a function that was returned is what is called."""
    return number > 0 or call.how != "call"


def _can_be_named(name: str, subject: Subject) -> bool:
    """Return whether one can ask whether a value is of a class: by the bare name, or as a name of a module."""
    if name == "None" or name in (
        "int",
        "float",
        "str",
        "bytes",
        "bool",
        "list",
        "dict",
        "set",
        "tuple",
    ):
        return True
    cls = subject.classes.get(name)
    # Of a Protocol or a TypedDict Python does not say who is one.
    if cls is None or name in subject.typed_dicts or is_protocol(cls):
        return False
    return "<" not in name


def _condition(name: str) -> str:
    if name == "None":
        return "{0} is None"
    numbers = {"float": "(int, float)", "complex": "(int, float, complex)"}
    return f"isinstance({{0}}, {numbers.get(name, name.replace(':', '.'))})"


def _without_arguments(form: TypeForm) -> TypeForm:
    if form.name == "union":
        return TypeForm("union", tuple(map(_without_arguments, form.args)))
    return TypeForm(form.name)


def _hides_class(have: TypeForm) -> bool:
    return have.name in _ANY_CLASS or any(map(_hides_class, have.args))


def _is_meant(have: TypeForm, want: TypeForm) -> bool:
    """Return whether somebody who asks for one means the other, and whether it can be seen."""
    if have.name == "bool" and want.name in _NUMBERS:
        return False
    if have.name in _TEXTS and want.args:
        return False
    if have.name in _FUNCTIONS and want.name == CALLABLE and have.args:
        return want.args[-1] == NONE  # what it gives cannot be seen, and nobody asks for it
    if have.name in _FUNCTIONS and want.name != have.name:
        return False  # it may take something else than the Protocol passes
    # What an iterator or a container of somebody's own class holds is not seen.
    return not (want.args and not have.args) or have.name in ("tuple", *_TEXTS)


def _in_its_way(want: TypeForm, made: Callback) -> TypeForm | None:
    """Return what a function is asked for, with what its result holds in place of a result that comes wrapped.

    None where it comes wrapped and that is not asked for.
    """
    if not made.then or not want.args:
        return want
    output = want.args[-1]
    if way_to_give(output) != made.then:
        return None
    return TypeForm(want.name, (*want.args[:-1], inside(output, made.then)))


def _asks_for_no_result(want: TypeForm) -> bool:
    return not want.args or want.args[-1] in (ANY, NONE)


def _is_only_called(want: TypeForm) -> bool:
    """Return whether all that is known of a parameter is that it is called: perhaps that was only seen, and is not asked for."""
    return want.name == CALLABLE and all(one == ANY for one in want.args)


def _is_named(made: Literal, want: TypeForm) -> bool:
    """Return whether a literal is one of the values that are asked for."""
    one = TypeForm(made.source)
    return any(part.name == "literal" and one in part.args for part in members(want))


def is_subclass(subject: Subject, kinds: Kinds, name: str, other: str) -> bool:
    """Return whether one class, by form name, is a subclass of another; False for what is not known."""
    if other in subject.implementations:
        suppliers = subject.implementations[other]
        return name in suppliers or any(
            is_subclass(subject, kinds, name, one) for one in suppliers if one != other
        )
    have, want = _class(subject, kinds, name), _class(subject, kinds, other)
    if have is None or want is None:
        return False
    if is_protocol(want) and want.__module__ != "typing":
        return satisfies(have, want)
    try:
        return issubclass(have, want)
    except Exception:  # a Protocol with data members, or a metaclass that answers no question
        return False


def _class(subject: Subject, kinds: Kinds, name: str) -> type | None:
    found = subject.classes.get(name)
    if found is None:
        found = kinds.class_named(name)
    return found
