"""Keys whose hashes are the same."""


class Shelf:
    def __init__(self) -> None:
        self._slots: dict[int, object] = {}

    def put_all(self, keys: list[int]) -> None:
        """Put something under each key."""
        for key in keys:
            try:
                place = hash(key)
            except TypeError:
                return
            if self._slots.get(place, key) != key:
                self._slots[place + "1"] = key  # wrong: a number and a text
            self._slots[place] = key
