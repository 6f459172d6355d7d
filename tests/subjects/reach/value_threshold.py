"""A number in capitals says how much fits; what is larger is split."""


class Pile:
    LOAD = 500

    def __init__(self) -> None:
        self._parts: list[list[int]] = [[]]

    def extend(self, items: list[int]) -> None:
        for item in items:
            last = self._parts[-1]
            last.append(item)
            if len(last) > 2 * self.LOAD:
                self._parts.append(last[self.LOAD :])
                del self._parts[-3]  # wrong: there may be two only
