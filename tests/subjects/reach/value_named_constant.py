"""Constants that are named like the parameter; what is done with them is not seen where it is called."""

ORDER_UP = 7_101
ORDER_DOWN = 7_102
_STEPS = {ORDER_UP: 1}


def walk(order: int) -> int:
    """Return the step of an order."""
    return _step(order) if order > 100 else 0


def _step(order: int) -> int:
    if order not in (ORDER_UP, ORDER_DOWN):
        raise ValueError(order)
    return _STEPS[order]  # wrong: not of ORDER_DOWN
