"""The same where any function will do: λg.λx.g(g(x)) takes what increases, and does not double."""

from typing import Protocol

from icontract import ensure


class Increasing(Protocol):
    @ensure(lambda x, result: result > x)
    def __call__(self, x: int) -> int: ...


class Doubling(Protocol):
    @ensure(lambda x, result: result > 2 * x)
    def __call__(self, x: int) -> int: ...


def doubling(step: Increasing) -> Doubling:
    return lambda x: step(step(x))  # the fault: 2, 3, 4
