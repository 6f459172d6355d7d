"""Values like one that was accepted, drawn at random: `Varied`.

The presets are few, and the same everywhere: whether something holds for many inputs they do not show.
"""

from __future__ import annotations

import string
from collections.abc import Iterable
from random import Random

from refute.model.sequence import Display, Literal, Step
from refute.model.typeform import ANY, BOOL, BYTES, INT, NONE, STR, TypeForm

# So many values have only small letters in their texts: what holds for them is what the code is meant to do.
_ORDINARY = 0.5
# The others are mostly what people write, too, but in nearly every one there is something that they do not think of.
_LETTERS = string.ascii_lowercase * 2 + string.ascii_uppercase
_SIGNS = string.punctuation + string.digits + "   \t\n"
_RARE = "éßİ²\x00\u200b日"
_LONGEST = 6
# So many times what may be None is something else, since None was accepted and says little.
_GIVEN = 0.7
# So many values of each type are made; then the same come again, since each has to be made ready.
_MOST = 200
_DEEPEST = 3

Steps = list[Step]


class Varied:
    """Draws values; texts are also put together from those that the subject's source has in it."""

    def __init__(self, random: Random, texts: Iterable[str] = ()) -> None:
        self._random = random
        self._texts = [text for text in texts if 0 < len(text) <= _LONGEST]
        self._is_ordinary = False
        self._literals: dict[tuple[type, bool], list[Literal]] = {}

    def like(self, value: object, form: TypeForm = ANY) -> Steps | None:
        """Return steps whose last makes a value of the same type, collections with the same in them; None for others.

        What belongs in a collection that is empty is said by the form that it is asked for.
        """
        self._is_ordinary = self._random.random() < _ORDINARY
        return self._like(value, form, _DEEPEST)

    def _like(self, value: object, form: TypeForm, depth: int) -> Steps | None:
        if value is None and form.name == "union" and self._random.random() < _GIVEN:
            value, form = _instead_of_none(form)
        cls = type(value)
        if cls in (bool, int, str, bytes, type(None)):
            return [Step(self._literal(cls), ())]
        if depth == 0:
            return None
        if isinstance(value, list | tuple | set | frozenset) and cls in _DISPLAYS:
            return self._display(cls.__name__, list(value) or _parts(form, cls, 1), 1, depth)
        if isinstance(value, dict) and cls is dict:
            parts = [part for item in value.items() for part in item]
            return self._display("dict", parts or _parts(form, cls, 2), 2, depth)
        return None

    def up_to(self, most: int) -> Steps:
        """Return a step that makes a number from 0 up to this one."""
        return [Step(Literal(str(int(self._random.random() * (most + 1))), INT), ())]

    def _display(self, kind: str, parts: list[object], width: int, depth: int) -> Steps | None:
        """Return steps that make a collection of parts like these, which belong together by so many."""
        count = int(self._random.random() * (_LONGEST + 2)) if parts else 0
        steps: Steps = []
        places: list[int] = []
        for _ in range(count):
            first = int(self._random.random() * (len(parts) // width)) * width
            for part in parts[first : first + width]:
                made = self._like(part, ANY, depth - 1)
                if made is None:
                    return None
                steps += made
                places.append(len(steps) - 1)
        forms = tuple(_form(steps[place]) for place in places)
        arguments = tuple(len(steps) - place for place in places)
        return [*steps, Step(Display(kind, forms, TypeForm(kind)), arguments)]

    def _literal(self, cls: type) -> Literal:
        known = self._literals.setdefault((cls, self._is_ordinary), [])
        place = int(self._random.random() * _MOST)
        if place < len(known):
            return known[place]
        made = Literal(repr(self._drawn(cls)), _FORMS[cls])
        known.append(made)
        return made

    def _drawn(self, cls: type) -> object:
        random = self._random
        if cls is bool:
            return random.random() < 0.5
        if cls is int:
            return self._number()
        if cls is str:
            shortest = int(self._is_ordinary)
            count = shortest + int(random.random() * (_LONGEST - shortest))
            return "".join(self._piece() for _ in range(count))
        if cls is bytes:
            return bytes(int(random.random() * 256) for _ in range(int(random.random() * _LONGEST)))
        return None

    def _number(self) -> int:
        # Most numbers are small.
        size = 6 if self._random.random() < 0.6 else 10 ** (self._random.random() * 5)
        number = int(self._random.random() * size)
        return -number if self._random.random() < 0.2 else number

    def _piece(self) -> str:
        if self._is_ordinary:
            return string.ascii_lowercase[int(self._random.random() * 26)]
        draw = self._random.random()
        if draw < 0.04 and self._texts:
            return self._texts[int(self._random.random() * len(self._texts))]
        among = _RARE if draw > 0.97 else _SIGNS if draw > 0.8 else _LETTERS
        return among[int(self._random.random() * len(among))]


_FORMS = {bool: BOOL, int: INT, str: STR, bytes: BYTES, type(None): NONE}
_DISPLAYS = frozenset([list, tuple, set, frozenset])


_SAMPLES: dict[TypeForm, object] = {BOOL: True, INT: 0, STR: "", BYTES: b"", NONE: None}


_EMPTY: dict[str, object] = {
    "list": [],
    "dict": {},
    "set": set(),
    "tuple": (),
    "frozenset": frozenset(),
}


def _instead_of_none(form: TypeForm) -> tuple[object, TypeForm]:
    """Return an example of what may be passed besides None, and its form; None where there is no plain one."""
    for one in form.args:
        if one != NONE and (one in _SAMPLES or one.name in _EMPTY):
            return _SAMPLES.get(one, _EMPTY.get(one.name)), one
    return None, NONE


def _parts(form: TypeForm, cls: type, width: int) -> list[object]:
    """Return what a collection may hold, by its annotation; nothing where that says too little."""
    named = form.name == cls.__name__ and len(form.args) == width
    return [_SAMPLES[arg] for arg in form.args] if named and _SAMPLES.keys() >= {*form.args} else []


def _form(step: Step) -> TypeForm:
    operation = step.operation
    if isinstance(operation, Literal):
        return operation.type
    assert isinstance(operation, Display)
    return operation.output
