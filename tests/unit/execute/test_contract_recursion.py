"""Contracts are asked of what a body calls, though the same function is running outside."""

from __future__ import annotations

from icontract import ViolationError, require

from refute.execute.contract_recursion import asked_anew


class Gate:
    def __init__(self) -> None:
        self.refused: list[bool] = []
        self.anew = True

    @require(lambda n: n > 0)
    def enter(self, n: int) -> None:
        if n == 1:
            if self.anew:
                with asked_anew([self]) as suspended:
                    assert len(suspended) == 1
                    self._again()
            self._again()

    def _again(self) -> None:
        try:
            self.enter(0)
        except ViolationError:
            self.refused.append(True)
        else:
            self.refused.append(False)


def test_a_contract_is_asked_while_its_function_runs_and_not_afterwards() -> None:
    gate = Gate()
    gate.enter(1)

    assert gate.refused == [True, False]


def test_nothing_changes_where_nothing_is_asked() -> None:
    with asked_anew([]) as suspended:
        assert suspended == frozenset()
