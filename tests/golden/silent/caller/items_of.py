"""One item of whatever is given, for who knows that there is one."""

from itertools import chain, islice


def first(seq):
    """Return the first item."""
    return next(iter(seq))


def second(seq):
    """Return the second item."""
    items = iter(seq)
    next(items)
    return next(items)


def nth(n, seq):
    """Return the item at this place."""
    return next(islice(seq, max(0, n), None))


def last(seq):
    """Return the last item."""
    return tail(1, seq)[0]


def tail(n, seq):
    """Return the last items."""
    return list(seq)[-n:]


def peek(seq):
    """Return the first item, and all items."""
    items = iter(seq)
    item = next(items)
    return item, chain((item,), items)
