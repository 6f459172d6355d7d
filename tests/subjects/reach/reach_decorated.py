"""A function returns what a decorator made of an inner function: without arguments it has no first one."""

import functools


def _logged(function):
    calls: list[tuple] = []

    @functools.wraps(function)
    def wrapper(*args):
        calls.append(args)
        if len(calls) > 2:
            calls[len(calls)].index(None)
        return function(*args)

    return wrapper


def make_adder(amount: int):
    @_logged
    def add(number: int) -> int:
        return number + amount

    return add
