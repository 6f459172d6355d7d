"""Texts like one that was accepted, by its pieces: `variants`.

Code that takes only some texts has a grammar that nobody wrote down.  A text that it has accepted is an example of it: a piece
left out, doubled or swapped with the next, and a number written in another way, are texts that it may take for something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_PIECES = re.compile(r"[0-9]+|[^\W\d_]+|\s+|[\W_]")
# Shorter texts have no structure, longer ones are no examples.
_SHORTEST, _LONGEST = 3, 60
_MOST = 12


def variants(text: str) -> list[str]:
    """Return some texts that differ from another by one piece; nothing of a text that is a single piece.

    >>> variants("1.2")[:4]
    ['.2', '12', '1.', '11.2']
    """
    pieces = _PIECES.findall(text)
    if len(pieces) < 2 or not _SHORTEST <= len(text) <= _LONGEST or "".join(pieces) != text:
        return []
    found = dict.fromkeys(_changed(pieces))
    found.pop(text, None)
    # Evenly from all ways to change it.
    every = list(found)
    return every[:: max(1, len(every) // _MOST)]


def _changed(pieces: list[str]) -> Iterator[str]:
    for at in range(len(pieces)):
        yield "".join(pieces[:at] + pieces[at + 1 :])
    for at in range(len(pieces)):
        yield "".join(pieces[: at + 1] + pieces[at:])
    for at in range(len(pieces) - 1):
        yield "".join([*pieces[:at], pieces[at + 1], pieces[at], *pieces[at + 2 :]])
    for at, piece in enumerate(pieces):
        for other in _rewritten(piece):
            yield "".join([*pieces[:at], other, *pieces[at + 1 :]])
    yield "".join(pieces) + "".join(pieces[-2:])


def _rewritten(piece: str) -> list[str]:
    """Return a number with a zero before it, one more and a large one; of letters, the other case."""
    if piece.isdecimal() and piece.isascii():
        return [f"0{piece}", str(int(piece) + 1), "0", f"{piece}000"]
    return [piece.swapcase()] if piece.isalpha() else []
