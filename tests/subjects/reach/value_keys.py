"""A dict with the keys that the code looks up."""


def price(order):
    """Return the price of an order."""
    if "unit_price" not in order:
        return 0
    return order["unit_price"] // (order["quantity"] - 1)  # wrong: of one
