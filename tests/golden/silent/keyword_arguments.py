"""Functions with positional-only, keyword-only and arbitrarily many arguments."""

from __future__ import annotations


def joined(*parts: str, separator: str = ", ", last: str | None = None) -> str:
    """Return the parts with separators, and another one before the last if wanted."""
    if last is None or len(parts) < 2:
        return separator.join(parts)
    return separator.join(parts[:-1]) + last + parts[-1]


def tagged(name: str, /, *children: str, **attributes: str) -> str:
    """Return an element of a markup language, unescaped."""
    if not name.isidentifier():
        raise ValueError(f"{name!r} is not a name")
    pairs = "".join(f' {key}="{value}"' for key, value in sorted(attributes.items()))
    return f"<{name}{pairs}>{''.join(children)}</{name}>"


def largest(first: int, /, *rest: int) -> int:
    return max(first, *rest) if rest else first


def merged(base: dict[str, int], /, **changes: int | None) -> dict[str, int]:
    """Return the base with some entries changed; None removes one."""
    result = dict(base)
    for key, value in changes.items():
        if value is None:
            result.pop(key, None)
        else:
            result[key] = value
    return result


def scaled(values: list[int], *, factor: int = 1, offset: int = 0) -> list[int]:
    return [factor * value + offset for value in values]
