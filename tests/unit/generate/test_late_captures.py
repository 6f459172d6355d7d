"""A function that is passed to a constructor may use the object that it makes."""

from __future__ import annotations

from refute.model.sequence import Call, Callback, Display

TIMER = """
    from collections.abc import Callable

    class Clock:
        def __init__(self) -> None:
            self.ticks = 0

    class Timer:
        def __init__(self, done: Callable[[int], None], clock: Clock) -> None:
            self._done = done
            self._left = [3]

        def stop(self) -> None:
            self._left.clear()

        def tick(self) -> int:
            if not self._left:
                return 0
            self._done(1)
            return self._left[0]

        def numbers(self, items: list[int]) -> int:
            return len([item for item in items if item + 1])
"""


def test_a_function_calls_the_object_that_it_was_passed_to_make(bench):
    one = bench(TIMER)
    (finding,) = one.run(400)

    steps = finding.sequence.steps
    (done,) = [o for o, _ in steps if isinstance(o, Callback)]
    assert finding.violation.operation.endswith("Timer.tick")
    assert finding.violation.severity.counts
    targets = [o.target.rpartition(".")[2] for o, _ in done.body.steps if isinstance(o, Call)]
    assert targets == ["__getitem__", "stop"]


def test_what_holds_the_object_is_offered_to_nobody(bench):
    one = bench(TIMER)
    for _ in range(200):
        one.campaign.one()
        sequence = one.campaign.last.sequence
        cells = {
            position
            for place, (call, _) in enumerate(sequence.steps)
            if isinstance(call, Call) and call.target == "builtins:list.append"
            for position in sequence.sources(place)[:1]
        }
        for cell in cells:
            assert isinstance(sequence.steps[cell].operation, Display)
            users = [sequence.steps[user].operation for user in sequence.users(cell)]
            assert {type(user) for user in users} <= {Callback, Call}
            assert all(
                user.target == "builtins:list.append" for user in users if isinstance(user, Call)
            )
    assert one.known("Timer.numbers").passed > 0
