"""A fault in an object that the module has under a public name; its class is private, and nothing returns it."""


class _Registry:
    def __init__(self):
        self._counts = {}

    def count(self, name: str) -> None:
        self._counts[name] = self._counts.get(name, 0) + 1

    def mean(self) -> float:
        return sum(self._counts.values()) / len(self._counts)


registry = _Registry()
