"""Manipulation of bits in integers of any size."""

from __future__ import annotations

LARGEST = 4096


def _require_bit(bit: int) -> None:
    if not 0 <= bit < LARGEST:
        raise ValueError(f"the bit is not between 0 and {LARGEST - 1}")


def is_set(number: int, bit: int) -> bool:
    _require_bit(bit)
    return bool(number >> bit & 1)


def with_bit(number: int, bit: int, value: bool) -> int:
    """Return the number with one bit set or cleared."""
    _require_bit(bit)
    return number | 1 << bit if value else number & ~(1 << bit)


def set_bits(number: int) -> list[int]:
    """Return the positions of the set bits, the lowest first.

    Raises:
        ValueError: the number is negative and has infinitely many.
    """
    if number < 0:
        raise ValueError("the number is negative")
    return [bit for bit in range(number.bit_length()) if number >> bit & 1]


def reversed_byte(byte: int) -> int:
    """Return the byte with its bits in the opposite order."""
    if not 0 <= byte <= 255:
        raise ValueError("not a byte")
    return int(f"{byte:08b}"[::-1], 2)


def rotated_left(word: int, steps: int) -> int:
    """Return a word of 32 bits rotated; a negative number of steps rotates to the right."""
    if not 0 <= word < 1 << 32:
        raise ValueError("not a word of 32 bits")
    steps %= 32
    return (word << steps | word >> (32 - steps)) & 0xFFFFFFFF


def parity(data: bytes) -> bool:
    """Say whether the number of set bits is odd."""
    return sum(byte.bit_count() for byte in data) % 2 == 1
