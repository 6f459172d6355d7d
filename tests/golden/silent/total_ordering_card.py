"""Cards ordered by a key, and hands of them."""

from __future__ import annotations

from functools import total_ordering

RANKS = "23456789TJQKA"
SUITS = "CDHS"


@total_ordering
class Card:
    """A playing card such as TH, the ten of hearts."""

    def __init__(self, name: str) -> None:
        if len(name) != 2 or name[0] not in RANKS or name[1] not in SUITS:
            raise ValueError(f"{name!r} is not a card")
        self._name = name

    def _key(self) -> tuple[int, int]:
        return RANKS.index(self._name[0]), SUITS.index(self._name[1])

    def beats(self, other: Card) -> bool:
        """Say whether this card is higher in the same suit."""
        return self._name[1] == other._name[1] and self > other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Card):
            return NotImplemented
        return self._name == other._name

    def __lt__(self, other: Card) -> bool:
        if not isinstance(other, Card):
            return NotImplemented
        return self._key() < other._key()

    def __hash__(self) -> int:
        return hash(self._name)

    def __repr__(self) -> str:
        return f"Card({self._name!r})"


def full_deck() -> list[Card]:
    return [Card(rank + suit) for rank in RANKS for suit in SUITS]


def highest(cards: list[Card]) -> Card | None:
    return max(cards, default=None)


def deal(seed: int, number: int) -> list[Card]:
    """Return some cards of the deck, the same for the same seed."""
    if not 0 <= number <= len(RANKS) * len(SUITS):
        raise ValueError("there are not so many cards")
    deck = full_deck()
    start = seed % len(deck)
    return (deck[start:] + deck[:start])[:number]
