"""The method made final: nobody lies to the contracts."""

from typing import final

from icontract import require


class Text:
    def __init__(self) -> None:
        self._content = ""
        self._before: list[str] = []
        self._depth = 0

    @final
    def in_edit_sequence(self) -> bool:
        return self._depth > 0

    @final
    def begin_edit_sequence(self) -> None:
        self._depth += 1

    @final
    @require(lambda self: self.in_edit_sequence())
    def end_edit_sequence(self) -> None:
        self._depth -= 1

    def insert(self, content: str) -> None:
        if not self.in_edit_sequence():
            self._before.append(self._content)
        self._content += content

    def undo(self) -> None:
        self.begin_edit_sequence()
        if self._before:
            self._content = self._before.pop()
        self.end_edit_sequence()
        self.after_undo()

    def after_undo(self) -> None:
        """Be told that something was undone."""
