"""The missing precondition added: nothing is changed while the text is locked."""

from typing import final

from icontract import require


class Text:
    def __init__(self) -> None:
        self._content = ""
        self._locked = False

    def on_insert(self, position: int, content: str) -> None:
        """Be told what will be inserted; the text is locked meanwhile."""

    @require(lambda self: not self._locked)
    def insert(self, content: str, position: int = 0) -> None:
        self._locked = True
        try:
            self.on_insert(position, content)
        finally:
            self._locked = False
        self._content = self._content[:position] + content + self._content[position:]

    @final
    @require(lambda self: not self._locked)
    def delete(self, start: int, end: int) -> None:
        self._content = self._content[:start] + self._content[end:]

    @require(lambda self: not self._locked)
    def clear(self) -> None:
        self.delete(0, len(self._content))

    def content(self) -> str:
        return self._content
