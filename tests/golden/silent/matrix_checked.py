"""Matrices that check their dimensions."""

from __future__ import annotations


class DimensionError(ValueError):
    """Two matrices do not fit together."""


class Matrix:
    """At least one row and one column of integers."""

    def __init__(self, rows: list[list[int]]) -> None:
        if not rows or not rows[0]:
            raise DimensionError("a matrix has at least one row and one column")
        if any(len(row) != len(rows[0]) for row in rows):
            raise DimensionError("the rows have different lengths")
        self._rows = tuple(tuple(row) for row in rows)

    @classmethod
    def identity(cls, size: int) -> Matrix:
        """Return the identity of a size from 1 to 50."""
        if not 1 <= size <= 50:
            raise DimensionError("the size is not between 1 and 50")
        return cls([[int(row == column) for column in range(size)] for row in range(size)])

    @property
    def shape(self) -> tuple[int, int]:
        return len(self._rows), len(self._rows[0])

    def transposed(self) -> Matrix:
        return Matrix([list(column) for column in zip(*self._rows)])

    def __add__(self, other: Matrix) -> Matrix:
        if not isinstance(other, Matrix):
            return NotImplemented
        if self.shape != other.shape:
            raise DimensionError(f"cannot add {self.shape} and {other.shape}")
        return Matrix([[a + b for a, b in zip(*rows)] for rows in zip(self._rows, other._rows)])

    def __matmul__(self, other: Matrix) -> Matrix:
        if not isinstance(other, Matrix):
            return NotImplemented
        if self.shape[1] != other.shape[0]:
            raise DimensionError(f"cannot multiply {self.shape} and {other.shape}")
        columns = list(zip(*other._rows))
        return Matrix([[sum(map(int.__mul__, row, col)) for col in columns] for row in self._rows])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Matrix):
            return NotImplemented
        return self._rows == other._rows

    def __hash__(self) -> int:
        return hash(self._rows)

    def __repr__(self) -> str:
        return f"Matrix({[list(row) for row in self._rows]})"
