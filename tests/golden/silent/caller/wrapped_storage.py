"""A cache around a storage that is made late; nothing here is annotated."""


class Cache:
    """Holds back what is written until it is flushed."""

    def __init__(self, storage_class):
        self._storage_class = storage_class
        self.storage = None
        self.waiting = []

    def open(self):
        self.storage = self._storage_class()
        return self

    def write(self, item):
        self.waiting.append(item)
        return len(self.waiting)

    def flush(self):
        if self.waiting:
            self.storage.write(self.waiting)
            self.waiting = []


def keyed(items, key):
    """Return the items by key."""
    found = {}
    for item in items:
        found.setdefault(key(item).lower(), []).append(item)
    return found
