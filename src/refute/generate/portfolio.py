"""Which generator makes the next sequence: `Portfolio`."""

from __future__ import annotations

from random import Random

from refute.generate.generator import Generator


class Portfolio:
    """Chooses a generator for every sequence.

    Those that come first run until they are done: they are short and find what is shallow.  The others share the
    rest of the time.
    """

    def __init__(
        self, first: list[Generator], shares: list[tuple[Generator, float]], random: Random
    ) -> None:
        self._first = first[::-1]
        self._shares = shares
        self._draw = random.random

    def named(self, name: str) -> Generator:
        """Return one of the generators."""
        every = [*self._first, *(generator for generator, _ in self._shares)]
        return next(generator for generator in every if generator.name == name)

    def join(self, generator: Generator, share: float) -> None:
        """Let another generator share the time from now on."""
        self._shares = [*self._shares, (generator, share)]

    def next(self) -> Generator | None:
        """Return the generator to ask, or None when all are done."""
        while self._first:
            if not self._first[-1].done:
                return self._first[-1]
            self._first.pop()
        shares = self._shares
        if any(generator.done for generator, _ in shares):
            shares = self._shares = [one for one in shares if not one[0].done]
        if len(shares) < 2:
            return shares[0][0] if shares else None
        draw = self._draw() * sum(share for _, share in shares)
        for generator, share in shares:
            draw -= share
            if draw < 0:
                return generator
        return shares[-1][0]
