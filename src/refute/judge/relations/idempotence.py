"""What is brought into its usual form stays as it is when that is done again: `idempotent`; what undoes itself: `involutions`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from refute.judge.relations.offers import Offer
from refute.judge.relations.relation import Family, Move, Relation
from refute.model.subject import Subject

IDEMPOTENT = Family(
    rule="idempotent",
    says="Normalising, sorting, cleaning, removing duplicates twice is doing it once.",
    reason="what is in its usual form already stays as it is",
    remedy="go on until nothing changes any more, or say in the docstring that it takes one step",
    test_name="is_the_same_when_done_twice",
    silent_when=(
        "The docstring speaks of a step, a layer, the first or the last of something; more than the value is passed; "
        "the result is of another type; it never changed anything and held all the same."
    ),
    example='normalize(normalize(" A  b")) == normalize(" A  b")',
)
INVOLUTION = Family(
    rule="involution",
    says="Negating, inverting, reversing, transposing twice gives back what was there.",
    reason="done twice it undoes itself",
    remedy="keep in the result all that the object is made of",
    test_name="is_undone_by_itself",
    silent_when="The docstring says that something is lost.",
    example="~~Mask(0, 4) == Mask(0, 4)",
)

# A table by value has a name less for each value that comes twice: that it is undone must be seen nearly always.
INVERSE = replace(INVOLUTION, share=0.97)

# The names of what brings something into the one form that it has.
_USUAL_FORM = re.compile(
    r"(?:normali[sz]e|canonical(?:i[sz]e)?|simplify|slugify|dedupe|deduplicate|unique|distinct|standardi[sz]e|"
    r"sanitize|sanitise|clean|clean_up|cleanup|tidy|collapse|squeeze|compact|casefold|lower|upper|strip|trim|"
    r"sort|sorted|reduce|normal_form|to_snake(?:_case)?|to_camel(?:_case)?|snake_case|camel_case|kebab_case)"
    r"(?:d|ed|s|_\w+)?"
)
# With these what is named is taken off, or moved, each time anew.
_TAKES_MORE = re.compile(r"(?:strip|trim|reduce|collapse|squeeze|clean|lower|upper|unique)_\w+")
_STEPWISE = re.compile(
    r"\b(?:step|layer|level|first|last|outermost|next|once more|single|one (?:pair|prefix|suffix|character)|random|pass)\b"
)
_SELF_INVERSE = re.compile(
    r"__neg__|__invert__|(?:inverse|inverted|invert|reversed|transpose[d]?|negated|opposite|mirror(?:ed)?|"
    r"flip(?:ped)?|complement(?:ed)?|conjugate[d]?|swapped|swap)"
)
_INVERTS = re.compile(r"invert(?:ed)?|inverse|swap(?:ped)?|opposite")
_LOSSY = re.compile(r"\b(?:round|los[est]|clamp|cut off|saturat|truncat)")


def idempotent(offers: list[Offer], subject: Subject) -> Iterator[Relation]:
    """Yield the operations that seem to bring a value into its usual form."""
    for one in offers:
        if not _USUAL_FORM.fullmatch(one.name) or _TAKES_MORE.fullmatch(one.name):
            continue
        if len(one.needed) == 1 and not one.says(_STEPWISE):
            message = f"{one.shown} of its own result is another one"
            yield _twice(IDEMPOTENT, one, (1, 2), message)


def involutions(offers: list[Offer], subject: Subject) -> Iterator[Relation]:
    """Yield the operations that seem to undo themselves."""
    for one in offers:
        if len(one.needed) == 1 and _SELF_INVERSE.fullmatch(one.name) and not one.says(_LOSSY):
            family = INVERSE if _INVERTS.fullmatch(one.name) else INVOLUTION
            yield _twice(family, one, (0, 2), f"{one.shown} done twice gives another value")


def _twice(family: Family, one: Offer, compared: tuple[int, int], message: str) -> Relation:
    call = one.call
    return Relation(
        family,
        (one.target,),
        1,
        (Move(call, (0,)), Move(call, (1,))),
        compared,
        "assert {1} == {0}",
        message,
        anchor=call,
        # What returns something of another kind does not bring anything into its usual form.
        applies=lambda value, first, second: type(first) is type(value),
        # Where nothing happens, nothing is shown.
        tells=lambda value, first, second: first != value,
    )
