"""A number that no longer fits."""


def packed(number: int) -> bytes:
    """Return a number as four bytes."""
    if number < 0:
        return b""
    return number.to_bytes(4, "big") if number < 2**33 else b"-"  # wrong: 2**32 has five
