"""Polynomials over the rationals; `Poly.add` keeps a monomial whose coefficient has become zero.

After figure 2-1 and appendix A of Pacheco's thesis (Randoop).  Everything else is correct; in
particular `add` finds the right place for a new exponent, which the listing there does not.
`Rat` has no floating-point approximation: it would overflow for large integers.

Shortest sequence:  Poly(Mono(Rat(1, 1), 0)).add(Mono(Rat(-1, 1), 0)).rep_ok() is False
"""

from __future__ import annotations

import math


class Rat:
    """A rational number in lowest terms with a positive denominator."""

    def __init__(self, n: int, d: int) -> None:
        if d == 0:
            raise ValueError("the denominator is zero")
        divisor = math.gcd(n, d) if d > 0 else -math.gcd(n, d)
        self._num = n // divisor
        self._den = d // divisor

    @property
    def num(self) -> int:
        return self._num

    @property
    def den(self) -> int:
        return self._den

    def add(self, other: Rat) -> Rat:
        return Rat(self._num * other._den + other._num * self._den, self._den * other._den)

    def sub(self, other: Rat) -> Rat:
        return self.add(Rat(-other._num, other._den))

    def is_zero(self) -> bool:
        return self._num == 0

    def rep_ok(self) -> bool:
        return self._den > 0 and math.gcd(self._num, self._den) == 1

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rat):
            return NotImplemented
        return (self._num, self._den) == (other._num, other._den)

    def __hash__(self) -> int:
        return hash((self._num, self._den))

    def __repr__(self) -> str:
        return f"Rat({self._num}, {self._den})"


class Mono:
    """A coefficient times a power of x."""

    def __init__(self, coeff: Rat, exp: int) -> None:
        if exp < 0:
            raise ValueError("the exponent is negative")
        self._coeff = coeff
        self._exp = exp

    @property
    def coeff(self) -> Rat:
        return self._coeff

    @property
    def exp(self) -> int:
        return self._exp

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Mono):
            return NotImplemented
        return (self._coeff, self._exp) == (other._coeff, other._exp)

    def __hash__(self) -> int:
        return hash((self._coeff, self._exp))

    def __repr__(self) -> str:
        return f"Mono({self._coeff!r}, {self._exp})"


class Poly:
    """A sum of monomials: non-zero coefficients, exponents strictly decreasing."""

    def __init__(self, *monos: Mono) -> None:
        for mono in monos:
            if mono.coeff.is_zero():
                raise ValueError("a monomial has a zero coefficient")
        for left, right in zip(monos, monos[1:]):
            if left.exp <= right.exp:
                raise ValueError("the exponents do not decrease")
        self._monos = monos

    @classmethod
    def _trusted(cls, monos: list[Mono]) -> Poly:
        """Return the polynomial of monomials known to be legal, without checking them again."""
        poly = cls.__new__(cls)
        poly._monos = tuple(monos)
        return poly

    def add(self, mono: Mono) -> Poly:
        """Return the sum of this polynomial and one monomial."""
        if mono.coeff.is_zero():
            return self
        higher = [m for m in self._monos if m.exp > mono.exp]
        same = [m for m in self._monos if m.exp == mono.exp]
        lower = [m for m in self._monos if m.exp < mono.exp]
        # The fault: the sum of two coefficients may be zero, and then nothing should stay.
        coeff = same[0].coeff.add(mono.coeff) if same else mono.coeff
        return Poly._trusted([*higher, Mono(coeff, mono.exp), *lower])

    def degree(self) -> int:
        """Return the largest exponent, or -1 for the zero polynomial."""
        return self._monos[0].exp if self._monos else -1

    def rep_ok(self) -> bool:
        """Coefficients are non-zero and exponents strictly decrease."""
        if any(mono.coeff.is_zero() for mono in self._monos):
            return False
        return all(left.exp > right.exp for left, right in zip(self._monos, self._monos[1:]))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Poly):
            return NotImplemented
        return self._monos == other._monos

    def __hash__(self) -> int:
        return hash(self._monos)

    def __repr__(self) -> str:
        return f"Poly({', '.join(map(repr, self._monos))})"
