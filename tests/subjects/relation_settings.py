"""Settings by name; asking for one that is missing sets it.

Wrong result:  after get("a"), "a" is among the settings
"""


class Settings:
    def __init__(self, values=None):
        self._values = dict(values or {})

    def set(self, name, value):
        self._values[name] = value

    def get(self, name, default=None):
        """The value of a setting, or the default."""
        return self._values.setdefault(name, default)  # the fault

    def __contains__(self, name):
        return name in self._values

    def __len__(self):
        return len(self._values)

    def names(self):
        return sorted(self._values, key=str)
