"""What the other module is given, though it does not import it."""


class Catalogue:
    def __init__(self):
        self.titles_by_shelf = {}

    def register(self, shelf, title):
        self.titles_by_shelf.setdefault(shelf, []).append(title)
