"""Questions that remember their answers, count how often they are asked, and move what was used to the end."""

from __future__ import annotations

from collections import OrderedDict
from functools import cached_property


class Primes:
    """Prime numbers below 2000, found when they are asked for."""

    def __init__(self) -> None:
        self._known = [2, 3]
        self._answers: dict[int, bool] = {}
        self.asked = 0

    def is_prime(self, number: int) -> bool:
        self.asked += 1
        if number not in self._answers and number < 2000:
            self._find_up_to(number)
            self._answers[number] = number in self._known
        return self._answers.get(number, False)

    def _find_up_to(self, number: int) -> None:
        for candidate in range(self._known[-1] + 1, number + 1):
            if all(candidate % prime for prime in self._known):
                self._known.append(candidate)

    def get_largest(self) -> int:
        """Return the largest prime number found so far."""
        return self._known[-1]


class Recent:
    """Values by name; the one that was used longest ago comes first."""

    def __init__(self) -> None:
        self._values: OrderedDict[str, int] = OrderedDict()

    def put(self, name: str, value: int) -> None:
        self._values[name] = value
        self._values.move_to_end(name)
        while len(self._values) > 3:
            self._values.popitem(last=False)

    def get(self, name: str) -> int | None:
        """Return a value, which counts as used now."""
        if name in self._values:
            self._values.move_to_end(name)
        return self._values.get(name)

    def names(self) -> list[str]:
        return list(self._values)


class Text:
    def __init__(self, text: str = "") -> None:
        self.text = text

    @cached_property
    def words(self) -> list[str]:
        return self.text.split()

    def get_longest(self) -> str:
        return max(self.words, key=len, default="")
