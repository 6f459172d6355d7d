"""Folders in folders: who puts one into itself gets no answer about its size."""

from __future__ import annotations


class Folder:
    """A folder of folders."""

    def __init__(self) -> None:
        self._folders: list[Folder] = []

    def add(self, folder: Folder) -> None:
        self._folders.append(folder)

    def size(self) -> int:
        return 1 + sum(folder.size() for folder in self._folders)
