"""A keypad that reads a number before a key has been pressed.

Shortest sequence:  k = Keypad(); k.enter()    ValueError: invalid literal for int()
"""

from __future__ import annotations


class Keypad:
    """Digits until enter."""

    def __init__(self) -> None:
        self._digits = ""

    def press(self, digit: int) -> None:
        """Add a digit.

        Raises:
            ValueError: it is not between 0 and 9.
        """
        if not 0 <= digit <= 9:
            raise ValueError("not a digit")
        self._digits = (self._digits + str(int(digit)))[-9:]

    def enter(self) -> int:
        """Return the number and begin anew."""
        number = int(self._digits)  # the fault: there may be no digits
        self._digits = ""
        return number
