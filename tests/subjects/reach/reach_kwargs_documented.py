"""What can be passed is said in the docstring alone: `strict` names an attribute that there is not."""


class Reader:
    """Reads text.

    Args:
        text: what is read
        strict (bool): whether empty text is refused
    """

    _options = ("strict",)

    def __init__(self, text: str, **options):
        self._text = text
        self._given = {name: options.get(name) for name in self._options}

    def read(self) -> str:
        return self.text if self._given["strict"] else self._text
