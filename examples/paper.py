"""The example of figures 2 and 3 in Csallner and Smaragdakis, JCrasher (2004): f(A, int), A(B), B.m(int), B()."""

from __future__ import annotations

from typing import Literal

Few = Literal[-1, 0, 1]


class A:
    def __init__(self, b: B | None) -> None:
        self.b = b


class B:
    def m(self, n: Few) -> A:
        return A(None if n else self)


def f(a: A | None, n: Few) -> int:
    return 0 if a is None or a.b is None else 1 // n
