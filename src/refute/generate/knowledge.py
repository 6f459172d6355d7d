"""What is known about calling the subject: `Knowledge`, of a routine `KnownRoutine`, of one of its inputs `Slot`.

Shared by all generators of a campaign, so that what one has learned helps the others.
"""

from __future__ import annotations

import ast
import os
import re
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace

from refute.generate.displays import Displays, loops_for
from refute.generate.guessed import GuessedForms
from refute.generate.made_texts import MadeTexts
from refute.generate.pool import Entry, Pool
from refute.generate.presets import Presets
from refute.generate.seen import SeenSequences
from refute.generate.tuning import (
    ALL_THE_SAME,
    LARGEST_MODERATE,
    LONGEST_ENTRY,
    MOST_BLOATS,
    REST,
    SELDOM,
    STOPPED_COUNTS,
    UNLISTED,
)
from refute.look.objects import identity
from refute.model.execution import Execution
from refute.model.forgetful import Forgetful
from refute.model.literals import maker
from refute.model.sequence import RECEIVERS, Call, Literal, Operation, Step, parameter_names
from refute.model.subject import Extendable, Input, Routine, Subject
from refute.model.syntax import COMPARISONS
from refute.model.typeform import (
    ANY,
    BOOL,
    CALLABLE,
    FLOAT,
    INT,
    NEVER,
    NONE,
    OTHER,
    STR,
    IsSubclass,
    TypeForm,
    fits,
    members,
)

_EXPLOSIVE = frozenset(
    ["__mul__", "__rmul__", "__imul__", "__pow__", "__rpow__", "__lshift__", "__rlshift__"]
)

# So many calls of a routine, by which inputs are passed, are kept ready.
_MOST_MADE = 500
# So many combinations of kinds that a routine has returned with are known; of others it is not said that it takes them.
_MOST_ACCEPTED = 1000
# Of the literals that an input was given in calls that returned so many of each type, and of so many types, are known.
_MOST_OF_A_TYPE, _MOST_TYPES = 3, 8
# Names of files that are written for one input.
_MOST_FILES = 5
# A routine has a grammar of its own where it returns less often than once in so many calls.
_PICKY = 2
# Looked at once in so many calls, less one.
_NOW_AND_THEN = 63

# So many calls are known by the routine they belong to, and so many answers whether one form fits another.
_MOST_CALLS = 20_000
_MOST_FITS = 20_000


# What functions are that calls return: a closure, one that remembers, one with arguments filled in.
_RETURNED_FUNCTIONS = frozenset(
    ["function", "method", "functools:_lru_cache_wrapper", "functools:partial"]
)
# So many calls of a method in bodies tell whether it changes its receiver.
LOOKED_AT = 5
# So often a class may refuse to be derived from before that is believed.
_TRIED_IN_VAIN = 3


def can_be_in_file(step: Step) -> bool:
    """Return whether a text is the same in a file, whatever its encoding is."""
    with suppress(ValueError, SyntaxError):
        text = (
            ast.literal_eval(step.operation.source) if isinstance(step.operation, Literal) else ""
        )
        return bool(text.isascii())
    return False


def _is_function(form: TypeForm) -> bool:
    """Return whether a form says what a function takes."""
    return form.name == CALLABLE and bool(form.args) and form.args[0].name != "..."


# Calls that may return an iterator, and where the classes of those are at home that do something only when they are asked.
_MAY_BE_LAZY = frozenset(["function", "method"])
_LAZY = frozenset(["builtins", "itertools"])


def _is_lazy(cls: type) -> bool:
    return cls.__module__ in _LAZY and "__next__" in vars(cls)


def _as_function(form: TypeForm) -> TypeForm | None:
    """Return what a function takes and gives that is asked for: anything, where a form does not say; None for no function."""
    if form.name != CALLABLE:
        return None
    return form if form.args else _ANY_FUNCTION


_ANY_FUNCTION = TypeForm(CALLABLE, (TypeForm("..."), ANY))
# What a parameter is called that nothing is annotated for, and that nobody is seen to call: perhaps a function.
_NAMES_FUNCTION = re.compile(
    r"on_\w+|(?:\w+_)?(?:callback|cb|handler|listener|subscriber|hook|func|function|fn|predicate)"
)


_FOREIGN = (Literal("None", NONE), Literal("'a'", STR), Literal("1", INT))


def is_large(operation: Operation) -> bool:
    """Return whether a step writes down a number that is too large for so many items, or digits, to be worth a call."""
    if not isinstance(operation, Literal) or operation.type not in (INT, FLOAT):
        return False
    return abs(maker(operation.source)()) > LARGEST_MODERATE  # type: ignore[arg-type]


class Slot:
    """An input with what is known about supplying it."""

    __slots__ = (
        "bad",
        "bloats",
        "contents",
        "default",
        "files",
        "fitting",
        "foreign",
        "form",
        "function",
        "good",
        "guessed",
        "input",
        "is_any",
        "is_of_new",
        "last_contents",
        "looked_at",
        "loops",
        "needs_body",
        "presets",
        "rare",
        "routine",
        "shares_presets",
        "taken",
        "texts",
    )

    def __init__(self, given: Input, presets: Presets, routine: str = "") -> None:
        self.input = given
        self.routine = routine  # the target of the routine whose input it is
        self.form = given.form
        self.is_any = given.form == ANY
        # What a function that is passed here takes and gives, where that is known.
        self.function = next(filter(None, map(_as_function, members(given.form))), None)
        if self.is_any and not given.annotated and _NAMES_FUNCTION.fullmatch(given.name):
            self.function = _ANY_FUNCTION
        self.presets = [Step(literal, ()) for literal in presets.for_input(given)]
        self.rare = [Step(literal, ()) for literal in presets.rare_for_input(given)]
        is_flag = given.default in ("True", "False")
        has_own = is_flag or (given.default is not None and self.is_any)
        # Whether they are those of the form, which may as well be passed for another input of it.
        self.shares_presets = not (has_own or given.offers or given.sizes)
        # What the code makes of the results is known, and a plain function gives other things, or none can be written down.
        self.needs_body = given.gives not in (ANY, NONE, BOOL, INT) or not self.presets
        # The class of the default, by name: what is meant to be passed.
        self.default: str | None = None
        if given.default is not None and self.is_any:
            alike = presets.like(given.default)
            self.presets = [Step(literal, ()) for literal in presets.with_offers(alike, given)]
            self.default = alike[0].type.name if alike else None
        if given.default in ("True", "False"):
            # A flag is there to be set: the other value comes first.
            usual = Literal(given.default, BOOL)
            self.presets.sort(key=lambda step: step.operation == usual)
        self.guessed = self._guesses(presets) if given.guesses and self.is_any else None
        self.is_of_new = False  # of a constructor
        self.foreign: list[
            Step
        ] = []  # of other types than the annotation says, where these are legal
        self.bloats = 0  # how often a large number here made something huge
        self.fitting: list[int] = []  # kinds that fit, among the first `looked_at`
        self.looked_at = 0
        self.good: dict[int, int] = {}  # per kind: calls that returned, calls that raised TypeError
        self.bad: dict[int, int] = {}
        # By type: literals that were passed in calls that returned.
        self.taken: dict[str, dict[Literal, None]] = {}
        is_text = STR in members(given.form) and not presets.is_replaced(STR)
        self.texts = MadeTexts(given.offers) if is_text else None
        self.loops = loops_for(given.form)  # collections that may be put into themselves
        self.files: list[Step] = []  # names of files that were looked for
        self.contents: Slot | None = None  # what such a file may hold
        self.last_contents: Literal | None = None

    def _guesses(self, presets: Presets) -> GuessedForms[Slot]:
        guesses = self.input.guesses
        inputs = [replace(self.input, form=one.form, default=None, guesses=()) for one in guesses]
        return GuessedForms(
            [Slot(one, presets) for one in inputs], [one.confidence for one in guesses]
        )

    def note_large(self) -> None:
        """Remember that a large number made something huge; after a few times only moderate ones are offered."""
        self.bloats += 1
        for one in self.guessed.slots if self.guessed is not None else ():
            one.note_large()
        if self.bloats == MOST_BLOATS + 1:
            self.presets = [step for step in self.presets if not is_large(step.operation)]
            self.rare = [step for step in self.rare if not is_large(step.operation)]

    def forget_loops(self) -> None:
        """Pass no collection any more that holds itself: whoever goes through all that is in it does not return."""
        self.loops = ()
        for one in self.guessed.slots if self.guessed is not None else ():
            one.forget_loops()

    def take(self, literal: Literal) -> None:
        """Remember a literal that was passed in a call that returned."""
        name = literal.type.name
        alike = self.taken.get(name)
        if alike is None:
            if len(self.taken) < _MOST_TYPES:
                self.taken[name] = {literal: None}
        elif len(alike) < _MOST_OF_A_TYPE:
            alike[literal] = None

    def learn_text(self, literal: Literal) -> None:
        """Make texts like one that was accepted, or that led further than others."""
        if self.texts is not None:
            self.texts.learn(literal)
        for one in self.guessed.slots if self.guessed is not None else ():
            one.learn_text(literal)

    def takes_text(self) -> bool:
        """Return whether a text may be meant here."""
        return self.texts is not None or any(
            one.takes_text() for one in (self.guessed.slots if self.guessed is not None else ())
        )

    def widen(self, words: tuple[str, ...]) -> None:
        """Make texts of more words than those that the source compares this input with."""
        if self.texts is not None:
            self.texts.widen(words)
        for one in self.guessed.slots if self.guessed is not None else ():
            one.widen(words)

    def note_file(self, name: Literal, presets: Presets) -> None:
        """Remember that a file of this name was looked for: from now on there may be one."""
        step = Step(name, ())
        if self.contents is None:
            self.contents = Slot(Input("contents", STR, annotated=True), presets, self.routine)
            for steps in (self.contents.presets, self.contents.rare):
                steps[:] = filter(can_be_in_file, steps)
        if step not in self.files and len(self.files) < _MOST_FILES:
            self.files.append(step)

    def welcomes(self, kind: int, draw: float) -> bool:
        """Return whether a value of this kind is worth a try: types that always raise are tried less."""
        bad = self.bad.get(kind, 0)
        return bad < 3 or self.good.get(kind, 0) * 4 > bad or draw < 0.02


class KnownRoutine:
    """A routine with what is known about calling it."""

    def __init__(self, routine: Routine, presets: Presets, under_test: bool) -> None:
        self.routine = routine
        self.under_test = under_test
        self.slots = [Slot(given, presets, routine.target) for given in routine.inputs]
        for slot in self.slots if routine.how in ("new", "derived") else ():
            slot.is_of_new = True
        if routine.how == "operator" and routine.target.rpartition(".")[2] in COMPARISONS:
            for slot in self.slots[1:]:
                slot.foreign = [] if slot.is_any else [Step(one, ()) for one in _FOREIGN]
        self._by_name = {slot.input.name: slot for slot in self.slots}
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
        self.seldom = SELDOM.get(routine.how, 0.0)
        # Gives an iterator, of which the items are mostly taken at once.
        self.iterates = routine.stand_in is None and (
            routine.then == "items" or routine.target.endswith(".__iter__")
        )
        self.may_be_lazy = False  # has returned an iterator, which it has perhaps been given
        self.presets = presets
        self.reads_files = False  # an input names a file
        self.calls = 0
        self.passed = 0
        self.returned: set[int] = set()
        self.accepted: set[tuple[int, ...]] = set()
        self.missing: TypeForm | None = None
        self.stopped = 0
        self.rests_until = 0  # not called before so many sequences were begun
        self.bloats = 0  # how often it left something too large
        # Of the calls in bodies: how many there were, and how many changed their receiver.
        self.looked_at = self.changed = 0
        # Numbers multiply: small ones show the same and cost less.
        self.is_explosive = routine.target.rpartition(".")[2] in _EXPLOSIVE
        # With twenty optional inputs there are a million different calls.
        self._made: dict[tuple[int, ...], Call] = Forgetful(_MOST_MADE)
        self._held: dict[tuple[int, ...], Call] = Forgetful(_MOST_MADE)

    def note_change(self, is_changed: bool) -> None:
        """Remember whether a call has changed its receiver."""
        self.looked_at += 1
        self.changed += is_changed

    @property
    def is_imperative(self) -> bool:
        """Whether calls of it are seen to change their receiver; so it is taken to be until it is known better."""
        return self.looked_at < LOOKED_AT or self.changed * 5 >= self.looked_at

    def accept(self, kinds: tuple[int, ...]) -> None:
        """Remember that the routine has returned with arguments of these kinds."""
        if len(self.accepted) < _MOST_ACCEPTED:
            self.accepted.add(kinds)

    def note_literals(self, call: Call, arguments: Iterable[Operation]) -> None:
        """Remember the literals among what a call was given that has returned."""
        for number, given in enumerate(arguments):
            if type(given) is Literal:
                slot = self.slot_of(call, number)
                if slot is not None:
                    slot.take(given)
                    if given.type == STR and self.calls > _PICKY * self.passed:
                        slot.learn_text(given)

    def note_missing_file(
        self, chosen: tuple[int, ...], given: Iterable[Operation], name: object
    ) -> None:
        """Remember which input named a file that was not found; not where it names one in another folder."""
        for index, operation in zip(chosen, given, strict=True):
            value = maker(operation.source)() if isinstance(operation, Literal) else None
            path = os.fspath(value) if isinstance(value, str | os.PathLike) else ""
            if isinstance(operation, Literal) and path == name == os.path.basename(path) != "":
                self.slots[index].note_file(operation, self.presets)
                self.reads_files = True

    def note_contents(self, chosen: tuple[int, ...]) -> None:
        """Remember the contents of files with which a call has returned, and offer such as are like them."""
        for slot in [self.slots[index] for index in chosen]:
            if slot.contents is not None and slot.last_contents is not None:
                slot.contents.learn_text(slot.last_contents)
                slot.last_contents = None

    def slot_of(self, call: Call, number: int) -> Slot | None:
        """Return what is known of the input that a call passes as its argument of this number."""
        plain = len(call.inputs) - len(call.keywords)
        if number < plain:
            # A method that we override may be passed more than the one that it overrides takes.
            return self.slots[min(number, len(self.slots) - 1)] if self.slots else None
        return self._by_name.get(call.keywords[number - plain])

    def is_picky(self) -> bool:
        """Return, once in a while, whether most calls are refused though they are given texts."""
        is_due = self.calls & _NOW_AND_THEN == 0 and self.calls > _PICKY * self.passed
        return is_due and any(slot.takes_text() for slot in self.slots)

    def note_kinds(
        self, chosen: tuple[int, ...], positions: list[int], kinds: list[int], is_good: bool
    ) -> None:
        """Remember of what kinds the arguments were that nothing is annotated for, and whether they were taken."""
        for index, position in zip(chosen, positions, strict=True):
            slot = self.slots[index]
            if slot.is_any:
                noted = slot.good if is_good else slot.bad
                noted[kinds[position]] = noted.get(kinds[position], 0) + 1
                if slot.guessed is not None:
                    slot.guessed.note(is_good)

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

    def take_items(self) -> None:
        """Take the items of what is returned from now on: who returns an iterator has not done anything yet."""
        self.may_be_lazy = False
        if self.routine.stand_in is None and not self.routine.then:
            self.routine = replace(self.routine, then="items")
            self.iterates = True
            self._made.clear()

    def call(self, chosen: tuple[int, ...]) -> Call:
        """Return the call that passes the chosen inputs: one object for each choice, so that it is made ready once."""
        call = self._made.get(chosen)
        if call is None:
            call = self._made[chosen] = self.routine.call(chosen)
        return call

    def held(self, chosen: tuple[int, ...]) -> Call:
        """Return the call that gives the iterator itself."""
        call = self._held.get(chosen)
        if call is None:
            taken = self.routine.call(chosen)
            how = "method" if taken.how == "operator" else taken.how
            call = self._held[chosen] = replace(taken, how=how, then="", output=ANY)
        return call


class Knowledge:
    """All that the generators of one campaign have learned, and the pool that they fill and draw from.

    `forms` are the kinds seen so far, by number; the list grows while the subject is called.
    """

    def __init__(
        self,
        subject: Subject,
        presets: Presets,
        forms: list[TypeForm],
        is_subclass: IsSubclass,
        random: Callable[[], float],
        class_of: Callable[[int], type] = lambda kind: object,
    ) -> None:
        self.presets = presets
        self.forms = forms
        self.pool = Pool(random)
        self.seen = SeenSequences()
        self._words = subject.words
        self.makes_texts = False  # of all words of the package, for what refuses most texts
        self.routines = [KnownRoutine(one, presets, True) for one in subject.routines]
        # Called only to make arguments and states.
        self.helpers = [KnownRoutine(one, presets, False) for one in subject.helpers]
        self.everything = (*self.routines, *self.helpers)
        self._by_target = {
            one.routine.stand_in: one for one in self.everything if one.routine.stand_in
        } | {one.routine.target: one for one in self.everything}
        # By class: what can be called once there is an object of it.
        self._waiting: dict[str, list[KnownRoutine]] = {name: [] for name in subject.reached}
        for known in self.everything:
            self._waiting.get(known.routine.owner or "", []).append(known)
        self._set_aside()
        # What no `__all__` lists is chosen less often than the others.
        self._seldom = subject.unlisted
        self._divided_methods: dict[int, tuple[list[KnownRoutine], list[KnownRoutine]]] = {}
        self._unlisted, self._listed = self._divided(self.routines)
        self.examples = [
            Entry(one.steps, len(one) - 1, calls=one.calls()) for one in subject.examples
        ]
        self.begun = 0  # sequences
        self.any_rests = False
        # Which routines were never called; the next one last.
        self.uncalled = [*reversed(self._unlisted), *reversed(self._listed)]
        # Plain values for where the code gives no type, by family, and the kinds that they were seen to be of.
        self.families = [[Step(one, ()) for one in family] for family in presets.families()]
        self.literals_of_families = [frozenset(literals) for literals in presets.families()]
        self.kinds_of_families: list[list[int]] = [[] for _ in self.families]
        # Whether values of a kind are passed on: None and what is too large are not.
        self.offered: list[bool] = []
        self.functions: set[int] = set()  # kinds of functions
        self.is_subclass = is_subclass
        self.class_of = class_of  # of a kind
        self._local_routines = subject.local_routines
        # By the identity of a call, which is held here.
        self.behind: dict[int, tuple[Call, KnownRoutine | None]] = Forgetful(_MOST_CALLS)
        self.methods: dict[int, list[KnownRoutine]] = {}
        self._makers: dict[TypeForm, list[KnownRoutine]] = {}
        self._fit: dict[tuple[TypeForm, TypeForm], bool] = Forgetful(_MOST_FITS)
        self._slots: dict[TypeForm, Slot] = {}
        self.displays = Displays()
        self._returned: dict[tuple[str, TypeForm], KnownRoutine] = Forgetful(_MOST_CALLS)
        self.caught = subject.caught
        self._extendable = dict(subject.extendable)
        self._derived: set[str] = set()  # classes of which subclasses were made
        self._in_vain: dict[str, int] = {}
        # Classes that never let us derive from them, and what they say.
        self.not_derived: dict[str, str] = {}
        self.derivers = {
            name: KnownRoutine(one.constructor, presets, False)
            for name, one in subject.extendable.items()
        }

    # ---- routines -----------------------------------------------------------------------------------------

    def of_target(self, target: str) -> KnownRoutine | None:
        """Return the routine with this name, or the one that something of this name stands in for."""
        return self._by_target.get(target)

    def routine_behind(self, operation: Operation) -> KnownRoutine | None:
        """Return the routine that an operation calls, whichever generator has made it; None where it is no call."""
        known = self.behind.get(identity(operation))
        if known is None:
            if not isinstance(operation, Call):
                return None
            found = self._by_target.get(operation.target)
            known = self.behind[identity(operation)] = (operation, found)
        return known[1]

    def accepted(self, call: Call, kinds: tuple[int, ...]) -> bool:
        """Return whether the operation has returned with arguments of these kinds before."""
        known = self._by_target.get(call.target)
        return known is not None and known.has_accepted(call, kinds, self.forms)

    def taken(self, call: Call, number: int) -> list[Literal]:
        """Return literals that were passed as this argument in calls that returned, few of each type."""
        known = self._by_target.get(call.target)
        slot = known.slot_of(call, number) if known is not None else None
        return [] if slot is None else [one for alike in slot.taken.values() for one in alike]

    def note_refusal(self, known: KnownRoutine) -> None:
        """Where most calls are refused, let texts be made of all the words of the package."""
        if known.is_picky():
            self.makes_texts = True
            for slot in known.slots:
                slot.widen(self._words)

    def learn_texts(self, execution: Execution) -> None:
        """Make texts like those that were passed where the code took a branch for the first time."""
        if len(execution.sequence) > LONGEST_ENTRY:
            return
        whole = execution.sequence.interspersed(execution.taken_back)
        for place, (operation, _) in enumerate(whole.steps):
            known = self._by_target.get(operation.target) if isinstance(operation, Call) else None
            if not isinstance(operation, Call) or known is None:
                continue
            for number, source in enumerate(whole.sources(place)):
                given, slot = whole.steps[source].operation, known.slot_of(operation, number)
                if isinstance(given, Literal) and given.type == STR and slot is not None:
                    slot.learn_text(given)

    def rest(self, known: KnownRoutine) -> None:
        """Leave a routine alone for a while: it did not return."""
        known.stopped += 1
        for slot in known.slots:
            slot.forget_loops()
        # Who only makes arguments can be done without.
        known.rests_until = (
            self.begun + REST * 4 ** (known.stopped - 1) if known.under_test else sys.maxsize
        )
        self.any_rests = True

    def awake(self, routines: list[KnownRoutine]) -> list[KnownRoutine]:
        """Return those that are not left alone."""
        # A scan, but only of subjects that have hung.
        if not self.any_rests:
            return routines
        return [one for one in routines if one.rests_until <= self.begun]

    def choosable(self, draw: Callable[[], float]) -> list[KnownRoutine]:
        """Return the routines that the next call may be one of."""
        if not self._unlisted:
            return self.routines
        return self._unlisted if not self._listed or draw() < UNLISTED else self._listed

    def methods_to_call(self, kind: int, draw: Callable[[], float]) -> list[KnownRoutine]:
        """Return the methods that the next call on an object of a kind may be one of."""
        methods = self.methods_of(kind)
        if not self._seldom:
            return methods
        both = self._divided_methods.get(kind)
        if both is None or len(both[0]) + len(both[1]) != len(methods):
            both = self._divided_methods[kind] = self._divided(methods)
        unlisted, listed = both
        return unlisted if not listed or (unlisted and draw() < UNLISTED) else listed

    def _divided(
        self, routines: list[KnownRoutine]
    ) -> tuple[list[KnownRoutine], list[KnownRoutine]]:
        """Return those that are called less often, because they are not listed or inherited, and the others."""
        seldom = [one for one in routines if one.routine.target in self._seldom]
        return seldom, [one for one in routines if one.routine.target not in self._seldom]

    def _set_aside(self) -> None:
        """Leave out what no object was seen for yet."""
        waiting = {id(one) for those in self._waiting.values() for one in those}
        self.routines = [one for one in self.routines if id(one) not in waiting]
        self.helpers = [one for one in self.helpers if id(one) not in waiting]
        self.everything = (*self.routines, *self.helpers)

    def _wake(self, name: str) -> None:
        """Let what was waiting for an object of this class be called."""
        met = self._waiting.pop(name)
        tested = [one for one in met if one.under_test]
        self.routines += tested
        self._listed += tested
        self.uncalled[:0] = reversed(tested)
        self.helpers += [one for one in met if not one.under_test]
        self.everything = (*self.routines, *self.helpers)
        self.methods.clear()

    def _learn_class(self, name: str, cls: type) -> None:
        """Take note of what can be called on the objects of a class that a function has made."""
        routines = [KnownRoutine(one, self.presets, True) for one in self._local_routines(cls)]
        self._waiting[name] = routines
        self._by_target.update((one.routine.target, one) for one in routines)

    def less_called(self, routines: list[KnownRoutine], draw: Callable[[], float]) -> KnownRoutine:
        """Return one of them, rather one that was seldom called and mostly returns."""
        first = routines[int(draw() * len(routines))]
        second = routines[int(draw() * len(routines))]
        # The better of two: spreads the budget without a scan.
        chosen = second if second.calls * 2 < first.calls else first
        # What mostly raises ends sequences: it is called as often as it is likely to return, and a little more.
        for _ in range(3):
            if chosen.passed == chosen.calls and not chosen.seldom:
                break
            likely = (chosen.passed + 1) / (
                chosen.calls + 1 + STOPPED_COUNTS * chosen.stopped
            ) + ALL_THE_SAME
            if chosen.seldom and chosen.passed > 50:
                likely = chosen.seldom
            if (chosen.calls < 20 and not chosen.stopped) or draw() < likely:
                break
            chosen = routines[int(draw() * len(routines))]
        return chosen

    def notice(self, known: KnownRoutine, kind: int) -> None:
        """Remember that a routine has returned a value of this kind: it can make one."""
        if kind not in known.returned:
            known.returned.add(kind)
            self._makers.clear()
            if known.routine.how in _MAY_BE_LAZY and _is_lazy(self.class_of(kind)):
                known.may_be_lazy = not known.iterates

    # ---- kinds and forms ----------------------------------------------------------------------------------

    def fits(self, have: TypeForm, want: TypeForm) -> bool:
        """Return whether a value of one form may be passed where the other is asked for."""
        key = (have, want)
        found = self._fit.get(key)
        if found is None:
            found = self._fit[key] = fits(have, want, self.is_subclass)
        return found

    def offers(self, kind: int) -> bool:
        """Return whether values of a kind are passed on."""
        return kind < len(self.offered) and self.offered[kind]

    def look_at_new_kinds(self) -> None:
        """Take note of the kinds that have come up since."""
        for form in self.forms[len(self.offered) :]:
            if form.name in _RETURNED_FUNCTIONS:
                self.functions.add(len(self.offered))
            if "<locals>" in form.name:
                self._learn_class(form.name, self.class_of(len(self.offered)))
            if form.name in self._waiting:
                self._wake(form.name)
            self.offered.append(form != OTHER and form.name not in ("None", "large"))
        self._makers.clear()

    def methods_of(self, kind: int) -> list[KnownRoutine]:
        """Return what can be called on values of a kind."""
        found = self.methods.get(kind)
        if found is None:
            form = self.forms[kind]
            # Helpers too: what is under test may need a state that only they lead to.
            found = self.methods[kind] = [
                one
                for one in self.everything
                if one.has_receiver and self.fits(form, one.slots[0].form)
            ]
        return found

    def is_worth_calling_on(self, kind: int) -> bool:
        """Return whether more can be done with values of a kind than to read their attributes.

        What only holds others would be chosen as often as what does something, and each time nothing but a read be made; its
        attributes are read all the same, when it is their turn among all operations.
        """
        return any(one.routine.how != "field" for one in self.methods_of(kind))

    def makers_of(self, form: TypeForm) -> list[KnownRoutine]:
        """Return what makes values of a form: by its annotation, or because it has done so."""
        makers = self._makers.get(form)
        if makers is None:
            makers = self._makers[form] = [
                one
                for one in self.everything
                if any(self.fits(part, form) for part in members(one.routine.output))
                or any(self.fits(self.forms[kind], form) for kind in one.returned)
            ]
        return makers

    def extendable(self, form: TypeForm) -> Extendable | None:
        """Return the class of a form that subclasses can be derived from, None where there is none."""
        if not self._extendable:
            return None
        found = (self._extendable.get(one.name) for one in members(form))
        return next(filter(None, found), None)

    def note_derived(self, base: str) -> None:
        """Remember that a class lets us derive from it."""
        self._derived.add(base)

    def note_not_derived(self, base: str, raised: BaseException | None) -> None:
        """Remember that a class did not let us derive from it; where it never does, that is not tried any more."""
        tried = self._in_vain[base] = self._in_vain.get(base, 0) + 1
        if base not in self._derived and tried >= _TRIED_IN_VAIN and base in self._extendable:
            del self._extendable[base]
            said = type(raised).__name__ if raised is not None else "what it promises"
            self.not_derived[f"{base} as a base"] = f"to derive from it raises {said}"

    def keeps_up(self, base: str, name: str) -> bool:
        """Return whether a method that overrides another has to do what that does, too."""
        known = self._extendable.get(base)
        return known is not None and any(m.name == name and m.keeps_up for m in known.methods)

    def is_required(self, base: str, name: str) -> bool:
        """Return whether a subclass must have a method, since the base has none."""
        known = self._extendable.get(base)
        return known is None or any(one.name == name and one.required for one in known.methods)

    def returned_function(self, maker: KnownRoutine, call: Call, kind: int) -> KnownRoutine | None:
        """Return how a function is called that a routine has returned; None where nobody knows what it takes."""
        form, is_declared = self._form_of_returned(maker, call, kind)
        if form is None:
            return None
        return self.function(f"{maker.routine.target}()", form, is_declared, maker.under_test)

    def function(
        self, target: str, form: TypeForm, is_declared: bool, under_test: bool
    ) -> KnownRoutine:
        """Return how a function of a form is called; only what an annotation declares says what it may be given."""
        known = self._returned.get((target, form))
        if known is None:
            *takes, gives = form.args
            names = parameter_names(len(takes))
            inputs = [Input(n, f, annotated=f != ANY) for n, f in zip(names, takes, strict=True)]
            itself = Input("function", form if is_declared else TypeForm(CALLABLE), annotated=True)
            routine = Routine(target, "call", (itself, *inputs), gives)
            known = self._returned[target, form] = KnownRoutine(routine, self.presets, under_test)
            self._by_target.setdefault(target, known)
        return known

    def form_of_given(self, declared: TypeForm, kind: int) -> tuple[TypeForm | None, bool]:
        """Return what a function takes that a body was given, and whether its declaration says so."""
        functions = [one for one in members(declared) if _is_function(one)]
        seen = self.forms[kind]
        return (functions[0], True) if functions else (seen if seen.args else None, False)

    def _form_of_returned(
        self, maker: KnownRoutine, call: Call, kind: int
    ) -> tuple[TypeForm | None, bool]:
        """Return what a returned function takes, and whether its annotation says so.

        Else it is taken from its own parameters, or from the function that it was made of.
        """
        for form in members(maker.routine.output):
            known = self._extendable.get(form.name)
            methods = known.methods if known is not None else ()
            own = next((one for one in methods if one.name == "__call__"), None)
            if own is not None and not any(name.startswith("*") for name in own.names):
                return TypeForm(CALLABLE, (*(one.form for one in own.inputs), own.output)), True
            if _is_function(form):
                return form, True
        passed = [one for given in call.inputs for one in members(given) if _is_function(one)]
        seen = self.forms[kind]
        return seen if seen.args else next(iter(passed), None), False

    def slot_for(self, form: TypeForm) -> Slot:
        """Return what is known about supplying a form that is no input of a routine: an element of a collection."""
        slot = self._slots.get(form)
        if slot is None:
            slot = self._slots[form] = Slot(Input("element", form), self.presets)
        return slot

    # ---- the pool -----------------------------------------------------------------------------------------

    def keep(self, execution: Execution) -> None:
        """Keep a sequence that passed for the values in it that are new (index pruning)."""
        pool, sequence = self.pool, execution.sequence
        for value in execution.supplied:
            if not pool.is_new(value.key, value.calls):
                continue
            # Later steps too: they may have put the value into the state that is new.
            kept = sequence.influence(value.position, last=len(sequence) - 1)
            part = sequence.keeping(kept)
            calls = part.calls()
            if calls <= LONGEST_ENTRY:
                place = kept.index(value.position)
                entry = Entry(part.steps, place, value.state, calls, execution.family)
                pool.add(value.kind, value.key, entry, calls)
