"""A protocol of asyncio: it is made while a loop is running."""

from __future__ import annotations

import asyncio


class Connection:
    """What is waited for."""

    def __init__(self) -> None:
        self._answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def is_answered(self) -> bool:
        """Return whether the answer is there."""
        return self._answer.done()
