"""Speakers: the general one uses words that each particular one sets up."""


class Speaker:
    """Says numbers in words; a base class."""

    def __init__(self):
        self.setup()
        self.known = dict(enumerate(self.words))

    def setup(self):
        pass

    def say(self, number):
        return self.known.get(number, "many")


class English(Speaker):
    """Counts to two."""

    def setup(self):
        self.words = ["none", "one", "two"]


class German(Speaker):
    """Counts to three."""

    def setup(self):
        self.words = ["kein", "eins", "zwei", "drei"]
