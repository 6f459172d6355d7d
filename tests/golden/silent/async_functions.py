"""Coroutines and asynchronous generators."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

LARGEST = 1000


async def doubled(number: int) -> int:
    await asyncio.sleep(0)
    return 2 * number


async def all_doubled(numbers: list[int]) -> list[int]:
    """Double all numbers at the same time."""
    return list(await asyncio.gather(*(doubled(number) for number in numbers)))


async def ticks(count: int) -> AsyncIterator[int]:
    """Yield 0, 1, ... so many numbers.

    Raises:
        ValueError: the count is negative or greater than a thousand.
    """
    if not 0 <= count <= LARGEST:
        raise ValueError(f"the count is not between 0 and {LARGEST}")
    for tick in range(count):
        await asyncio.sleep(0)
        yield tick


class Mailbox:
    """Messages for whoever asks next; asking never waits."""

    def __init__(self) -> None:
        self._messages: list[str] = []

    async def put(self, message: str) -> int:
        """Leave a message and return how many there are."""
        await asyncio.sleep(0)
        self._messages.append(message)
        return len(self._messages)

    async def take(self) -> str | None:
        """Return the oldest message, None if there is none."""
        await asyncio.sleep(0)
        return self._messages.pop(0) if self._messages else None
