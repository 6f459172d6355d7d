"""What the caller left out is None, and None has no order; a width that is no number is no width."""

from __future__ import annotations


class Table:
    """Rows by name."""

    def __init__(self, rows=()):
        self._rows = dict(rows)

    @classmethod
    def from_names(cls, names, value=None):
        return cls([(name, value) for name in names])

    def add(self, name, value):
        self._rows[name] = value

    def ordered(self):
        return sorted(self._rows.values())


class Bits:
    """A number of so many bits."""

    def __init__(self, number=0, width=None):
        if type(number) is not int:
            raise TypeError("no number")
        if number < 0:
            raise ValueError("below zero")
        if width is None:
            width = len(f"{number:b}")
        if number >= 2**width:
            raise ValueError("too large")
        self._number = number
        self._width = width

    def __repr__(self):
        if not self._width:
            return ""
        return f"{{0:0{self._width}b}}".format(self._number)
