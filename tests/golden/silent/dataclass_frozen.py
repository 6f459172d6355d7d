"""Frozen dataclasses with order, hash and derived values."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, order=True)
class Cell:
    """A cell of a sheet: row and column, counted from 0."""

    row: int
    column: int

    def __post_init__(self) -> None:
        if self.row < 0 or self.column < 0:
            raise ValueError("rows and columns are counted from 0")

    def below(self) -> Cell:
        return replace(self, row=self.row + 1)

    def is_neighbour(self, other: Cell) -> bool:
        return abs(self.row - other.row) + abs(self.column - other.column) == 1


@dataclass(frozen=True)
class Block:
    """The cells between two corners, both included."""

    first: Cell
    last: Cell

    def __post_init__(self) -> None:
        if self.last.row < self.first.row or self.last.column < self.first.column:
            raise ValueError("the last corner lies before the first")

    def size(self) -> int:
        height = self.last.row - self.first.row + 1
        return height * (self.last.column - self.first.column + 1)

    def __contains__(self, cell: object) -> bool:
        if not isinstance(cell, Cell):
            return False
        rows = self.first.row <= cell.row <= self.last.row
        return rows and self.first.column <= cell.column <= self.last.column
