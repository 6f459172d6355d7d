"""Moves between squares, which are numbers: there are four of them."""

from __future__ import annotations

from dataclasses import dataclass

NAMES = ["a1", "b1", "a2", "b2"]
Square = int


def name_of(square: Square) -> str:
    """Return the name of a square."""
    return NAMES[square]


@dataclass(frozen=True)
class Move:
    """From a square to another."""

    start: Square
    end: Square

    def text(self) -> str:
        """Return both names."""
        return NAMES[self.start] + name_of(self.end)


def line(moves: list[Move]) -> str:
    """Return the names of all that is moved to."""
    return " ".join(move.text() for move in moves)


def shown(pieces: dict[Square, str]) -> list[str]:
    """Return where pieces stand."""
    return [piece + name_of(square) for square, piece in pieces.items()]
