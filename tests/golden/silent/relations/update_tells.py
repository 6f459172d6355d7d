"""Tables of scores: `update` keeps the better one and says what is new, `|` takes the right one."""

from __future__ import annotations


class Scores:
    def __init__(self, scores: dict[str, int] | None = None) -> None:
        self._scores = dict(scores or {})

    def update(self, other: Scores) -> list[str]:
        """Keep the better score of each player; return those whose score has changed."""
        changed = []
        for player, score in other._scores.items():
            if score > self._scores.get(player, -1):
                self._scores[player] = score
                changed.append(player)
        return changed

    def union(self, other: Scores) -> Scores:
        """Return the scores of both; the other's count where there are two."""
        return Scores({**self._scores, **other._scores})

    def __or__(self, other: Scores) -> Scores:
        if not isinstance(other, Scores):
            return NotImplemented
        return self.union(other)

    def sort(self) -> list[str]:
        """Return the players by score, the best first."""
        return sorted(self._scores, key=lambda player: (-self._scores[player], player))

    def sorted(self) -> Scores:
        """Return the same scores, the players in alphabetical order."""
        return Scores(dict(sorted(self._scores.items())))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scores) and self._scores == other._scores
