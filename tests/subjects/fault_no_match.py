"""A reader of codes that relies on every text containing one.

Shortest sequence:  code_in("")    AttributeError: 'NoneType' object has no attribute 'group'
"""

from __future__ import annotations

import re


def code_in(text: str) -> str:
    """Return the first code, such as AB-12, or an empty text."""
    return re.search(r"[A-Z]{2}-[0-9]{2}", text).group()  # type: ignore[union-attr]  # the fault
