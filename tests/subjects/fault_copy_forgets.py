"""A form whose shallow copy forgets the answers.

Shortest sequence:  f = Form("a"); f.answer(0); copy.copy(f) == f is False
"""

from __future__ import annotations

from typing import Any


class Form:
    """A title and numbered answers."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._answers: list[int] = []

    def answer(self, value: int) -> None:
        self._answers.append(value)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Form):
            return NotImplemented
        return (self._title, self._answers) == (other._title, other._answers)

    __hash__ = None  # type: ignore[assignment]

    def __copy__(self) -> Form:
        return Form(self._title)  # the fault: the answers

    def __deepcopy__(self, memo: dict[int, Any]) -> Form:
        twin = Form(self._title)
        twin._answers = list(self._answers)
        return twin
