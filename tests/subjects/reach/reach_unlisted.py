"""`__all__` was not kept up to date: `median` is public by its name and fails for an empty list."""

__all__ = ["mean"]


def mean(numbers: list[int]) -> float:
    """Return the mean, 0 of no numbers."""
    return sum(numbers) / len(numbers) if numbers else 0.0


def median(numbers: list[int]) -> float:
    """Return the median, 0 of no numbers."""
    ordered = sorted(numbers)
    middle = len(ordered) // 2
    return float(ordered[middle])
