"""A collection whose truth is not whether it is empty: a vote counts from a quorum on, a queue is alive until closed."""

from __future__ import annotations

from collections.abc import Iterator


class Ballot:
    """Votes that decide something once there are enough of them."""

    def __init__(self, quorum: int = 2) -> None:
        if quorum < 1:
            raise ValueError("a quorum is at least one vote")
        self._quorum = quorum
        self._votes: list[str] = []

    def cast(self, vote: str) -> None:
        self._votes.append(vote)

    def __len__(self) -> int:
        return len(self._votes)

    def __iter__(self) -> Iterator[str]:
        return iter(list(self._votes))

    def __bool__(self) -> bool:
        """Whether the vote is decided: not whether there is any."""
        return len(self._votes) >= self._quorum


class Inbox:
    """Messages; true as long as more may come."""

    def __init__(self) -> None:
        self._messages: list[str] = []
        self._closed = False

    def put(self, message: str) -> None:
        if self._closed:
            raise RuntimeError("the inbox is closed")
        self._messages.append(message)

    def close(self) -> None:
        self._closed = True

    def __len__(self) -> int:
        return len(self._messages)

    def __iter__(self) -> Iterator[str]:
        return iter(tuple(self._messages))

    def __bool__(self) -> bool:
        return bool(self._messages) or not self._closed


class Answer:
    """What a server said: true where all went well, as long as its text."""

    def __init__(self, status: int, text: str = "") -> None:
        self.status = status
        self.text = text

    def __len__(self) -> int:
        return len(self.text)

    def __bool__(self) -> bool:
        return self.status < 400
