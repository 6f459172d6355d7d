"""Decorators."""

import functools


class Dispatchable:
    """Calls a function."""

    def __init__(self, function):
        functools.update_wrapper(self, function)

    def __call__(self, *args, **kwargs):
        return self.__wrapped__(*args, **kwargs)


def dispatchable(function):
    """Return what calls a function by way of an object."""
    inner = Dispatchable(function)

    @functools.wraps(inner)
    def called(*args, **kwargs):
        return inner(*args, **kwargs)

    return called
