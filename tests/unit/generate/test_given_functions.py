"""Bodies call the functions that they are given, and functions made in bodies grow when they are called."""

from __future__ import annotations

from refute.model.sequence import Call, Callback, Return, Sequence

TRANSACTIONS = """
    from collections.abc import Callable

    class Transactions:
        def __init__(self) -> None:
            self.open = 0

        def run(self, work: Callable[[Callable[[], None]], None]) -> None:
            self.open += 1

            def done() -> None:
                self.open -= 1

            work(done)

        def invariant(self) -> bool:
            return self.open >= 0
"""
LIFTED = """
    from collections.abc import Callable

    def lift(transform: Callable[[Callable[[int], int]], Callable[[int], int]]) -> int:
        return transform(lambda x: x + 1)(3)
"""
SUBSCRIBED = """
    class Bus:
        def __init__(self):
            self._handlers = []

        def on(self, handler):
            self._handlers.append(handler)
            return lambda: self._handlers.remove(handler)

        def emit(self, event):
            for handler in list(self._handlers):
                handler(event)
"""
MIDDLEWARE = """
    class App:
        def __init__(self):
            self._handlers = []

        def use(self, handler):
            self._handlers.append(handler)

        def handle(self, request):
            return self._call(0, request)

        def _call(self, index, request):
            if index == len(self._handlers):
                return request
            return self._handlers[index](request, lambda changed: self._call(index + 1, changed))
"""


def functions(one, sequences: int) -> list[Callback]:
    """Return the functions of some sequences, those in bodies too."""
    found: list[Callback] = []
    for _ in range(sequences):
        one.campaign.one()
        assert one.campaign.last is not None
        for body in one.campaign.last.sequence.nested():
            found += [o for o, _ in body.steps if isinstance(o, Callback)]
    return found


def called(body: Sequence) -> list[str]:
    targets = [o.target for o, _ in body.steps if isinstance(o, Call) and o.how == "call"]
    return [target.partition(":")[2] for target in targets]


def test_a_body_calls_a_function_that_it_is_given_more_than_once(bench):
    one = bench(TRANSACTIONS)
    one.run(400)
    (finding,) = one.told
    (work,) = [o for o, _ in finding.sequence.steps if isinstance(o, Callback)]

    assert finding.violation.rule == "invariant"
    assert called(work.body) == ["Transactions.run.work.x()"] * 2


def test_a_function_that_is_returned_by_a_body_has_a_body_of_its_own(bench):
    one = bench(LIFTED)
    nested = [o for o in functions(one, 600) if o.role == "element"]
    lively = [o for o in nested if called(o.body)]

    assert lively  # λg.λx.g(x)
    assert all(o.captures for o in lively)
    assert any(type(o.body.steps[-1].operation) is Return for o in lively)
    assert not one.told


def test_a_body_calls_functions_that_calls_have_returned(bench):
    targets = [t for o in functions(bench(SUBSCRIBED), 800) for t in called(o.body)]

    assert "Bus.on()" in targets


def test_what_the_next_handler_gives_is_given_on(bench):
    bodies = [o.body for o in functions(bench(MIDDLEWARE), 600) if o.role == "handler"]
    given_on = [
        body
        for body in bodies
        if called(body)[-1:] == ["App.use.handler.y()"]
        and type(body.steps[-1].operation) is Return
        and getattr(body.steps[body.sources(len(body) - 1)[0]].operation, "how", "") == "call"
    ]

    assert given_on
