"""An asynchronous context manager."""

from __future__ import annotations

from types import TracebackType


class Session:
    """Something that is open between entering and leaving."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._open = False
        self._sent: list[bytes] = []

    async def __aenter__(self) -> Session:
        if self._open:
            raise RuntimeError("the session is already open")
        self._open = True
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        self._open = False
        return False

    async def send(self, data: bytes) -> int:
        """Send the data and return how many packets have been sent."""
        if not self._open:
            raise RuntimeError(f"the session {self._name!r} is not open")
        self._sent.append(data)
        return len(self._sent)

    def is_open(self) -> bool:
        return self._open


async def send_all(packets: list[bytes]) -> int:
    """Send all packets in one session and return their number."""
    sent = 0
    async with Session("once") as session:
        for packet in packets:
            sent = await session.send(packet)
    return sent
