"""An editor that can redo what has been overwritten by a new edit.

Shortest sequence:
    e = Editor(); e.append("a"); e.undo(); e.append("a"); e.redo(); e.rep_ok() is False
"""

from __future__ import annotations


class Editor:
    """A text with undo and redo; every state is the one before plus a suffix."""

    def __init__(self) -> None:
        self._text = ""
        self._done: list[tuple[str, str]] = []
        self._undone: list[tuple[str, str]] = []

    def append(self, suffix: str) -> None:
        after = self._text + suffix
        self._done.append((self._text, after))
        self._text = after  # the fault: what was undone should be forgotten here

    def undo(self) -> bool:
        """Take the last edit back; return False if there is none."""
        if not self._done:
            return False
        edit = self._done.pop()
        self._undone.append(edit)
        self._text = edit[0]
        return True

    def redo(self) -> bool:
        """Do again what was undone last; return False if there is nothing."""
        if not self._undone:
            return False
        edit = self._undone.pop()
        self._done.append(edit)
        self._text = edit[1]
        return True

    def rep_ok(self) -> bool:
        """Each edit begins where the one before it ended."""
        text = ""
        for before, after in self._done:
            if before != text:
                return False
            text = after
        return text == self._text
