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


WRAPPED = """
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
    from contextlib import AbstractAsyncContextManager, AbstractContextManager

    class Tank:
        async def drain(self, into: Callable[[], AsyncIterator[int]]) -> int:
            return sum([one async for one in into()])

        async def hold(self, gate: Callable[[], AbstractAsyncContextManager[int]]) -> int:
            async with gate() as number:
                return number

        def fill(self, source: Callable[[], Iterator[int]]) -> int:
            return sum(source())

        def within(self, lock: Callable[[], AbstractContextManager[int]]) -> int:
            with lock() as number:
                return number

        async def wait(self, done: Callable[[int], Awaitable[int]]) -> int:
            return await done(1)

        def guess(self, source, lock):
            with lock():
                return [one for one in source()]
"""


def test_functions_give_their_results_as_they_are_asked_for(bench):
    one = bench(WRAPPED)
    ways = {(o.role, o.then) for o in made(one, 600) if isinstance(o, Callback)}

    assert {("source", "items"), ("lock", "with"), ("done", "await")} <= ways
    assert {("into", "async-items"), ("gate", "async-with")} <= ways
    assert one.known("Tank.drain").passed > 0
    assert one.known("Tank.hold").passed > 0
    assert one.known("Tank.within").passed > 0
    assert one.known("Tank.wait").passed > 0
    assert one.known("Tank.guess").passed > 0
    assert not one.told


def test_what_an_abstract_method_gives_is_what_it_is_used_as(bench):
    one = bench(
        """
        import abc

        class Source(abc.ABC):
            @abc.abstractmethod
            def read(self): ...

            @abc.abstractmethod
            def close(self): ...

        def total(source: Source) -> int:
            source.close()
            return 2 + source.read()
        """
    )
    classes = [o for o in made(one, 300) if isinstance(o, Derive)]
    gives = {name for o in classes for name, f in o.methods if _returns(f)}

    assert gives == {"read"}
    assert one.known("total").passed > 0
    assert not [f for f in one.told if f.violation.severity.counts]


def _returns(function: Callback) -> bool:
    return any(isinstance(o, Return) for o, _ in function.body.steps)


def test_a_predicate_may_depend_on_what_it_is_given(bench):
    one = bench(
        """
        from collections.abc import Callable

        def count(items: list[int], test: Callable[[int], bool]) -> int:
            return sum(1 for item in items if test(item))
        """
    )
    bodies = [body for o in made(one, 400) for body in bodies_of(o)]

    assert any(type(o) is Call and o.target.endswith("__lt__") for b in bodies for o, _ in b.steps)


def test_what_is_given_on_by_yield_says_nothing_of_being_called_within_itself(bench):
    one = bench(
        """
        from collections.abc import Callable
        from contextlib import AbstractContextManager

        class Door:
            def __init__(self) -> None:
                self._count = 0

            def enter(self, lock: Callable[[], AbstractContextManager[int]]) -> None:
                self._lock = lock
                self.again()

            def again(self) -> None:
                self._count += 1
                with self._lock() as number:
                    self._count += number
        """
    )
    managers = [o for o in made(one, 300) if isinstance(o, Callback) and o.then == "with"]

    assert managers and not [one for one in managers if one.within]
