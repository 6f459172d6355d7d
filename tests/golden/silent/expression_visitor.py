"""The visitor pattern on arithmetic expressions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Generic, TypeVar

DEEPEST = 8  # what is shared is visited once per use, so depth costs a power of two

T = TypeVar("T")


class Expression(ABC):
    """An expression of limited depth."""

    @abstractmethod
    def depth(self) -> int: ...

    @abstractmethod
    def accept(self, visitor: Visitor[T]) -> T: ...


class Visitor(ABC, Generic[T]):
    """Something to be done with every kind of expression."""

    @abstractmethod
    def number(self, expression: Number) -> T: ...

    @abstractmethod
    def total(self, expression: Sum) -> T: ...


@dataclass(frozen=True)
class Number(Expression):
    """A number."""

    value: int

    def depth(self) -> int:
        return 1

    def accept(self, visitor: Visitor[T]) -> T:
        return visitor.number(self)


@dataclass(frozen=True)
class Sum(Expression):
    """The sum of two expressions."""

    left: Expression
    right: Expression

    def __post_init__(self) -> None:
        if self.depth() > DEEPEST:
            raise ValueError(f"the expression is deeper than {DEEPEST}")

    def depth(self) -> int:
        return 1 + max(self.left.depth(), self.right.depth())

    def accept(self, visitor: Visitor[T]) -> T:
        return visitor.total(self)


class Printer(Visitor[str]):
    """Writes an expression as text."""

    def number(self, expression: Number) -> str:
        return str(expression.value)

    def total(self, expression: Sum) -> str:
        return f"({expression.left.accept(self)} + {expression.right.accept(self)})"


class Evaluator(Visitor[int]):
    """Computes the value of an expression."""

    def number(self, expression: Number) -> int:
        return expression.value

    def total(self, expression: Sum) -> int:
        return expression.left.accept(self) + expression.right.accept(self)


def printed(expression: Expression) -> str:
    return expression.accept(Printer())


def evaluated(expression: Expression) -> int:
    return expression.accept(Evaluator())
