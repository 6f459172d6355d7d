"""Constants, and functions that look things up in them."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

MORSE: Final = MappingProxyType(
    {"A": ".-", "B": "-...", "E": ".", "I": "..", "N": "-.", "O": "---", "S": "...", "T": "-"}
)
LETTERS: Final = MappingProxyType({code: letter for letter, code in MORSE.items()})
PRIMES: Final = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29)
VOWELS: Final = frozenset("aeiou")


def encoded(text: str) -> str:
    """Return the letters in Morse code; unknown ones are left out."""
    return " ".join(MORSE[letter] for letter in text.upper() if letter in MORSE)


def decoded(code: str) -> str:
    """Return the text of a Morse code; unknown groups become question marks."""
    return "".join(LETTERS.get(group, "?") for group in code.split())


def smallest_factor(number: int) -> int | None:
    """Return the smallest prime below 30 that divides the number, None if none does."""
    return next((prime for prime in PRIMES if number % prime == 0), None)


def vowel_count(text: str) -> int:
    return sum(letter in VOWELS for letter in text.lower())
