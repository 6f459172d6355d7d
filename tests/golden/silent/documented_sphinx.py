"""Functions whose exceptions are documented in Sphinx's style, raised by the interpreter."""

from __future__ import annotations

import math


def factorial_digits(number: int) -> int:
    """Return the number of binary digits of a factorial.

    :param number: at most 500
    :returns: the number of bits
    :raises ValueError: if the number is negative or greater than 500
    """
    if number > 500:
        raise ValueError("the number is greater than 500")
    return math.factorial(number).bit_length()


def value_of(table: dict[str, int], key: str) -> int:
    """Return what the table holds under the key.

    :param table: the table
    :param key: a key of the table
    :raises KeyError: if the table lacks the key
    """
    return table[key]


def square_root(value: float) -> float:
    """Return the square root.

    :param value: a number that is not negative
    :raises ValueError: if the value is negative
    :raises OverflowError: if an integer is too large for a float
    """
    return math.sqrt(value)


def decoded(data: bytes) -> str:
    """Return the text the bytes stand for in UTF-8.

    :param data: the bytes
    :raises UnicodeDecodeError: if they are not UTF-8
    """
    return data.decode("utf-8")
