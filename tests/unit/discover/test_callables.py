"""What is a method, what has no instances, and what is done with results."""

from __future__ import annotations

import abc
import dataclasses
import functools
from collections.abc import Callable

from refute.discover.callables import (
    docstring_of,
    is_generated,
    is_method,
    unwrapped,
    why_not_instantiated,
)
from refute.model.subject import Routine, Subject
from refute.model.typeform import ANY, INT, STR, TypeForm

Found = Callable[..., Subject]


def by_name(subject: Subject) -> dict[str, Routine]:
    return {routine.target.partition(":")[2]: routine for routine in subject.routines}


def test_what_is_done_with_results(found: Found) -> None:
    subject = found(
        """
        import contextlib, functools
        from collections.abc import Iterator, AsyncIterator
        async def fetch() -> int: ...
        def count() -> Iterator[int]: yield 1
        async def stream() -> AsyncIterator[int]: yield 1
        @contextlib.contextmanager
        def opened() -> Iterator[int]: yield 1
        def passes_on(f):
            @functools.wraps(f)
            def wrapper(*args): return f(*args)
            return wrapper
        @passes_on
        async def wrapped() -> int: ...
        class Bag:
            def __iter__(self) -> Iterator[str]: yield ""
            async def __aenter__(self): ...
        """
    )

    routines = by_name(subject)
    ints, texts = TypeForm("list", (INT,)), TypeForm("list", (STR,))
    assert (routines["fetch"].then, routines["fetch"].output) == ("await", INT)
    assert (routines["count"].then, routines["count"].output) == ("items", ints)
    assert (routines["stream"].then, routines["stream"].output) == ("async-items", ints)
    assert (routines["opened"].then, routines["opened"].output) == ("", ANY)
    assert (routines["wrapped"].then, routines["wrapped"].output) == ("await", INT)
    assert (routines["Bag.__iter__"].then, routines["Bag.__iter__"].output) == ("", texts)
    assert routines["Bag.__aenter__"].then == "await"


def test_a_class_without_instances_of_its_own_is_told_with_the_reason() -> None:
    class Shape(abc.ABC):
        @abc.abstractmethod
        def area(self) -> int: ...

    class LoudMixin: ...

    class Plain(Exception): ...

    class Rich(Exception):
        def __init__(self, code: int) -> None: ...

    assert "abstract class" in (why_not_instantiated(Shape) or "")
    assert "mixin" in (why_not_instantiated(LoudMixin) or "")
    assert "exception" in (why_not_instantiated(Plain) or "")
    assert why_not_instantiated(Rich) is None


def test_a_property_is_no_method_and_what_a_decorator_wrapped_is_one() -> None:
    assert is_method(len) and is_method(functools.partialmethod(print))
    assert is_method(functools.lru_cache(lambda self: 1))
    assert not is_method(property(len)) and not is_method(3)


def test_what_a_decorator_made_out_of_text_is_generated() -> None:
    point = dataclasses.make_dataclass("Point", ["x"])

    assert is_generated(point.__init__)
    assert not is_generated(by_name) and not is_generated(len)


def test_the_documentation_is_that_of_the_function_beneath_its_decorators() -> None:
    def buy() -> None:
        "Buy it."

    partial = functools.partial(functools.wraps(buy)(lambda: None))

    assert unwrapped(partial) is buy
    assert docstring_of(partial) == "Buy it."


def test_wrappers_in_a_circle_are_left_as_they_are() -> None:
    def one() -> None: ...

    one.__wrapped__ = one  # type: ignore[attr-defined]

    assert unwrapped(one) is one
