"""A queue and a reader whose questions use up what they answer."""


class Queue:
    def __init__(self, items=()):
        self._items = list(items)

    def put(self, item):
        self._items.append(item)

    def get(self):
        """Remove and return the first item; None if there is none."""
        return self._items.pop(0) if self._items else None

    def get_all(self):
        """Return what is waiting, and begin anew."""
        items, self._items = self._items, []
        return items

    def __len__(self):
        return len(self._items)


class Reader:
    def __init__(self, text=""):
        self.text = str(text)
        self.position = 0

    def get_char(self):
        char = self.text[self.position : self.position + 1]
        self.position += len(char)
        return char

    def find_next(self, char):
        """Move to the next such character and say whether there is one."""
        while self.position < len(self.text):
            if self.get_char() == char:
                return True
        return False

    def __iter__(self):
        return self

    def __next__(self):
        char = self.get_char()
        if not char:
            raise StopIteration
        return char
