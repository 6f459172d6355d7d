"""Containers that do not keep everything that is put into them, or keep it under another name."""

from __future__ import annotations

from collections import OrderedDict


class Recent:
    """The last few values by name; of a size of 0 none."""

    def __init__(self, size: int) -> None:
        self._size = max(0, size)
        self._values: OrderedDict[str, int] = OrderedDict()

    def __setitem__(self, name: str, value: int) -> None:
        self._values[name] = value
        self._values.move_to_end(name)
        while len(self._values) > self._size:
            self._values.popitem(last=False)

    def __getitem__(self, name: str) -> int:
        return self._values[name]

    def __len__(self) -> int:
        return len(self._values)


class Stock:
    """How many there are of each: what there is none of is not kept."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}

    def __setitem__(self, name: str, count: int) -> None:
        if count > 0:
            self._counts[name] = count
        else:
            self._counts.pop(name, None)

    def __getitem__(self, name: str) -> int:
        return self._counts[name]

    def __len__(self) -> int:
        return len(self._counts)


class Folded:
    """Values by name, in whatever letters."""

    def __init__(self) -> None:
        self._values: dict[str, str] = {}

    def __setitem__(self, name: str, value: str) -> None:
        self._values[name.casefold()] = value

    def __getitem__(self, name: str) -> str:
        return self._values[name.casefold()]

    def __len__(self) -> int:
        return len(self._values)
