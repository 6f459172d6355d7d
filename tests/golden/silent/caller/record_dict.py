"""Records as dictionaries, as they come out of JSON: some keys must be there."""

from __future__ import annotations


def full_name(person: dict[str, str]) -> str:
    return f"{person['first']} {person['last']}"


def total(order: dict[str, int]) -> int:
    """Return the price of an order."""
    return order["price"] * order["number"] + order.get("shipping", 0)
