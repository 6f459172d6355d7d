"""A flag wrong during construction (Klein, Flatt and Findler, figure 8): the text says that it is ready, and has no lines yet."""

from icontract import require


class Text:
    def __init__(self, content: str = "") -> None:
        self._locked = False  # the fault: a hook runs before the lines are there
        self._style = ""
        self._style = self.default_style_name()
        self._lines = content.splitlines()
        self._locked = False

    def default_style_name(self) -> str:
        """Return the name of the style that new text has; asked while the text is made."""
        return "Standard"

    @require(lambda self: not self._locked)
    def line_count(self) -> int:
        return len(self._lines)

    @require(lambda self: not self._locked)
    def style_name(self) -> str:
        return self._style
