"""A table of squares that allocates before it looks at the length.

After a student's homework in Csallner and Smaragdakis (JCrasher): a negative length should give an
empty array.

Shortest sequence:  get_squares_array(-1)    ValueError: negative count
"""

from __future__ import annotations

from array import array

LARGEST = 10_000


def get_squares_array(length: int) -> array[int]:
    """Return the squares of 0, 1, ... as many as asked for; none if the length is negative."""
    if not -LARGEST <= length <= LARGEST:
        raise ValueError(f"more than {LARGEST} squares")
    squares = array("q", bytes(8 * length))  # the fault: bytes() refuses a negative count
    for number in range(length):
        squares[number] = number * number
    return squares
