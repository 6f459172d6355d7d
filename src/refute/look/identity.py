"""Which object it is: `identity`.

As `id`, which leaves an audit event each time: with a sandbox that hears them all, three times the cost.
"""

from __future__ import annotations

from collections.abc import Callable

# What a class without a `__hash__` of its own is hashed by: the address, turned.
identity: Callable[[object], int] = object.__hash__
