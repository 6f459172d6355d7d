"""Entries that are ordered among themselves: with something else there is no order."""


class Entry:
    """A message and its line."""

    def __init__(self, line=0):
        self.line = line

    def __lt__(self, other):
        return self.line < other.line

    def __ge__(self, other):
        return not self.line < other.line


class Entries:
    """Several of them."""

    def __init__(self):
        self._lines = set()

    def add(self, line):
        self._lines.add(str(line))

    def __contains__(self, entry):
        return str(entry.line) in self._lines
