"""A playlist whose representation shows its first song even if there is none.

Shortest sequence:  repr(Playlist())    IndexError
"""

from __future__ import annotations


class Playlist:
    """Songs in order."""

    def __init__(self) -> None:
        self._songs: list[str] = []

    def add(self, song: str) -> None:
        self._songs.append(song)

    def __repr__(self) -> str:
        return f"<Playlist from {self._songs[0]!r}, {len(self._songs)} songs>"  # the fault
