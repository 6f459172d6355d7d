"""Classes that refuse, by a `raise`, to be compared, hashed, or taken for true or false."""

from __future__ import annotations


class Length:
    """A length in metres, which is compared with lengths only."""

    def __init__(self, metres: int) -> None:
        self._metres = metres
        self._fixed = False

    def fix(self) -> None:
        """Let it be hashed, now that it does not change."""
        self._fixed = True

    def add(self, metres: int) -> None:
        if self._fixed:
            raise ValueError("it is fixed")
        self._metres += metres

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Length):
            raise TypeError("a length is compared with lengths only")
        return self._metres == other._metres

    def __hash__(self) -> int:
        if not self._fixed:
            raise TypeError("fix it first")
        return hash(self._metres)

    def __bool__(self) -> bool:
        if self._metres == 0:
            raise ValueError("nobody knows whether nothing is a length")
        return True


class Pool:
    """Workers, of which nobody may ask once it is shut."""

    def __init__(self, size: int) -> None:
        self._size = max(0, size)
        self._shut = False

    def shut(self) -> None:
        self._shut = True

    def __len__(self) -> int:
        if self._shut:
            raise RuntimeError("the pool is shut")
        return self._size
