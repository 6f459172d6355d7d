"""The objects of a running test, by class and number: the role of T2's own class Pool.  No fault."""

from __future__ import annotations


class Pool:
    """Objects get numbers in the order in which they are put in; the same object has one number."""

    def __init__(self, most: int = 8) -> None:
        self._most = max(1, most)
        self._objects: list[object] = []
        self._by_class: dict[str, list[int]] = {}

    def classinv(self) -> bool:
        known = sum(len(numbers) for numbers in self._by_class.values())
        return known == len(self._objects) <= self._most

    def put(self, thing: str | int | float | list[int] | None) -> int:
        """Return the number of an object, which is new if it is not there yet."""
        if thing is None:
            return -1
        number = self.number_of(thing)
        if number >= 0:
            return number
        if len(self._objects) >= self._most:
            self.forget(0)
        self._objects.append(thing)
        self._by_class.setdefault(type(thing).__name__, []).append(len(self._objects) - 1)
        return len(self._objects) - 1

    def get(self, number: int) -> object:
        if 0 <= number < len(self._objects):
            return self._objects[number]
        return None

    def number_of(self, thing: object) -> int:
        for number, known in enumerate(self._objects):
            if known is thing or (type(known) is type(thing) and known == thing):
                return number
        return -1

    def of_class(self, name: str) -> list[object]:
        return [self._objects[number] for number in self._by_class.get(name, ())]

    def pick(self, name: str, choice: int) -> object:
        """Return one of the objects of a class, or of all where the class has none."""
        candidates = self.of_class(name)
        if not candidates:
            candidates = self._objects
        if not candidates:
            return None
        return candidates[choice % len(candidates)]

    def forget(self, number: int) -> bool:
        """Take an object out; those after it get lower numbers."""
        if number < 0 or number >= len(self._objects):
            return False
        del self._objects[number]
        for name, numbers in list(self._by_class.items()):
            kept = [n - (n > number) for n in numbers if n != number]
            if kept:
                self._by_class[name] = kept
            else:
                del self._by_class[name]
        return True

    def reset(self) -> None:
        self._objects.clear()
        self._by_class.clear()

    def describe(self) -> str:
        return "\n".join(f"{n}: {type(one).__name__}" for n, one in enumerate(self._objects))
