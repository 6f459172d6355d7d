"""A keypad that forgets to begin anew after the right code.

Shortest sequence:  k = Keypad(); the five digits of the code, and one more    IndexError

Any wrong digit takes everything back, so that a search that begins with the constructor seldom comes to the end.  Who lists
all keypads within bounds has six, and tries every digit on each.
"""

from __future__ import annotations

CODE = (3, 1, 3, 2, 1)


class Keypad:
    """Says whether the last digits were those of the code."""

    def __init__(self) -> None:
        self._right = 0

    def press(self, digit: int) -> bool:
        if not 0 <= digit <= 9:
            raise ValueError("a digit has one place")
        # The fault: after the whole code there is no next digit.
        self._right = self._right + 1 if digit == CODE[self._right] else 0
        return self._right == len(CODE)

    def rep_ok(self) -> bool:
        return 0 <= self._right <= len(CODE)
