"""Texts that match a regular expression, and texts that nearly do: `matching`, `nearly_matching`.

The parsed pattern is walked with random numbers of its own, so that the same pattern always gives the same texts.  Look-around
assertions and anchors are passed over; what then does not match after all is dropped.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from functools import lru_cache
from random import Random
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

# So many texts are drawn, and so many of them kept, the ones that take other ways through the pattern first.
_DRAWN = 60
_MOST = 16
# A repetition is drawn with at most so many more than it must have.
_MORE = 2
_LONGEST = 80
_MOST_NEARLY = 8
# How often a walk takes the first alternative and repeats no more than it must, in turn: people write the plain ones.
_PLAIN = (0.85, 0.6, 0.0)

_OF_CATEGORY = {
    op.CATEGORY_DIGIT: "012379",
    op.CATEGORY_NOT_DIGIT: "ab-",
    op.CATEGORY_SPACE: " \t",
    op.CATEGORY_NOT_SPACE: "ab1",
    op.CATEGORY_WORD: "ab1_",
    op.CATEGORY_NOT_WORD: " -.",
}
_USUAL = string.ascii_lowercase + string.digits + string.ascii_uppercase + string.punctuation + " "


@lru_cache(maxsize=256)
def matching(pattern: str, flags: int = 0) -> tuple[str, ...]:
    """Return texts that match the whole pattern, the shortest first; nothing where it cannot be read.

    >>> matching("a|bc?")
    ('a', 'b', 'bc')
    """
    try:
        compiled, tree = re.compile(pattern, flags), parser.parse(pattern, flags)
    except (re.error, RecursionError, OverflowError, ValueError):
        return ()
    found: dict[str, frozenset[tuple[int, int]]] = {}
    for number in range(_DRAWN):
        walk = _Walk(Random(number), plain=_PLAIN[number % len(_PLAIN)] if number else 1.0)
        text = walk.text(tree)
        if len(text) <= _LONGEST and _matches(compiled, text):
            found.setdefault(text, frozenset(walk.taken))
    return tuple(sorted(_most_different(found), key=lambda text: (len(text), text)))


def nearly_matching(pattern: str, flags: int = 0) -> tuple[str, ...]:
    """Return texts that do not match, though they differ from one that does by a single character.

    >>> nearly_matching("ab")
    ('b', 'a', 'aab', 'abb', 'ab ', 'abab')
    """
    texts = matching(pattern, flags)
    if not texts:
        return ()
    compiled = re.compile(pattern, flags)
    changed = dict.fromkeys(one for text in (texts[0], texts[-1]) for one in _changed(text))
    return tuple([one for one in changed if not compiled.fullmatch(one)][:_MOST_NEARLY])


def _matches(compiled: re.Pattern[str], text: str) -> bool:
    return compiled.fullmatch(text) is not None


def _most_different(found: dict[str, frozenset[tuple[int, int]]]) -> list[str]:
    """Return some of the texts: each takes a way that none before has taken, as long as there are such."""
    left = sorted(found, key=lambda text: (len(text), text))
    kept: list[str] = left[:1]
    seen = set(found[left[0]]) if left else set()
    while len(kept) < _MOST:
        best = max(
            (one for one in left if one not in kept),
            key=lambda one: len(found[one] - seen),
            default=None,
        )
        if best is None:
            break
        kept.append(best)
        seen |= found[best]
    return kept


def _changed(text: str) -> Iterator[str]:
    places = sorted({0, len(text) // 2, len(text) - 1} & {*range(len(text))})
    yield from (text[:place] + text[place + 1 :] for place in places)
    yield from (text[: place + 1] + text[place:] for place in places)
    yield f"{text} "
    yield text * 2


class _Walk:
    """One way through a pattern: `taken` holds the alternatives that were chosen, by node."""

    def __init__(self, random: Random, plain: float) -> None:
        self._random = random
        self._plain = plain
        self._groups: dict[int, str] = {}
        self.taken: set[tuple[int, int]] = set()

    def text(self, tree: Any) -> str:
        return "".join(self._one(kind, value) for kind, value in tree)

    def _one(self, kind: Any, value: Any) -> str:
        if kind is op.LITERAL:
            return chr(value)
        if kind is op.NOT_LITERAL:
            return self._of(value, [one for one in _USUAL if ord(one) != value])
        if kind is op.ANY:
            return self._of(value, "a1 ")
        if kind is op.IN:
            return self._of(value, _members(value))
        if kind is op.BRANCH:
            return self.text(value[1][self._choice(value, len(value[1]))])
        if kind is op.SUBPATTERN:
            return self._group(value[0], value[3])
        if kind in _REPEATS:
            return self._repeated(*value)
        if kind is op.GROUPREF:
            return self._groups.get(value, "")
        if kind is op.GROUPREF_EXISTS:
            return self.text(value[1] if value[0] in self._groups else value[2] or [])
        return self.text(value) if kind is _ATOMIC else ""  # the rest asserts, and takes nothing

    def _group(self, number: int | None, tree: Any) -> str:
        text = self.text(tree)
        if number is not None:
            self._groups[number] = text
        return text

    def _repeated(self, least: int, most: Any, tree: Any) -> str:
        limit = least + _MORE if most is op.MAXREPEAT else min(int(most), least + _MORE)
        count = least + self._choice(tree, limit - least + 1)
        return "".join(self.text(tree) for _ in range(count))

    def _of(self, node: Any, among: Any) -> str:
        return among[self._choice(node, len(among))] if among else ""

    def _choice(self, node: Any, count: int) -> int:
        is_plain = self._random.random() < self._plain
        choice = 0 if is_plain else int(self._random.random() * count)
        self.taken.add((id(node), choice))
        return choice


_REPEATS = {op.MAX_REPEAT, op.MIN_REPEAT, getattr(op, "POSSESSIVE_REPEAT", None)}
_ATOMIC = getattr(op, "ATOMIC_GROUP", None)


def _members(value: list[Any]) -> list[str]:
    """Return some characters of a set, the first and the last of a range."""
    if value and value[0][0] is op.NEGATE:
        excluded = [one for part in value[1:] for one in _every(*part)]
        return [one for one in _USUAL if one not in excluded]
    return [one for part in value for one in _few(*part)]


def _few(kind: Any, value: Any) -> list[str]:
    if kind is op.RANGE:
        low, high = value
        return [chr(low), chr((low + high) // 2), chr(high)]
    return [chr(value)] if kind is op.LITERAL else [*_OF_CATEGORY.get(value, "")]


def _every(kind: Any, value: Any) -> list[str]:
    if kind is op.RANGE:
        return [one for one in _USUAL if value[0] <= ord(one) <= value[1]]
    if kind is op.LITERAL:
        return [chr(value)]
    spelt = {op.CATEGORY_DIGIT: r"\d", op.CATEGORY_SPACE: r"\s", op.CATEGORY_WORD: r"\w"}
    negated = {
        op.CATEGORY_NOT_DIGIT: r"\D",
        op.CATEGORY_NOT_SPACE: r"\S",
        op.CATEGORY_NOT_WORD: r"\W",
    }
    name = (spelt | negated).get(value)
    return [] if name is None else [one for one in _USUAL if re.match(name, one)]
