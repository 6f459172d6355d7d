"""A set of words as a tree of letters."""

from __future__ import annotations

from collections.abc import Iterator


class _Node:
    __slots__ = ("children", "ends")

    def __init__(self) -> None:
        self.children: dict[str, _Node] = {}
        self.ends = False


class Trie:
    """Words that can be found by their beginnings."""

    def __init__(self, *words: str) -> None:
        self._root = _Node()
        self._size = 0
        for word in words:
            self.add(word)

    def add(self, word: str) -> bool:
        """Insert the word; return False if it was present."""
        node = self._root
        for letter in word:
            node = node.children.setdefault(letter, _Node())
        if node.ends:
            return False
        node.ends = True
        self._size += 1
        return True

    def starting_with(self, prefix: str) -> list[str]:
        """Return the words with that beginning in alphabetical order."""
        node = self._find(prefix)
        if node is None:
            return []
        found: list[str] = []
        work = [(prefix, node)]
        while work:
            word, node = work.pop()
            if node.ends:
                found.append(word)
            work.extend((word + letter, child) for letter, child in node.children.items())
        return sorted(found)

    def _find(self, word: str) -> _Node | None:
        node: _Node | None = self._root
        for letter in word:
            if node is None:
                return None
            node = node.children.get(letter)
        return node

    def __contains__(self, word: object) -> bool:
        if not isinstance(word, str):
            return False
        node = self._find(word)
        return node is not None and node.ends

    def __iter__(self) -> Iterator[str]:
        return iter(self.starting_with(""))

    def __len__(self) -> int:
        return self._size
