"""Klein, Flatt and Findler, 4.4: λg.λx.g(g(x)) takes what increases, and does not double."""

from __future__ import annotations

from abc import abstractmethod

from icontract import DBC, ensure


class Increasing(DBC):
    @abstractmethod
    @ensure(lambda x, result: result > x)
    def __call__(self, x: int) -> int: ...


class Doubling(DBC):
    @abstractmethod
    @ensure(lambda x, result: result > 2 * x)
    def __call__(self, x: int) -> int: ...


class _Twice(Doubling):
    def __init__(self, step: Increasing) -> None:
        self._step = step

    def __call__(self, x: int) -> int:
        return self._step(self._step(x))  # the fault: 2, 3, 4


def doubling(step: Increasing) -> Doubling:
    return _Twice(step)
