"""A search for the longest word that finds none among no words.

Shortest sequence:  longest([])    UnboundLocalError
"""

from __future__ import annotations


def longest(words: list[str]) -> str:
    """Return the first of the longest words."""
    length = -1
    for word in words:
        if len(word) > length:
            length = len(word)
            found = word
    return found  # the fault: unset if there are no words
