"""What made functions and subclasses show, and who is then to blame."""

from __future__ import annotations

import pytest

from refute.model.sequence import Callback, Derive, Raise, Require, is_lively
from refute.model.verdict import Blame, Severity
from refute.render.source import source


def finding_source(finding):
    return source(finding.sequence, finding.violation)


def sources(finding):
    """Return the operations of a finding that make functions and classes."""
    return [o for o, _ in finding.sequence.steps if isinstance(o, Callback | Derive)]


def test_what_our_function_raises_is_no_fault_of_the_code(bench):
    one = bench(
        """
        from collections.abc import Callable

        class Runner:
            def run(self, job: Callable[[], None]) -> None:
                job()
        """
    )
    one.run(300)

    refusals = one.campaign.examiner.causes
    assert not one.told
    assert one.campaign.tally.verdicts["invalid"] > 0
    assert refusals is not None


def test_nor_is_it_where_another_function_raises_before_it_comes_out(bench):
    one = bench(
        """
        from collections.abc import Callable

        def guarded(work: Callable[[int], int], on_error: Callable[[str], None]) -> int:
            try:
                return work(1)
            except Exception as error:
                try:
                    on_error(str(error))
                except Exception:
                    pass
                raise

        def share(x: int) -> int:
            try:
                return 1 // x
            except ZeroDivisionError:
                return 0
        """
    )
    one.run(500)

    assert not one.told


def test_what_is_left_broken_where_our_function_raises_is(bench):
    one = bench(
        """
        from collections.abc import Callable

        class Runner:
            def __init__(self) -> None:
                self._busy = False

            def run(self, job: Callable[[], None]) -> None:
                self._busy = True
                job()
                self._busy = False

            def invariant(self) -> bool:
                return not self._busy
        """
    )
    (finding,) = one.run(300)

    assert finding.violation.rule == "invariant"
    assert finding.violation.severity is Severity.ERROR
    (job,) = sources(finding)
    assert isinstance(job.body.steps[-1].operation, Raise)


def test_an_object_called_back_while_its_own_method_runs_fails_at_most_likely(bench):
    one = bench(
        """
        from collections.abc import Callable

        class Pile:
            def __init__(self) -> None:
                self._items: list[int] = [1]

            def each(self, visit: Callable[[int], None]) -> None:
                items, self._items = self._items, []
                for item in items:
                    visit(item)
                self._items = items

            def top(self) -> int:
                return self._items[-1]
        """
    )
    (finding,) = one.run(300)

    assert finding.violation.operation.endswith("Pile.top")
    assert finding.violation.severity is Severity.LIKELY
    assert "called back while Pile.each was running" in finding.violation.reason


def test_functions_of_ours_that_go_round_in_circles_are_nobodys_fault(bench):
    one = bench(
        """
        from collections.abc import Callable

        class Loop:
            def again(self, step: Callable[["Loop"], None]) -> None:
                for _ in range(100):
                    step(self)
        """
    )
    one.run(200)

    assert not one.told
    assert one.campaign.tally.verdicts["stopped"] > 0


def test_who_calls_a_function_otherwise_than_its_annotation_says_is_to_blame(bench):
    one = bench(
        """
        from collections.abc import Callable

        def each(items: list[int], visit: Callable[[int], None]) -> None:
            for item in items:
                visit(str(item))
        """
    )
    (finding,) = one.run(300)

    assert finding.violation.rule == "callback-requires"
    assert finding.violation.blame is Blame.CODE
    assert finding.violation.message == "visit asks for isinstance(x, int)"


def test_what_we_have_passed_ourselves_is_not_held_against_the_code(bench):
    one = bench(
        """
        from collections.abc import Callable

        def each(items, visit: Callable[[int], None]) -> None:
            for item in items:
                visit(item)
        """
    )
    one.run(300)

    assert not [f for f in one.told if f.violation.blame is Blame.CODE]


def test_a_class_that_cannot_be_derived_from_is_no_defect(bench):
    one = bench(
        """
        class Closed:
            def __init_subclass__(cls) -> None:
                raise TypeError("closed")

            def on_change(self, value: int) -> None:
                pass

            def change(self, value: int) -> None:
                self.on_change(value)
        """
    )
    one.run(200)

    assert not one.told
    assert one.known("Closed.change").passed > 0
    why = one.campaign.knowledge.not_derived
    assert why == {f"{one.module}:Closed as a base": "to derive from it raises TypeError"}


def test_a_returned_function_is_called_by_how_a_user_gets_it(bench):
    one = bench(
        """
        from collections.abc import Callable

        def counter(step: int) -> Callable[[], float]:
            count = 0

            def more() -> float:
                nonlocal count
                count += 1
                return step / (3 - count)

            return more
        """
    )
    finding = one.run(300)[0]

    assert finding.violation.operation.endswith(":counter()")
    assert finding.violation.exception == "ZeroDivisionError"


def test_what_is_wrong_with_a_call_back_is_told_though_the_code_catches_it(bench):
    one = bench(
        """
        from collections.abc import Callable

        def each(items: list[int], visit: Callable[[int], None]) -> None:
            for item in items:
                try:
                    visit(str(item))
                except Exception:
                    pass
        """
    )
    (finding,) = one.run(300)

    assert finding.violation.rule == "callback-requires"
    assert finding.violation.is_caught
    assert "assert raised == []" in finding_source(finding)


def test_so_is_what_fails_in_a_body_though_the_code_raises_something_else(bench):
    one = bench(
        """
        from collections.abc import Callable

        class Pile:
            def __init__(self) -> None:
                self._items: list[int] = [1]

            def each(self, visit: Callable[[int], None]) -> None:
                items, self._items = self._items, []
                try:
                    for item in items:
                        visit(item)
                except LookupError as error:
                    raise ValueError("no visit") from error
                finally:
                    self._items = items

            def top(self) -> int:
                return self._items[-1]
        """
    )
    (finding,) = one.run(300)

    assert finding.violation.operation.endswith("Pile.top")
    assert not finding.violation.is_caught


def test_what_the_test_is_to_blame_for_may_be_caught(bench):
    one = bench(
        """
        from collections.abc import Callable

        class Pile:
            def take(self, count: int) -> int:
                if count < 0:
                    raise ValueError(count)
                return count

            def each(self, visit: Callable[[int], None]) -> None:
                try:
                    visit(1)
                except Exception:
                    pass
        """
    )
    one.run(300)

    assert not one.told
    assert one.known("Pile.each").passed > 0


REENTRANT = """
    from collections.abc import Callable

    class Bus:
        def __init__(self) -> None:
            self._handlers: list[Callable[[int], {output}]] = []
            self._current: list[int] = []

        def on(self, handler: Callable[[int], {output}]) -> None:
            self._handlers.append(handler)

        def emit(self, event: int) -> None:
            self._current = [event]
            for handler in self._handlers:
                handler(self._current[0])
            self._current.pop()
"""


@pytest.mark.parametrize(("output", "otherwise"), [("None", "None"), ("int", "0")])
def test_a_function_that_is_called_while_it_runs_gives_something_plain(bench, output, otherwise):
    one = bench(REENTRANT.format(output=output))
    found = one.run(600)

    guarded = [made.within for finding in found for made in sources(finding) if made.within]
    assert otherwise in guarded
    assert "if running:" in "".join(map(finding_source, found))


ASSERTING = """
    from abc import ABC, abstractmethod
    from collections.abc import Callable

    class Meter:
        def __init__(self, read: {form}) -> None:
            self._read = read

        def level(self) -> int:
            level = self._read(1)
            assert level >= 0
            return level

        def above(self) -> int:
            assert self._read(1) >= 0
            return 1
"""


@pytest.mark.parametrize("form", ["Callable[[int], int]", "Callable"])
def test_an_assert_about_what_our_function_gives_is_not_held_against_the_code(bench, form):
    one = bench(ASSERTING.format(form=form))
    one.run(400)

    assert not [f.violation for f in one.told if f.violation.severity.counts]
    assert one.campaign.tally.outcomes


def test_an_assert_about_what_the_code_makes_of_it_is(bench):
    one = bench(
        """
        from collections.abc import Callable

        class Meter:
            def __init__(self, read: Callable[[int], int]) -> None:
                self._read = read

            def level(self) -> int:
                doubled = self._read(1) * 3 + 7
                assert doubled >= 3
                return doubled
        """
    )
    (finding,) = one.run(400)

    assert finding.violation.because == "assert-despite-fit"


def test_what_a_body_breaks_of_a_contract_that_is_not_asked_while_it_runs_is_its_own_fault(bench):
    one = bench(
        """
        from icontract import ensure, require

        class Turnstile:
            def __init__(self) -> None:
                self._inside = 0

            def on_leave(self, left: int) -> None:
                '''Be told how many are left.'''

            def enter(self) -> None:
                self._inside += 1

            @require(lambda self: self._inside > 0)
            @ensure(lambda self: self._inside >= 0)
            def leave(self) -> None:
                self._inside -= 1
                self.on_leave(self._inside)

            def invariant(self) -> bool:
                return self._inside >= 0
        """
    )
    one.run(400)

    assert not one.told


def test_a_promise_that_nobody_asks_for_outside_is_not_held_against_the_code(bench):
    one = bench(
        """
        from collections.abc import Callable
        from icontract import ensure

        class Tower:
            def __init__(self) -> None:
                self._height = 0

            @ensure(lambda self: self._height == 0)
            def visit(self, each: Callable[[int], None]) -> None:
                self._height += 1
                try:
                    each(self._height)
                finally:
                    self._height -= 1
        """
    )
    one.run(400)

    assert not [f for f in one.told if f.violation.rule == "ensures"]


def test_an_object_with_properties_and_attributes_is_made(bench):
    one = bench(
        """
        from abc import ABC, abstractmethod
        from typing import Protocol

        class Shape(ABC):
            @property
            @abstractmethod
            def area(self) -> int: ...

        class Named(Protocol):
            size: int

        def density(shape: Shape, named: Named) -> float:
            return named.size / shape.area
        """
    )
    (finding,) = one.run(400)

    text = finding_source(finding)
    assert finding.violation.exception == "ZeroDivisionError"
    assert "    @property\n    def area(self):\n        return 0\n" in text
    assert "    size = 0\n" in text


def test_what_is_called_from_another_thread_is_contained(bench):
    one = bench(
        """
        import threading
        from collections.abc import Callable

        def later(job: Callable[[int], None]) -> None:
            thread = threading.Thread(target=job, args=(1,))
            thread.start()
            thread.join()
        """
    )
    one.run(100)

    assert not one.told
    assert one.campaign.tally.verdicts["stopped"] > 0
    assert one.known("later").passed > 0


BAG = """
class Bag:
    def __init__(self, key=None):
        self._set = set()
        self._list = []
        self._key = key

    def add(self, value):
        {}

    def __len__(self):
        return len(self._set)

    def __iter__(self):
        return (value for _, value in self._list)
"""


def test_a_law_is_broken_by_what_is_left_where_our_function_raises(bench):
    one = bench(
        BAG.format(
            "if value not in self._set: self._set.add(value); self._list.append((self._key and self._key(value), value))"
        )
    )
    found = one.run(1500)

    assert {finding.violation.rule for finding in found} == {"len-iter"}
    assert Severity.LIKELY in {finding.violation.severity for finding in found}
    assert any(
        isinstance(step.operation, Raise)
        for finding in found
        for key in sources(finding)
        for step in key.body.steps
    )


def test_no_law_is_where_our_function_is_called_before_anything_is_looked_at(bench):
    one = bench(
        BAG.format(
            "key = self._key and self._key(value); hash(value); self._list += [(key, value)] * (value not in self._set); self._set.add(value)"
        )
    )
    one.run(1500)

    assert not one.told


def test_a_law_that_calls_functions_of_ours_says_nothing(bench):
    one = bench(
        """
        class Lazy:
            def __init__(self, make):
                self._make = make

            def reset(self, make):
                self._make = make

            def __len__(self):
                self._make()
                return 0

            def __iter__(self):
                return iter([0] if self._make() is None else [])
        """
    )
    one.run(300)

    assert not [f for f in one.told if any(map(is_lively, sources(f)))]


def test_what_our_function_gives_that_nothing_describes_is_not_held_against_the_code(bench):
    one = bench(
        """
        from collections.abc import Callable
        from typing import Any

        def to_number(value: int | Callable[[], Any]) -> int:
            return int(value()) if callable(value) else value
        """
    )

    assert all(f.violation.severity is not Severity.LIKELY for f in one.run(300))


def test_what_it_gives_is_where_the_code_says_what_that_may_be(bench):
    one = bench(
        """
        from collections.abc import Callable

        def to_number(value: int | Callable[[], str]) -> int:
            return 10 // len(value()) if callable(value) else value
        """
    )
    (finding,) = one.run(300)

    assert finding.violation.severity is Severity.LIKELY


CALLED = """
from collections.abc import Callable

class Filter:
    def __call__(self{}) -> bool:
        return True

class Shelf:
    def each(self, visit: Callable[[int], bool]) -> None:
        visit(1)
"""


@pytest.mark.parametrize(("parameters", "is_passed"), [(", x: int", True), ("", False)])
def test_an_object_is_passed_for_a_function_where_it_takes_as_many_arguments(
    bench, parameters, is_passed
):
    one = bench(CALLED.format(parameters))
    one.run(300)

    known = one.campaign.examiner.subject
    each = one.campaign.knowledge.of_target(f"{known.modules[0]}:Shelf.each")
    kinds = {one.campaign.knowledge.forms[kinds[1]].name for kinds in each.accepted}
    assert any(name.endswith("Filter") for name in kinds) is is_passed
    assert not one.told


def test_a_function_of_any_number_of_arguments_has_a_body(bench):
    one = bench(
        """
        from collections.abc import Callable

        class Bus:
            def __init__(self) -> None:
                self._handlers: dict[str, Callable] = {}

            def on(self, event: str, handler: Callable) -> None:
                self._handlers[event] = handler

            def off(self, event: str) -> None:
                self._handlers.pop(event, None)

            def emit(self, *args: int) -> None:
                for handler in self._handlers.values():
                    handler(*args)
        """
    )
    found = [one for one in one.run(300) if one.violation.severity is Severity.LIKELY]
    (finding,) = found

    assert finding.violation.exception == "RuntimeError"
    (handler,) = sources(finding)
    assert handler.names == ("*args",)
    assert "def handler(*args):" in source(finding.sequence, finding.violation)


def test_what_a_body_calls_on_an_object_made_of_what_nobody_means_is_no_guess(bench):
    one = bench(
        """
        class Shelf:
            def __init__(self, callbacks=()):
                self._callbacks = callbacks
                self._items = []

            def put(self, item):
                self._items.append(item)
                for callback in self._callbacks:
                    callback[0](item)

            def has(self, item):
                return len(self._callbacks) > 0 and item in self._items

        def wrap(item, wrapper):
            return wrapper(item)
        """
    )
    one.run(600)

    assert not [f for f in one.told if f.violation.severity is Severity.LIKELY]


def test_a_parameter_may_be_known_for_a_function_by_its_name_alone(bench):
    one = bench(
        """
        class Event:
            def __init__(self):
                self._handlers = {}

            def handle(self, handler):
                self._handlers[id(handler)] = (handler, None)

            def clear(self):
                self._handlers.clear()

            def fire(self):
                for key in self._handlers:
                    self._handlers[key][0]()
        """
    )
    found = one.run(600)

    assert "RuntimeError" in [f.violation.exception for f in found]


@pytest.mark.parametrize(
    ("head", "why"),
    [
        (
            "class Meta(type):\n"
            "    def __new__(cls, name, bases, body):\n"
            "        if bases:\n"
            "            raise RuntimeError('sealed')\n"
            "        return super().__new__(cls, name, bases, body)\n"
            "class Base(metaclass=Meta):",
            "to derive from it raises RuntimeError",
        ),
        (
            "class Base:\n    def __init_subclass__(cls, *, kind):\n        pass",
            "to derive from it raises TypeError",
        ),
        ("class Base:\n    __slots__ = ('x',)", ""),
    ],
)
def test_classes_that_refuse_are_left_alone_and_others_are_derived_from(bench, head, why):
    hooks = (
        "    def on_x(self) -> None:\n        pass\n    def run(self) -> None:\n        self.on_x()"
    )
    one = bench(f"{head}\n{hooks}\n")
    one.run(150)

    assert not one.told
    assert one.known("Base.run").passed > 0
    told = one.campaign.knowledge.not_derived
    assert told == ({f"{one.module}:Base as a base": why} if why else {})


def test_a_function_is_not_passed_again_where_it_gives_something_else(bench):
    one = bench(
        """
        from collections.abc import Callable

        def to_text(value: str | Callable[[], str]) -> str:
            return value() if callable(value) else value

        def to_number(value: float | Callable[[], float]) -> float:
            return float(value()) if callable(value) else float(value)
        """
    )

    assert not one.run(600)


def test_an_object_that_happens_to_be_callable_is_not_made_for_a_function(bench):
    one = bench(
        """
        from collections.abc import Callable
        from contextlib import contextmanager

        class Shelf:
            def __init__(self, load: Callable[[int], object]) -> None:
                self._load = load

            @contextmanager
            def unlocked(self):
                yield self

            def __eq__(self, other):
                return isinstance(other, Shelf) and self._load(0) == other._load(0)

            __hash__ = None
        """
    )

    assert not one.run(1000)


def test_a_function_asks_for_each_of_its_arguments_and_once(bench):
    one = bench(
        """
        from collections.abc import Callable

        def each(visit: Callable[[int, int], None]) -> None:
            for pair in (("", 1), (1, ""), ("", 1), (1, "")):
                try:
                    visit(*pair)
                except AssertionError:
                    pass
        """
    )
    asked = []
    for _ in range(100):
        one.campaign.one()
        for operation, _ in one.campaign.last.sequence.steps:
            body = operation.body.steps if isinstance(operation, Callback) else ()
            asked.append(sum(isinstance(step.operation, Require) for step in body))

    assert set(asked) == {0, 2}


def test_a_body_calls_functions_of_the_module_though_it_has_objects(bench):
    one = bench(
        """
        from collections.abc import Callable

        class Event:
            def __init__(self, name: str) -> None:
                self._name = name

            def shown(self) -> str:
                return self._name

        _handlers: dict[str, Callable[[Event], None]] = {}

        def on(name: str, handler: Callable[[Event], None]) -> None:
            _handlers[name] = handler

        def off(name: str) -> None:
            _handlers.pop(name, None)

        def emit(event: Event) -> None:
            for handler in _handlers.values():
                handler(event)
        """
    )
    findings = one.run(2000)

    assert any("changed size" in finding.violation.message for finding in findings)


SWALLOWED = """
    from collections.abc import Callable

    class Copier:
        def __init__(self, progress: Callable[[int, int], bool]) -> None:
            self._progress = progress

        def copy(self, items: list[int]) -> int:
            try:
                self._progress(len(items))
            except {caught}:
                pass
            return len(items)
"""


@pytest.mark.parametrize(("caught", "is_caught"), [("TypeError", False), ("Exception", True)])
def test_a_wrong_number_of_arguments_counts_though_the_code_catches_it(bench, caught, is_caught):
    (finding,) = bench(SWALLOWED.format(caught=caught)).run(60)

    assert finding.violation.rule == "callback-requires"
    assert finding.violation.severity.value == "error"
    assert finding.violation.is_caught is is_caught


def test_of_a_form_that_is_only_guessed_no_number_is_asked(bench):
    assert not bench(
        """
        def each(items: list[int], done) -> None:
            for item in items:
                try:
                    done(item)
                except TypeError:
                    done(item, item)
        """
    ).run(200)


def test_a_function_that_is_called_by_keyword_is_not_called_otherwise_than_promised(bench):
    one = bench(
        """
        from collections.abc import Callable

        def fire(on_done: Callable[..., None]) -> None:
            on_done(event=1)
        """
    )
    one.run(300)

    assert not one.told


def test_what_the_overridden_method_refuses_ours_refuses_too(bench):
    one = bench(
        """
        class Cart:
            def __init__(self) -> None:
                self.items: list[int] = []

            def before_add(self, x: int) -> None:
                if x < 0:
                    raise ValueError("negative")

            def add(self, x: int) -> None:
                self.before_add(x)
                self.items.append(x)

            def invariant(self) -> bool:
                return all(item >= 0 for item in self.items)
        """
    )
    one.run(1000)

    assert one.campaign.knowledge.derivers
    assert [finding_source(finding) for finding in one.told] == []


def test_what_a_body_raised_is_ours_when_the_code_raises_it_later(bench):
    one = bench(
        """
        from collections.abc import Callable

        class Future:
            def __init__(self) -> None:
                self._error: Exception | None = None

            def run(self, work: Callable[[], None]) -> None:
                try:
                    work()
                except Exception as error:
                    self._error = error

            def result(self) -> None:
                if self._error is not None:
                    raise self._error
        """
    )
    one.run(500)

    assert not one.told


def test_a_method_that_is_only_named_as_a_specification_is_called_in_place_of_none(bench):
    one = bench(
        """
        from abc import ABC, abstractmethod

        class Loader(ABC):
            @abstractmethod
            def load(self, name: str) -> int: ...

            def load_spec(self, name: str) -> str:
                return f"spec of {name}"

        def total(loader: Loader, names: list[str]) -> int:
            return sum(loader.load(name) for name in names)
        """
    )
    one.run(500)

    assert one.campaign.knowledge.derivers
    assert [finding_source(finding) for finding in one.told] == []


SCALE = """
    from abc import ABC, abstractmethod
    import icontract

    class Scale(ABC):
        @icontract.require(lambda x: x >= 0)
        @abstractmethod
        def scale(self, x: int) -> int: ...

        def twice(self, x: int) -> int:
            return self.scale({given}) * 2
"""


def test_what_a_method_of_ours_asks_for_is_not_asked_of_the_test(bench):
    one = bench(SCALE.format(given="abs(x)"))

    assert one.run(300) == []
    assert one.known("Scale.twice").passed > 0


def test_but_it_is_asked_of_the_code_which_is_where_it_is_shown(bench):
    one = bench(SCALE.format(given="x"))
    (finding,) = one.run(300)

    assert finding.violation.rule == "callback-requires"
    assert finding.violation.file.endswith(f"{one.module}.py")


def test_a_coroutine_of_ours_waits_for_methods_of_the_code(bench):
    one = bench(
        """
        from collections.abc import Awaitable, Callable

        class Store:
            def __init__(self) -> None:
                self.seen = [1]

            async def add(self, x: int) -> None:
                self.seen.append(x)

            async def each(self, f: Callable[[int], Awaitable[None]]) -> int:
                before = len(self.seen)
                await f(1)
                return [7][len(self.seen) - before]
        """
    )
    (finding,) = one.run(300)

    assert finding.violation.exception == "IndexError"
    assert "await store.add(" in source(finding.sequence, finding.violation)
