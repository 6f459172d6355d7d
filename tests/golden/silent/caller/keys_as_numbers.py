"""A table whose rows are kept by their number, as texts."""


class Rows:
    """Rows by number."""

    key = int

    def __init__(self, name):
        self._name, self._rows = name, {}

    def insert(self, number, row):
        self._rows[str(number)] = row

    def numbers(self):
        return [self.key(one) for one in self._rows]
