"""A function returns an object of a class that it makes: `report` fails unless something was counted."""


def make_counter(step: int):
    class Counter:
        def __init__(self) -> None:
            self._counts: list[int] = []

        def count(self) -> None:
            self._counts.append(step)

        def forget(self) -> None:
            self._counts = None

        def total(self) -> int:
            return sum(self._counts)

    return Counter()
