"""Dictionaries with a fixed shape."""

from __future__ import annotations

from typing import NotRequired, TypedDict


class User(TypedDict):
    """A user; the e-mail address may be missing."""

    name: str
    age: int
    email: NotRequired[str]


def greeting(user: User) -> str:
    """Return a polite first line."""
    return f"Dear {user['name'].strip() or 'friend'},"


def is_adult(user: User) -> bool:
    return user["age"] >= 18


def domain(user: User) -> str | None:
    """Return the part of the address after the last @, None without one."""
    _, at, after = user.get("email", "").rpartition("@")
    return after if at else None


def older(user: User, years: int) -> User:
    """Return the user after some years.

    Raises:
        ValueError: the number of years is negative.
    """
    if years < 0:
        raise ValueError("nobody becomes younger")
    return {**user, "age": user["age"] + years}


def by_age(users: list[User]) -> list[str]:
    """Return the names, the youngest first."""
    return [user["name"] for user in sorted(users, key=lambda user: (user["age"], user["name"]))]
