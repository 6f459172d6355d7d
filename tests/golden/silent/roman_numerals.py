"""Roman numerals between 1 and 3999."""

from __future__ import annotations

_VALUES = (
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"),
    (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
)  # fmt: skip


class OutOfRange(ValueError):
    """The number has no Roman numeral."""


def to_roman(number: int) -> str:
    """Return the numeral of a number from 1 to 3999."""
    if not 1 <= number <= 3999:
        raise OutOfRange(f"{number} is not between 1 and 3999")
    letters: list[str] = []
    for value, letter in _VALUES:
        count, number = divmod(number, value)
        letters.append(letter * count)
    return "".join(letters)


def from_roman(numeral: str) -> int:
    """Return the number of a numeral in its usual form.

    Raises:
        ValueError: the text is not such a numeral.
    """
    number, rest = 0, numeral
    for value, letter in _VALUES:
        while rest.startswith(letter) and number < 4000:
            number += value
            rest = rest[len(letter) :]
    if rest or not 1 <= number <= 3999 or to_roman(number) != numeral:
        raise ValueError(f"{numeral!r} is not a Roman numeral")
    return number
