"""A registry in a class."""

_ROOM = tuple(range(300))  # more than any one sequence can use up


class Plugin:
    _registry: list["Plugin"] = []

    def __init__(self, name: str) -> None:
        self._registry.append(self)
        self.place = _ROOM[len(self._registry)]
