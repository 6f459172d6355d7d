"""A table of squares that allocates before it looks at the length.

After a student's homework in Csallner and Smaragdakis (JCrasher): a negative length should give an
empty array.

Shortest sequence:  get_squares_array(-1)    ValueError: negative count
"""

from __future__ import annotations

from array import array

LARGEST = 10_000


def get_squares_array(length: int) -> list[int]:
    """Return the squares of 0, 1, ... as many as asked for but at most 10 000; none if negative."""
    length = max(-LARGEST, min(length, LARGEST))
    squares = array("q", bytes(8 * length))  # the fault: bytes() refuses a negative count
    for number in range(length):
        squares[number] = number * number
    return squares.tolist()
