"""Numeric functions whose exceptions are documented in NumPy's style, raised by the interpreter."""

from __future__ import annotations


def modulo_table(modulus: int) -> list[int]:
    """Return the squares of 0 to 9 modulo a number.

    Parameters
    ----------
    modulus : int
        Any number but zero.

    Returns
    -------
    list of int
        Ten residues.

    Raises
    ------
    ZeroDivisionError
        If the modulus is zero.
    """
    return [number * number % modulus for number in range(10)]


def element(values: list[int], index: int) -> int:
    """Return one of the values.

    Parameters
    ----------
    values : list of int
        The values.
    index : int
        A position, negative from the end.

    Returns
    -------
    int
        The value there.

    Raises
    ------
    IndexError
        If there is no such position.
    """
    return values[index]


def midpoint(low: int, high: int) -> float:
    """Return the number halfway between two others.

    Parameters
    ----------
    low, high : int
        The two numbers.

    Returns
    -------
    float
        The midpoint.

    Raises
    ------
    OverflowError
        If it is too large for a float.
    """
    return (low + high) / 2
