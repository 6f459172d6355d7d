"""Bodies are written into the steps that made them, also when those have long been done."""

from __future__ import annotations

from refute.model.sequence import Call, Callback


def test_what_was_made_while_it_ran_repeats_as_data(bench):
    """A function that is called when the body around it has returned is written into that body all the same."""
    one = bench(
        """
        from collections.abc import Callable

        class Tower:
            def __init__(self) -> None:
                self.calls = 0

            def lift(self, make: Callable[[], Callable[[Callable[[], None]], None]]) -> None:
                def up() -> None:
                    self.calls += 1
                make()(up)

            def invariant(self) -> bool:
                return self.calls < 1
        """
    )
    one.run(2000)
    (finding,) = one.told
    (made,) = [o for o, _ in finding.sequence.steps if isinstance(o, Callback)]
    (inner,) = [o for o, _ in made.body.steps if isinstance(o, Callback)]

    assert [o.how for o, _ in inner.body.steps if isinstance(o, Call)] == ["call"]


def test_a_body_in_a_body_is_written_down_before_it_calls(bench):
    """What ends the process there can be replayed then: each amended step holds the bodies so far."""
    one = bench(
        """
        from collections.abc import Callable

        class Tower:
            def __init__(self) -> None:
                self._first: list[Callable[[Callable[[], None]], None]] = []

            def add(self, make: Callable[[], Callable[[Callable[[], None]], None]]) -> None:
                self._first.append(make())

            def run(self) -> None:
                for one in list(self._first):
                    one(self._first.clear)
        """
    )
    amended = []
    machine = one.campaign.machine
    machine.amend = lambda position, step: amended.append((position, step.operation))
    one.run(600)
    nested = [
        inner
        for _, made in amended
        if isinstance(made, Callback)
        for inner, _ in made.body.steps
        if isinstance(inner, Callback) and inner.body.calls()
    ]

    assert nested
    assert not one.told
