"""A fault for texts with a prefix, in an object that has been opened and filled."""


class Store:
    """Keeps texts once it is open."""

    def __init__(self) -> None:
        self._is_open = False
        self._prefix = ":gfc"[::-1]

    def open(self) -> None:
        """Open it."""
        self._is_open = True

    def put(self, text: str) -> bool:
        """Keep a text, if it is open."""
        if self._is_open and text.startswith(self._prefix):
            return [][0]
        return self._is_open
