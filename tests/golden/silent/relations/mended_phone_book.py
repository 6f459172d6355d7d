"""A phone book in alphabetical order."""


class PhoneBook:
    def __init__(self):
        self._numbers = {}

    def add(self, name, number):
        self._numbers[str(name)] = number

    def remove(self, name):
        self._numbers.pop(str(name), None)

    def keys(self):
        return sorted(self._numbers)

    def values(self):
        return [self._numbers[name] for name in sorted(self._numbers)]

    def items(self):
        return [(name, self._numbers[name]) for name in sorted(self._numbers)]

    def __iter__(self):
        return iter(self.keys())

    def __len__(self):
        return len(self._numbers)
