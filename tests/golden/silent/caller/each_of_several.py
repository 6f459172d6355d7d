"""A register that is asked for one place or for several, and asks itself for each."""


class Register:
    def __init__(self, names=()):
        self._places = {}
        for name in names:
            self.enter(name)

    def enter(self, name):
        return self._places.setdefault(name, len(self._places))

    def place_of(self, name):
        """Return the place of a name, or the places of a list of names."""
        if isinstance(name, list):
            return [self.place_of(one) for one in name]
        return self._places[name]
