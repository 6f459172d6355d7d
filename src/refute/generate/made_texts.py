"""Texts that are put together while the search runs: `MadeTexts`.

Code that takes only some texts has a grammar that nobody wrote down.  What its source compares texts with are words of it; a text
that was accepted, or that led the code where it had not been, is an example of it.  Words are joined, and examples are changed:
a piece left out, doubled, replaced, put in or swapped with the next, a number written in another way, two examples spliced.
"""

from __future__ import annotations

import ast
import re
from collections import deque
from collections.abc import Callable, Iterable

from refute.generate.tuning import MADE_FOR_GRAMMAR, MADE_TEXT
from refute.model.sequence import Literal

_PIECES = re.compile(r"[0-9]+|[^\W\d_]+|\s+|[\W_]")
# Longer texts are no examples, and none is made.
_LONGEST = 80
# So many examples are known, the latest, and so many words.
_MOST_EXAMPLES, _MOST_WORDS = 50, 200
# What texts are made of anyway, and how often one of these is taken for a word.
_USUAL = (*"ab01 .-,_:=/@é", "'", '"')
_TAKE_USUAL = 0.3
# How often one of the package's, where they are used at all.
_TAKE_MORE = 0.5
# How often an example is changed, where there is one, and how many words are joined.
_CHANGE = 0.7
_MOST_JOINED = 4
_MOST_CHANGES = 3


class MadeTexts:
    """Makes texts for one input from the words and examples that are known."""

    __slots__ = ("_examples", "_known", "_more", "_words", "share")

    def __init__(self, offers: Iterable[Literal]) -> None:
        self._words: list[str] = []  # one is taken by its number
        self._known: set[str] = set()
        self.share = MADE_TEXT  # how often one is passed
        self._more: tuple[str, ...] = ()
        self._examples: deque[str] = deque(maxlen=_MOST_EXAMPLES)
        for one in offers:
            self._add_word(_text_of(one))

    def __bool__(self) -> bool:
        """Return whether anything is known to make texts of."""
        return bool(self._words or self._more or self._examples)

    def widen(self, words: tuple[str, ...]) -> None:
        """Use words of the whole package as well: what is known of this input alone is mostly refused."""
        self._more = words
        self.share = MADE_FOR_GRAMMAR

    def learn(self, literal: Literal) -> None:
        """Remember a text that was accepted, or that led further than others."""
        text = _text_of(literal)
        if not text or len(text) > _LONGEST or text in self._examples:
            return
        self._examples.append(text)
        for piece in _PIECES.findall(text):
            self._add_word(piece)

    def make(self, draw: Callable[[], float]) -> str:
        """Return a text, most often another one each time."""
        if self._examples and draw() < _CHANGE:
            return self._changed(draw)[:_LONGEST]
        count = 2 + int(draw() * (_MOST_JOINED - 1))
        return "".join(self._word(draw) for _ in range(count))[:_LONGEST]

    def _add_word(self, text: str) -> None:
        is_new = 0 < len(text) <= _LONGEST and text not in self._known
        if is_new and len(self._words) < _MOST_WORDS:
            self._known.add(text)
            self._words.append(text)

    def _word(self, draw: Callable[[], float]) -> str:
        words: list[str] | tuple[str, ...] = _USUAL
        if draw() > _TAKE_USUAL:
            use_more = self._more and (not self._words or draw() < _TAKE_MORE)
            words = self._more if use_more else (self._words or _USUAL)
        return words[int(draw() * len(words))]

    def _changed(self, draw: Callable[[], float]) -> str:
        pieces = self._example(draw)
        for _ in range(1 + int(draw() * _MOST_CHANGES)):
            at = int(draw() * (len(pieces) + 1))
            here, after = pieces[at : at + 1], pieces[at + 1 :]
            match int(draw() * 7):
                case 0:
                    changed = after
                case 1:
                    changed = here * 2 + after
                case 2:
                    changed = [self._word(draw), *after]
                case 3:
                    changed = [self._word(draw), *here, *after]
                case 4:
                    changed = [*(_rewritten(one, draw) for one in here), *after]
                case 5:
                    changed = after[:1] + here + after[1:]
                case _:
                    other = self._example(draw)
                    changed = other[int(draw() * (len(other) + 1)) :]
            pieces[at:] = changed
        return "".join(pieces)

    def _example(self, draw: Callable[[], float]) -> list[str]:
        return _PIECES.findall(self._examples[int(draw() * len(self._examples))])


def _text_of(literal: Literal) -> str:
    try:
        found = ast.literal_eval(literal.source)
    except (ValueError, SyntaxError):
        return ""
    return found if isinstance(found, str) else ""


def _rewritten(piece: str, draw: Callable[[], float]) -> str:
    """Return a number with a zero before it, one more or a large one; of letters, the other case."""
    if piece.isdecimal() and piece.isascii():
        return (f"0{piece}", str(int(piece) + 1), "0", f"{piece}000")[int(draw() * 4)]
    return piece.swapcase()
