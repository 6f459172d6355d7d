"""A phone book in alphabetical order; the numbers come in the order in which they were added.

Wrong result:  list(zip(book.keys(), book.values()))  is not  list(book.items())
"""


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
        return list(self._numbers.values())  # the fault: not in the order of the names

    def items(self):
        return [(name, self._numbers[name]) for name in sorted(self._numbers)]

    def __iter__(self):
        return iter(self.keys())

    def __len__(self):
        return len(self._numbers)
