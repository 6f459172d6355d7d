"""What has a title, for classes that load it: the docstring says that it is abstract, and nothing else does."""

from __future__ import annotations


class TitleInterface:
    """Abstract class interface for a parent class that has a title."""

    def load(self, title: str) -> None:
        self._title = title

    @property
    def title(self) -> str:
        return self._title


class Page(TitleInterface):
    """A page with a title."""

    def __init__(self, title: str) -> None:
        self.load(title)
