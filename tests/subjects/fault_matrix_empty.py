"""A matrix that asks its first row for the width, and may have no row.

Shortest sequence:  m = Matrix([]); m.transposed()    IndexError
"""

from __future__ import annotations


class Matrix:
    """Rows of equal length."""

    def __init__(self, rows: list[list[int]]) -> None:
        if any(len(row) != len(rows[0]) for row in rows):
            raise ValueError("the rows have different lengths")
        self._rows = [list(row) for row in rows]

    def height(self) -> int:
        return len(self._rows)

    def transposed(self) -> Matrix:
        width = len(self._rows[0])  # the fault: there may be no rows
        return Matrix([[row[column] for row in self._rows] for column in range(width)])
