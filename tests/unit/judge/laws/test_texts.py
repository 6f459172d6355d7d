"""Each law of repr, str, format and bool: a class that breaks it, and look-alikes that do not."""

from __future__ import annotations

from typing import Any

import pytest
from lawbreaking import breaks, keeps

METHODS = {"repr": "__repr__", "str": "__str__", "format": "__format__", "bool": "__bool__"}


def made(method: str, body: Any) -> Any:
    return type("Made", (), {method: body})()


def stumble(*_: Any) -> Any:
    return {}["missing"]


@pytest.mark.parametrize("function", METHODS)
def test_raising_by_accident(function: str) -> None:
    breach = breaks(f"{function}-raises", made(METHODS[function], stumble))

    assert breach.message == f"{function} of Made raises KeyError: 'missing'"
    assert breach.assertion == f"{function}({{0}})"


@pytest.mark.parametrize("function", METHODS)
def test_the_wrong_type(function: str) -> None:
    breaks(f"{function}-raises", made(METHODS[function], lambda *_: 3.5))


@pytest.mark.parametrize("function", METHODS)
def test_silent(function: str) -> None:
    def refuse(*_: Any) -> Any:
        raise NotImplementedError

    assert keeps(f"{function}-raises", object())
    assert keeps(f"{function}-raises", made(METHODS[function], refuse))
    assert keeps(f"{function}-raises", [1])


def test_a_text_that_is_fine() -> None:
    assert keeps("repr-raises", made("__repr__", lambda _: "fine"))
    assert keeps("bool-raises", made("__bool__", lambda _: True))


class Node:
    def __init__(self, next: Any = None) -> None:
        self.next = next

    def __repr__(self) -> str:
        return f"Node({self.next!r})"


def test_a_cycle_or_a_long_chain_excuses_endless_recursion() -> None:
    loop = Node()
    loop.next = [loop]
    chain = Node()
    for _ in range(2000):
        chain = Node(chain)

    assert keeps("repr-raises", loop)
    assert keeps("repr-raises", chain)


def test_recursion_without_a_cycle_is_an_accident() -> None:
    def again(self: Any) -> str:
        return str(self)

    breaks("repr-raises", made("__repr__", again))


def test_an_exception_whose_own_text_raises() -> None:
    class Odd(Exception):
        __str__ = stumble

    def raises(self: Any) -> str:
        if type(self):
            raise Odd
        return ""

    assert breaks("repr-raises", made("__repr__", raises)).message == "repr of Made raises Odd"


def test_a_class_may_refuse_to_be_true_or_false() -> None:
    def __bool__(self: Any) -> bool:
        if type(self):
            raise ValueError("unclear")
        return True

    def __len__(self: Any) -> int:
        raise TypeError("no length")

    def compiled(self: Any) -> bool:
        return int("the truth is ambiguous")  # type: ignore[return-value]

    assert keeps("bool-raises", made("__bool__", __bool__))
    assert keeps("bool-raises", made("__len__", __len__))
    assert keeps("bool-raises", made("__bool__", compiled))


@pytest.mark.parametrize("error", [RuntimeError("zero"), ValueError()])
def test_what_no_array_says_is_no_refusal(error: Exception) -> None:
    def __bool__(self: Any) -> bool:
        if type(self):
            raise error
        return True

    breaks("bool-raises", made("__bool__", __bool__))


def test_a_length_is_a_truth_too() -> None:
    breaks("bool-raises", made("__len__", lambda _: -1))

    assert keeps("bool-raises", made("__len__", lambda _: 2**80))
    assert keeps("bool-raises", made("__len__", lambda _: 0))
