"""An index of pairs that come in any form: a dictionary, or one pair after the other."""


class Index:
    """Names and what they stand for."""

    def __init__(self):
        self._names = {}

    def update(self, pairs):
        for name, value in _pairs_of(pairs):
            self._names[name] = value

    def names(self):
        return self._names.keys()

    def of(self, name):
        return self._names.get(name)


def _pairs_of(pairs):
    if hasattr(pairs, "items"):
        yield from pairs.items()
    else:
        yield from pairs
