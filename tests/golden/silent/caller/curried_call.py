"""A function that waits for the rest of its arguments: what it takes is what the one behind it takes."""

from __future__ import annotations


class Curried:
    """A function with the first of its arguments."""

    def __init__(self, function, *first):
        if not callable(function):
            raise TypeError("only functions can be curried")
        self._function = function
        self._first = first

    def __call__(self, *rest):
        return self._function(*self._first, *rest)


def without(items):
    """Return a function that returns a copy of a dictionary with only the names that are not given."""

    def left(*names):
        return {name: items[name] for name in set(items).difference(names)}

    return Curried(left)


def nothing_but(items):
    return Curried(lambda: {name: items[name] for name in items})
