"""A reader of escaped texts that expects something after every backslash.

Shortest sequence:  unescaped("\\\\")    IndexError
"""

from __future__ import annotations


def unescaped(text: str) -> str:
    """Return the text with every escaped character standing for itself."""
    result: list[str] = []
    place = 0
    while place < len(text):
        if text[place] == "\\":
            place += 1
        result.append(text[place])  # the fault: the backslash may be the last character
        place += 1
    return "".join(result)
