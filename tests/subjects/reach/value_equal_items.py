"""All items alike."""


def spread(items: list) -> float:
    """Return how far items are apart, in proportion to the range."""
    if len(items) < 3:
        return 0.0
    numbers = [item for item in items if isinstance(item, int)]
    if len(numbers) < len(items):
        return 0.0
    return sum(numbers) / (max(numbers) - min(numbers))  # wrong: of equal ones nothing is the range
