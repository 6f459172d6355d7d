"""A parameter that has the name of a class asks for one of its objects, though nothing is annotated."""

from __future__ import annotations

import heapq


class Rule:
    """Numbers in rising order."""

    def __init__(self, first=0, step=1):
        self._first = int(first)
        self._step = max(1, int(step))

    def __iter__(self):
        return iter(range(self._first, self._first + 5 * self._step, self._step))


class Rules:
    """All the numbers of several rules, in order."""

    def __init__(self):
        self._rules = []

    def add(self, rule):
        self._rules.append(rule)

    def __iter__(self):
        return heapq.merge(*self._rules)

    def __contains__(self, number):
        for one in self:
            if one == number:
                return True
            if one > number:
                return False
        return False
