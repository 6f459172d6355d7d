"""Klein, Flatt and Findler, 4.4: λg.g(2)*10 goes wrong only where what it is given does not increase."""

from __future__ import annotations

from abc import abstractmethod

from icontract import DBC, ensure


class Increasing(DBC):
    @abstractmethod
    @ensure(lambda x, result: result > x)
    def __call__(self, x: int) -> int: ...


@ensure(lambda result: result > 20)
def tenfold(step: Increasing) -> int:
    return step(2) * 10
