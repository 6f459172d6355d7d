"""Contacts that are told apart by name; who is renamed is another one."""

from __future__ import annotations


class Contact:
    def __init__(self, name: str, mail: str = "") -> None:
        self.name = name
        self.mail = mail

    def renamed(self, name: str) -> Contact:
        return Contact(name, self.mail)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Contact):
            return NotImplemented
        return self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)
