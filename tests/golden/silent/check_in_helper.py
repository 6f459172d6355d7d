"""Functions that leave the checking of their arguments to private helpers."""

from __future__ import annotations


def _require_positive(name: str, value: int) -> int:
    if value <= 0:
        raise ValueError(f"{name} must be positive, not {value}")
    return value


def _require_index(index: int, length: int) -> int:
    if not -length <= index < length:
        raise IndexError(f"index {index} is out of range for {length} items")
    return index


def ceil_div(dividend: int, divisor: int) -> int:
    """Return the quotient rounded up."""
    _require_positive("divisor", divisor)
    return -(-dividend // divisor)


def rotated(items: list[int], steps: int) -> list[int]:
    """Return the items with the first few moved to the end."""
    if not items:
        return []
    cut = steps % len(items)
    return items[cut:] + items[:cut]


def item_at(items: list[str], index: int) -> str:
    """Return one item, counted from the end if the index is negative."""
    return items[_require_index(index, len(items))]


def gcd_of(left: int, right: int) -> int:
    """Return the greatest common divisor of two positive numbers."""
    left, right = _require_positive("left", left), _require_positive("right", right)
    while right:
        left, right = right, left % right
    return left
