"""A state that only the documentation knows how to reach.

>>> vault = Vault("x1-plum-7")
>>> vault.turn(31, "left")
>>> vault.turn(17, "right")
>>> vault.turn(44, "left")
>>> vault.is_open
True
"""

_SECRET = [(62, "l"), (34, "r"), (88, "l")]


class Vault:
    def __init__(self, name):
        self.name = name
        self._turns = []

    def turn(self, number, way):
        self._turns.append((number * 2, way[:1]))

    @property
    def is_open(self):
        return self._turns == _SECRET

    def take(self) -> int:
        """Return what is in it."""
        return 1 // 0 if self.is_open else 0  # wrong
