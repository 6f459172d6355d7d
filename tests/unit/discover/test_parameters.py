"""What a signature says of each parameter, and which parameters an operator passes."""

from __future__ import annotations

import inspect
from collections.abc import Callable

from refute.discover.parameters import (
    described_parameters,
    maker_of,
    parameters_of,
    without_receiver,
)
from refute.model.subject import Input, Routine, Subject
from refute.model.typeform import ANY, INT, NONE, STR, union

Found = Callable[..., Subject]


def by_name(subject: Subject) -> dict[str, Routine]:
    return {routine.target.partition(":")[2]: routine for routine in subject.routines}


def test_inputs_say_what_the_signature_says(found: Found) -> None:
    subject = found(
        """
        def buy(a: int, /, b, c: str = "x", *rest: int, d: int = None, e, f=(1, 2), **more): ...
        """
    )

    assert by_name(subject)["buy"].inputs == (
        Input("a", INT, annotated=True, nameless=True),
        Input("b", ANY),
        Input("c", STR, required=False, annotated=True, default="'x'"),
        Input("rest", INT, "rest", required=False, annotated=True),
        Input("d", union(INT, NONE), "keyword", required=False, annotated=True),
        Input("e", ANY, "keyword"),
        Input("f", ANY, "keyword", required=False, default="(1, 2)"),
        Input("more", ANY, "rest-keywords", required=False),
    )


def test_operators_take_as_many_operands_as_they_have(found: Found) -> None:
    subject = found(
        """
        class Number:
            def __pow__(self, other, modulus=None): ...
            def __round__(self, digits=None): ...
            def __add__(self, *others): ...
            def __sub__(self): ...
            def __mul__(self, a, b): ...
            def __call__(self, a, b=1, *, c=2): ...
        """
    )

    counts = {name: len(one.inputs) for name, one in by_name(subject).items()}
    assert counts == {
        "Number": 0,
        "Number.__pow__": 2,
        "Number.__round__": 1,
        "Number.__add__": 2,
        "Number.__call__": 4,
    }
    assert set(subject.skipped) == {"shop:Number.__sub__", "shop:Number.__mul__"}


def test_signatures_that_lie_are_skipped_with_a_reason(found: Found) -> None:
    subject = found(
        """
        def fine(): ...
        def odd(): ...
        odd.__signature__ = "no signature"
        """
    )

    assert set(by_name(subject)) == {"fine"}
    assert "signature" in subject.skipped["shop:odd"]


def test_what_is_in_brackets_in_the_documentation_of_c_code_is_optional() -> None:
    class dig:
        "dig([depth[, where]]) --> a hole"

    parameters = described_parameters(dig)

    assert [(one.name, one.default) for one in parameters or ()] == [
        ("depth", None),
        ("where", None),
    ]


def test_documentation_of_something_else_lists_no_parameters() -> None:
    class dig:
        "bury(depth): the other way round"

    assert described_parameters(dig) is None
    assert described_parameters(object()) is None


def test_c_code_that_says_nothing_may_take_any_number_of_arguments() -> None:
    (rest,) = parameters_of(KeyError)

    assert rest.kind is inspect.Parameter.VAR_POSITIONAL  # type: ignore[union-attr]


def test_a_signature_that_raises_is_told() -> None:
    class Odd:
        @property
        def __signature__(self) -> object:
            raise LookupError("nowhere")

        def __call__(self) -> None: ...

    assert parameters_of(Odd()) == "reading its signature raised LookupError: nowhere"


def test_a_receiver_that_is_among_the_rest_is_not_taken_away() -> None:
    def method(self: object, x: int) -> None: ...
    def loose(*args: int) -> None: ...

    def names(function: object) -> list[str]:
        given = list(inspect.signature(function).parameters.values())  # type: ignore[arg-type]
        return [one.name for one in without_receiver(given)]

    assert names(method) == ["x"]
    assert names(loose) == ["args"]


def test_a_constructor_call_obeys_the_nearest_class_that_has_one() -> None:
    class Base:
        def __new__(cls, x: int) -> object: ...

    class Sub(Base): ...

    assert maker_of(Sub) is vars(Base)["__new__"].__func__
    assert maker_of(object) is None
