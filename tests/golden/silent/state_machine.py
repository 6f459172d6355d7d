"""An order that raises on illegal transitions."""

from __future__ import annotations

from enum import Enum, auto


class State(Enum):
    """Where an order stands."""

    NEW = auto()
    PAID = auto()
    SENT = auto()
    CANCELLED = auto()


class IllegalTransition(RuntimeError):
    """The order cannot go there from where it stands."""


_ALLOWED = {
    State.NEW: {State.PAID, State.CANCELLED},
    State.PAID: {State.SENT, State.CANCELLED},
    State.SENT: set[State](),
    State.CANCELLED: set[State](),
}


class Order:
    """An order and the states it has been in."""

    def __init__(self) -> None:
        self._history = [State.NEW]

    @property
    def state(self) -> State:
        return self._history[-1]

    def pay(self) -> None:
        self._go(State.PAID)

    def send(self) -> None:
        self._go(State.SENT)

    def cancel(self) -> None:
        self._go(State.CANCELLED)

    def is_final(self) -> bool:
        return not _ALLOWED[self.state]

    def history(self) -> list[State]:
        return list(self._history)

    def _go(self, state: State) -> None:
        if state not in _ALLOWED[self.state]:
            raise IllegalTransition(f"from {self.state.name} to {state.name}")
        self._history.append(state)
