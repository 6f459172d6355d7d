"""The visitor pattern on arithmetic expressions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

DEEPEST = 50


class Expression(ABC):
    """An expression of limited depth."""

    @abstractmethod
    def depth(self) -> int: ...

    @abstractmethod
    def accept(self, visitor: Visitor) -> str | int: ...


class Visitor(ABC):
    """Something to be done with every kind of expression."""

    @abstractmethod
    def number(self, expression: Number) -> str | int: ...

    @abstractmethod
    def total(self, expression: Sum) -> str | int: ...


@dataclass(frozen=True)
class Number(Expression):
    """A number."""

    value: int

    def depth(self) -> int:
        return 1

    def accept(self, visitor: Visitor) -> str | int:
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

    def accept(self, visitor: Visitor) -> str | int:
        return visitor.total(self)


class Printer(Visitor):
    """Writes an expression as text."""

    def number(self, expression: Number) -> str:
        return str(expression.value)

    def total(self, expression: Sum) -> str:
        return f"({expression.left.accept(self)} + {expression.right.accept(self)})"


class Evaluator(Visitor):
    """Computes the value of an expression."""

    def number(self, expression: Number) -> int:
        return expression.value

    def total(self, expression: Sum) -> int:
        return int(expression.left.accept(self)) + int(expression.right.accept(self))


def printed(expression: Expression) -> str:
    return str(expression.accept(Printer()))


def evaluated(expression: Expression) -> int:
    return int(expression.accept(Evaluator()))
