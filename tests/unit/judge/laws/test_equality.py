"""Each law of ==, != and hash: a class that breaks it, and look-alikes that do not."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from typing import Any
from unittest.mock import ANY

import pytest
from lawbreaking import breaks, keeps

NAN = float("nan")


@dataclass
class Box:
    value: Any


@dataclass(frozen=True)
class Frozen:
    value: Any


class Ident:
    """Identity equality."""


class Answers:
    """Whose == answers what it was told, by the other's class or by default."""

    def __init__(self, answer: Any, none: Any = False) -> None:
        self.answer, self.none = answer, none

    def __eq__(self, other: object) -> Any:
        return self.none if other is None else self.answer

    __hash__ = None  # type: ignore[assignment]


class Raises:
    def __init__(self, error: Exception, foreign: Any = Ident) -> None:
        self.error, self.foreign = error, foreign

    def __eq__(self, other: object) -> bool:
        if self.foreign is Ident or type(other) is self.foreign:
            raise self.error
        return True


class TestReflexive:
    def test_an_object_unequal_to_itself(self) -> None:
        assert "not equal to itself" in breaks("eq-reflexive", Answers(False)).message

    def test_an_accident(self) -> None:
        class Misspelt(Box):
            def __eq__(self, other: object) -> bool:
                return self.valeu == 0  # type: ignore[attr-defined,no-any-return]

        assert "== itself raises AttributeError" in breaks("eq-reflexive", Misspelt(1)).message

    @pytest.mark.parametrize("value", [Box(NAN), Box([1, (NAN,)]), Box(Decimal("nan"))])
    def test_nan_inside(self, value: Any) -> None:
        value.__class__ = type("Mean", (Box,), {"__eq__": lambda a, b: False})

        assert keeps("eq-reflexive", value)

    @pytest.mark.parametrize(
        "value", [Ident(), Answers([False]), Answers(0), Raises(KeyError()), Box(1), {1}, NAN]
    )
    def test_silent(self, value: Any) -> None:
        assert keeps("eq-reflexive", value)


class TestNone:
    def test_an_object_equal_to_none(self) -> None:
        breaks("eq-none", Answers(False, none=True))

    def test_equality_by_a_field_that_none_seems_to_have(self) -> None:
        class Sloppy(Box):
            def __eq__(self, other: object) -> bool:
                return self.value == getattr(other, "value", None)  # type: ignore[no-any-return]

        breaks("eq-none", Sloppy(None))

    def test_a_wrapper_of_none_may_equal_what_it_wraps(self) -> None:
        class Wrapper(Box):
            def __eq__(self, other: object) -> bool:
                return self.value == other  # type: ignore[no-any-return]

        class Slotted:
            __slots__ = ("value",)
            __eq__ = Wrapper.__eq__

        slotted = Slotted()
        slotted.value = None  # type: ignore[attr-defined]
        assert keeps("eq-none", Wrapper(None))
        assert keeps("eq-none", slotted)

    def test_a_proxy_of_none_is_none_to_all_appearance(self) -> None:
        class Proxy:
            __class__ = property(lambda self: type(None))  # type: ignore[assignment]

            def __eq__(self, other: object) -> bool:
                return other is None

        assert keeps("eq-none", Proxy())

    def test_a_wildcard_equals_everything(self) -> None:
        class Wildcard:
            def __eq__(self, other: object) -> bool:
                return True

        assert keeps("eq-none", Wildcard())
        assert keeps("eq-none", ANY)

    @pytest.mark.parametrize("value", [Answers(True), Answers(True, none=1), Raises(KeyError())])
    def test_silent(self, value: Any) -> None:
        assert keeps("eq-none", value)


class TestForeign:
    @pytest.mark.parametrize("foreign", [type(None), object, dict, str, int])
    def test_comparing_with_a_foreign_object_raises(self, foreign: type) -> None:
        breach = breaks("eq-foreign", Raises(AttributeError("no field"), foreign))

        assert breach.message.endswith("raises AttributeError: no field")

    def test_unequal_raises(self) -> None:
        class OnlyNe:
            def __ne__(self, other: Any) -> bool:
                return bool(other.size)

        assert "!=" in breaks("eq-foreign", OnlyNe()).message

    def test_raising_once_is_not_raising_always(self) -> None:
        class Once:
            calls = 0

            def __eq__(self, other: object) -> bool:
                Once.calls += 1
                if Once.calls == 1:
                    raise KeyError
                return False

        assert keeps("eq-foreign", Once())

    def test_a_signalling_nan_is_to_blame_itself(self) -> None:
        class Amount(Box):
            def __eq__(self, other: object) -> bool:
                return self.value == (other.value if isinstance(other, Box) else 0)  # type: ignore[no-any-return]

        assert keeps("eq-foreign", Amount(Decimal("sNaN")))

    def test_raising_something_else_on_purpose(self) -> None:
        breaks("eq-foreign", Raises(ValueError("cannot compare"), foreign=type(None)))

    @pytest.mark.parametrize("error", [NotImplementedError(), MemoryError(), TypeError("units")])
    def test_refusals(self, error: Exception) -> None:
        assert keeps("eq-foreign", Raises(error, foreign=type(None)))

    def test_arrays_and_queries(self) -> None:
        class Array(Box):
            def __eq__(self, other: object) -> Any:
                return [self.value == other.value]  # type: ignore[attr-defined]

        class Query(Box):
            def __eq__(self, other: object) -> Any:
                if self.value is None:
                    raise ValueError("no path")
                return [other]

        assert keeps("eq-foreign", Array(1))
        assert keeps("eq-foreign", Query(None))

    def test_a_method_that_only_raises_is_a_refusal(self) -> None:
        class Undefined:
            def fail(self, *_: object) -> Any:
                raise ValueError

            __eq__ = __hash__ = fail  # type: ignore[assignment]

        assert keeps("eq-foreign", Undefined())
        assert keeps("hash-raises", Undefined())

    def test_an_object_that_cannot_even_be_compared_with_itself(self) -> None:
        class Half(Box):
            def __eq__(self, other: object) -> bool:
                return self.other == 1  # type: ignore[attr-defined, no-any-return]

        breaks("eq-foreign", Half(1))

    def test_ne_written_well(self) -> None:
        class Both(Box):
            def __ne__(self, other: object) -> bool:
                return not self == other

        assert keeps("eq-foreign", Both(1))
        assert keeps("eq-foreign", Box(1))


class Left(Box):
    """Less demanding than its neighbour."""

    def __eq__(self, other: object) -> Any:
        return self.value >= other.value if isinstance(other, Left) else NotImplemented


class TestSymmetric:
    def test_one_way_only(self) -> None:
        breaks("eq-symmetric", Left(2), Left(1))
        breaks("eq-symmetric", Left(1), Left(2))

    def test_silent(self) -> None:
        assert keeps("eq-symmetric", Box(1), Box(2))
        assert keeps("eq-symmetric", Answers([]), Answers(True))
        assert keeps("eq-symmetric", Answers(True), Answers([]))
        assert keeps("eq-symmetric", Raises(KeyError()), Raises(KeyError()))
        assert keeps("eq-symmetric", Ident(), Ident())


class Near(Box):
    """Equal to its neighbours, by no visible tolerance."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Near) and self.value - other.value in (-1, 0, 1)


class TestTransitive:
    @pytest.mark.parametrize("order", [(1, 2, 3), (2, 1, 3), (1, 3, 2)])
    def test_neighbours(self, order: tuple[int, int, int]) -> None:
        breaks("eq-transitive", *map(Near, order))

    def test_a_tolerance_is_meant(self) -> None:
        class Close(Box):
            def __eq__(self, other: object) -> bool:
                return abs(self.value - other.value) <= 1  # type: ignore[attr-defined, no-any-return]

        class Tiny(Box):
            def __eq__(self, other: object) -> bool:
                return -1e-9 < self.value - other.value < 1e-9  # type: ignore[attr-defined, no-any-return]

        assert keeps("eq-transitive", Close(1), Close(2), Close(3))
        assert keeps("eq-transitive", Tiny(1e-9), Tiny(1.5e-9), Tiny(2e-9))

    def test_silent(self) -> None:
        assert keeps("eq-transitive", Box(1), Box(1), Box(1))
        assert keeps("eq-transitive", Box(1), Box(2), Box(2))
        assert keeps("eq-transitive", Box(1), Box(1), Box(2))
        assert keeps("eq-transitive", Answers(True), Answers([]), Answers(True))
        assert keeps("eq-transitive", *[Raises(KeyError())] * 3)
        assert keeps("eq-transitive", "", "", "")

    def test_what_is_not_even_symmetric_is_left_to_the_other_law(self) -> None:
        class AtMost(Box):
            def __eq__(self, other: object) -> bool:
                return self.value <= other.value  # type: ignore[attr-defined, no-any-return]

        assert keeps("eq-transitive", AtMost(2), AtMost(1), AtMost(3))
        assert keeps("eq-transitive", AtMost(1), AtMost(3), AtMost(2))

    def test_nan_inside(self) -> None:
        class Partly(Near):
            def __eq__(self, other: object) -> bool:
                return self.value[0] - other.value[0] in (-1, 0, 1)  # type: ignore[attr-defined, no-any-return]

        assert keeps("eq-transitive", Partly((1, NAN)), Partly((2, NAN)), Partly((3, NAN)))


class Contrary(Box):
    def __ne__(self, other: object) -> Any:
        return self == other


class TestNe:
    def test_both_true_or_both_false(self) -> None:
        breaks("ne-agrees", Contrary(1), Contrary(1))
        breaks("ne-agrees", Contrary(1), Contrary(2))

    def test_silent(self) -> None:
        class Lists(Box):
            def __ne__(self, other: object) -> Any:
                return [True]

        assert keeps("ne-agrees", Contrary(NAN), Contrary(1))
        assert keeps("ne-agrees", Contrary(1), Contrary(NAN))
        assert keeps("ne-agrees", Lists(1), Lists(1))
        assert keeps("ne-agrees", Answers([]), Answers([]))
        assert keeps("ne-agrees", Box(1), Box(1))

    def test_exceptions_are_the_business_of_another_law(self) -> None:
        class Stumbles(Box):
            def __ne__(self, other: object) -> bool:
                raise KeyError

        assert keeps("ne-agrees", Stumbles(1), Stumbles(1))


class Hash:
    """Hashes by what it was given."""

    def __init__(self, function: Any) -> None:
        self.function = function

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hash)

    def __hash__(self) -> int:
        return self.function()  # type: ignore[no-any-return]


def raiser(error: Exception) -> Any:
    def raising() -> int:
        raise error

    return raising


class TestHash:
    def test_raises(self) -> None:
        assert breaks("hash-raises", Hash(raiser(KeyError("x")))).exception is not None
        breaks("hash-raises", Hash(lambda: None))

    def test_unhashable_on_purpose(self) -> None:
        assert keeps("hash-raises", Box(1))
        assert keeps("hash-raises", Frozen([]))
        assert keeps("hash-raises", Hash(raiser(TypeError("Cart cannot be hashed"))))
        assert keeps("hash-raises", Hash(raiser(TypeError("freeze it first"))))
        assert keeps("hash-raises", Hash(raiser(NotImplementedError())))
        assert keeps("hash-raises", Frozen(1))
        assert keeps("hash-equal", Box(1), Box(1))

    def test_unstable(self) -> None:
        numbers = iter(range(100))

        breaks("hash-stable", Hash(lambda: next(numbers)))

    def test_stable(self) -> None:
        assert keeps("hash-stable", Frozen(1))
        assert keeps("hash-stable", Frozen([]))

    def test_equal_with_different_hashes(self) -> None:
        breaks("hash-equal", Hash(lambda: 1), Hash(lambda: 2))

    def test_identity_hash_beside_value_equality(self) -> None:
        class Keyed(Box):
            __hash__ = object.__hash__

        breaks("hash-equal", Keyed(1), Keyed(1))

    def test_equal_and_hashing_equal_or_not_at_all(self) -> None:
        class Color(Enum):
            RED = 1

        assert keeps("hash-equal", Hash(lambda: 1), Hash(lambda: 1))
        assert keeps("hash-equal", Frozen(1), Frozen(2))
        assert keeps("hash-equal", Frozen([]), Frozen([]))
        assert keeps("hash-equal", Color.RED, Color.RED)
        assert keeps("hash-equal", Ident(), Ident())
