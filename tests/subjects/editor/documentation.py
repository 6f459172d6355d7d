"""A documentation bug (Klein, Flatt and Findler, figure 8): `find` describes another answer than it gives."""


class Text:
    def __init__(self) -> None:
        self._content = ""

    def insert(self, position: int, content: str) -> None:
        before, after = self._content[:position], self._content[position:]
        self._content = before + content + after

    def insert_spec(self, position: int, content: str) -> None:
        assert 0 <= position <= len(self._content), "PRE"
        self.insert(position, content)

    def find(self, word: str) -> int | None:
        """Return where a word begins for the first time, None where it is not in the text."""
        return self._content.find(word)  # the fault: -1 where it is not

    def find_spec(self, word: str) -> int | None:
        found = self.find(word)
        assert found is None or self._content[found:].startswith(word), "POST"
        return found
