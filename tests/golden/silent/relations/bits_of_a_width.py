"""Bits with a width, which a number does not have: who reads one passes the width."""

from __future__ import annotations


class Bits:
    def __init__(self, value: int = 0, width: int = 8) -> None:
        if not 0 < width <= 64:
            raise ValueError("a width is between 1 and 64")
        self.value = value & ((1 << width) - 1)
        self.width = width

    def as_int(self) -> int:
        return self.value

    @classmethod
    def from_int(cls, number: int, width: int = 8) -> Bits:
        return cls(number, width)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Bits):
            return NotImplemented
        return (self.value, self.width) == (other.value, other.width)

    def __hash__(self) -> int:
        return hash((self.value, self.width))
