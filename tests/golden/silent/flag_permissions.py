"""Flags and a class that stores them."""

from __future__ import annotations

from enum import Flag, auto


class Permission(Flag):
    """What somebody may do."""

    NONE = 0
    READ = auto()
    WRITE = auto()
    DELETE = auto()
    ALL = READ | WRITE | DELETE


class Access:
    """Permissions by user."""

    def __init__(self) -> None:
        self._granted: dict[str, Permission] = {}

    def grant(self, user: str, permission: Permission) -> None:
        self._granted[user] = self.of(user) | permission

    def revoke(self, user: str, permission: Permission) -> None:
        left = self.of(user) & ~permission
        if left:
            self._granted[user] = left
        else:
            self._granted.pop(user, None)

    def of(self, user: str) -> Permission:
        return self._granted.get(user, Permission.NONE)

    def may(self, user: str, permission: Permission) -> bool:
        return permission in self.of(user)

    def users(self) -> list[str]:
        return sorted(self._granted)


def describe(permission: Permission) -> str:
    """Return the names of the single permissions, joined by plus signs."""
    single = (Permission.READ, Permission.WRITE, Permission.DELETE)
    return "+".join(str(one.name) for one in single if one in permission) or "none"
