"""A reader of memory that believes any address.

Shortest sequence:  text_at(0)    the process dies of a segmentation fault
"""

from __future__ import annotations

import ctypes


def text_at(address: int) -> bytes:
    """Return the bytes from the address up to the first zero."""
    return ctypes.string_at(address)  # the fault
