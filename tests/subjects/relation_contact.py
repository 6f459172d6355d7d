"""Contacts that are told apart by name; who is renamed is lost in every set.

Wrong result:  contact in {contact}  is no longer so after  contact.rename("a")
"""

from __future__ import annotations


class Contact:
    def __init__(self, name: str, mail: str = "") -> None:
        self.name = name
        self.mail = mail

    def rename(self, name: str) -> None:
        self.name = name

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Contact):
            return NotImplemented
        return self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)  # the fault: a name may change
