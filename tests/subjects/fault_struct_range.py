"""A header that packs a length of any size into two bytes.

Shortest sequence:  pack_header(-1)    struct.error
"""

from __future__ import annotations

import struct


def pack_header(length: int) -> bytes:
    """Return the length as two bytes, high byte first."""
    return struct.pack(">H", length)  # the fault: 0 <= length < 65536 is not checked
