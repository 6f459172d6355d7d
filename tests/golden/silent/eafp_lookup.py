"""Look-ups that try first and translate the exception."""

from __future__ import annotations


class UnknownCountry(LookupError):
    """There is no such country in the table."""


CAPITALS = {"France": "Paris", "Italy": "Rome", "Norway": "Oslo"}


def capital_of(country: str) -> str:
    """Return the capital of one of the countries in the table."""
    try:
        return CAPITALS[country]
    except KeyError:
        raise UnknownCountry(f"no country is called {country!r}") from None


def first_or(items: list[int], default: int) -> int:
    """Return the first item, or the default if there is none."""
    try:
        return items[0]
    except IndexError:
        return default


def whole_number(text: str) -> int | None:
    """Return the number the text stands for, None if it does not stand for one."""
    try:
        return int(text)
    except ValueError:
        return None


def ratio(part: int, whole: int) -> float | None:
    """Return part divided by whole, None if that is not a finite number."""
    try:
        return part / whole
    except (ZeroDivisionError, OverflowError):
        return None
