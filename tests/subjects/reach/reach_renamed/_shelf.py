"""Only `_shelf` itself is asked for.  `top` fails on an empty shelf once something was taken."""


class Shelf:
    def __init__(self) -> None:
        self._books: list[str] = []
        self._taken = 0

    def put(self, book: str) -> None:
        self._books.append(book)

    def take(self) -> str | None:
        if not self._books:
            return None
        self._taken += 1
        return self._books.pop()

    def top(self) -> str | None:
        if not self._books and not self._taken:
            return None
        return self._books[-1]


def shelf_of(book: str) -> Shelf:
    shelf = Shelf()
    shelf.put(book)
    return shelf
