"""The same where any function will do: λg.g(2)*10 goes wrong only where what it is given does not increase."""

from typing import Protocol

from icontract import ensure


class Increasing(Protocol):
    @ensure(lambda x, result: result > x)
    def __call__(self, x: int) -> int: ...


@ensure(lambda result: result > 20)
def tenfold(step: Increasing) -> int:
    return step(2) * 10
