"""Look-ups that let the exception through where no default was given."""

from __future__ import annotations

_NOTHING: object = object()


def nested(table: dict[str, dict[str, int]], outer: str, inner: str, strict: bool) -> int:
    """Return what stands in the table; 0 for what does not, unless that is an error."""
    try:
        return table[outer.lower()][inner.lower()]
    except KeyError:
        if strict:
            raise
        return 0


def share(part: int, whole: int, strict: bool) -> float:
    """Return the share of the whole."""
    try:
        return part / (whole * 2)
    except ZeroDivisionError:
        if strict:
            raise
        return 0.0


def newest(versions: list[str], strict: bool) -> str:
    """Return the last version; nothing where there is none, unless that is an error."""
    try:
        return _last(versions)
    except IndexError as error:
        if strict:
            raise error
        return ""


def _last(versions: list[str]) -> str:
    return sorted(versions)[-1]
