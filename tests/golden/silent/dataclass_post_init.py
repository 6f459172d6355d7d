"""A dataclass that normalises and checks its fields."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Order:
    """Articles to be delivered to an address."""

    customer: str
    quantity: int = 1
    notes: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.customer = " ".join(self.customer.split())
        if not self.customer:
            raise ValueError("the customer has no name")
        if self.quantity < 1:
            raise ValueError("the quantity is not positive")

    def add_note(self, note: str) -> int:
        """Append a note and return how many there are."""
        self.notes.append(note)
        return len(self.notes)

    def doubled(self) -> Order:
        return Order(self.customer, 2 * self.quantity, list(self.notes))
