"""Bodies grow when they are called for the first time, and are data afterwards."""

from __future__ import annotations

from refute.model.sequence import Call, Callback, Derive, Parameter, Raise, Return, bodies_of

SIGNAL = """
    from collections.abc import Callable

    class Signal:
        def __init__(self) -> None:
            self._slots: list[Callable[[int], int]] = []

        def connect(self, slot: Callable[[int], int]) -> None:
            self._slots.append(slot)

        def clear(self) -> None:
            self._slots.clear()

        def size(self) -> int:
            return len(self._slots)

        def emit(self, value: int) -> list[int]:
            return [slot(value) for slot in list(self._slots)]
"""
HOOKS = """
    import abc

    class Shape(abc.ABC):
        @abc.abstractmethod
        def area(self) -> int: ...

        def on_draw(self, times: int) -> None:
            pass

        def draw(self, times: int) -> int:
            self.on_draw(times)
            return times * self.area()

    def double(shape: Shape) -> int:
        return 2 * shape.draw(1)
"""


def made(one, sequences: int) -> list[Callback | Derive]:
    """Return the functions and classes of some sequences."""
    found = []
    for _ in range(sequences):
        one.campaign.one()
        assert one.campaign.last is not None
        steps = one.campaign.last.sequence.steps
        found += [o for o, _ in steps if isinstance(o, Callback | Derive)]
    return found


def test_bodies_call_what_they_capture_return_what_they_must_and_raise_now_and_then(bench):
    bodies = [body for o in made(bench(SIGNAL), 400) for body in bodies_of(o)]
    last = [type(body.steps[-1].operation) for body in bodies if body.steps]
    calls = [
        o.target.rpartition(".")[2] for body in bodies for o, _ in body.steps if type(o) is Call
    ]

    assert {*last} >= {Return, Raise}
    assert {"clear", "connect", "emit", "size"} <= {*calls}
    assert 5 <= last.count(Raise) < len(last) / 4


def test_a_body_names_only_what_it_uses(bench):
    for callback in made(bench(SIGNAL), 200):
        assert isinstance(callback, Callback)
        used = {o.index for o, _ in callback.body.steps if isinstance(o, Parameter)}
        captured = range(len(callback.names), len(callback.names) + len(callback.captures))

        assert used >= {*captured} or not callback.body.calls()


def test_what_changes_its_receiver_is_known_after_a_while(bench):
    one = bench(SIGNAL)
    one.run(800)

    assert one.known("Signal.connect").is_imperative
    assert not one.known("Signal.size").is_imperative


def test_what_must_be_overridden_is_and_what_was_never_called_is_not(bench):
    classes = [o for o in made(bench(HOOKS), 300) if isinstance(o, Derive)]
    overridden = {tuple(name for name, _ in one.methods) for one in classes}

    assert ("area",) in overridden and ("area", "on_draw") in overridden
    assert all("area" in names for names in overridden)


def test_the_same_seed_makes_the_same_bodies(bench):
    first, second = made(bench(SIGNAL), 60), made(bench(SIGNAL), 60)

    assert [len(o.body) for o in first] == [len(o.body) for o in second]
