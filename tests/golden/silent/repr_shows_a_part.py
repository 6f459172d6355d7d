"""Classes that show a part of themselves, or only what they can read."""

from __future__ import annotations

from dataclasses import dataclass, field


class Parcel:
    """What is sent, where, and how: shown by what it is."""

    def __init__(self, name: str, place: str = "", weight: int = 0) -> None:
        self._all = name, place, weight

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Parcel):
            return NotImplemented
        return self._all == other._all

    def __hash__(self) -> int:
        return hash(self._all)

    def __repr__(self) -> str:
        return f"Parcel({self._all[0]!r})"


@dataclass(frozen=True)
class Account:
    """A name with a secret that is not shown."""

    name: str
    secret: str = field(default="", repr=False)


class Rule:
    """A rule that is read when it is needed: "every 3"."""

    def __init__(self, text: str) -> None:
        self._text = text

    def every(self) -> int:
        """Return the number of days.

        Raises:
            ValueError: the rule cannot be read.
        """
        word, _, number = self._text.partition(" ")
        if word != "every" or not number.isdecimal():
            raise ValueError(f"no rule: {self._text}")
        return int(number)

    def __repr__(self) -> str:
        try:
            return f"<every {self.every()} days>"
        except ValueError:
            return "<no rule>"
