"""A public list of an object is passed back to it: `serve` empties the list before it looks into it."""


class Menu:
    def __init__(self) -> None:
        self.dishes: list[str] = []
        self._special = ""

    def add(self, dish: str) -> None:
        self.dishes.append(dish)

    def serve(self, dishes: list[str]) -> None:
        """Make these the dishes, the first of them the special."""
        if dishes:
            self.dishes.clear()
            self._special = dishes[0]
            self.dishes.extend(dishes)
