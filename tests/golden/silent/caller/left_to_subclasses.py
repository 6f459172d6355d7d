"""Terms of a query: how they are written is left to subclasses, which take more than the base."""


class Term:
    """A part of a query."""

    def get_sql(self):
        raise NotImplementedError

    def __str__(self):
        return self.get_sql(quote='"')


class Name(Term):
    """The name of a column."""

    def __init__(self, name="x"):
        self._name = name

    def get_sql(self, quote=""):
        return f"{quote}{self._name}{quote}"
