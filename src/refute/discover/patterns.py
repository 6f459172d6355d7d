"""Names picked by pattern, as by pytest's -k: `select` for -k and --exclude, `matcher` for one pattern."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Callable, Iterable, Iterator

from refute.model.errors import UsageError
from refute.model.subject import Routine


def select(
    routines: Iterable[Routine], keep: Iterable[str] = (), exclude: Iterable[str] = ()
) -> list[Routine]:
    """Return the routines that match one of `keep` (all, if there is none) and none of `exclude`.

    A pattern is as pytest's -k: words (parts of the name, or with * and ?) joined by and, or, not; several
    patterns, or one with commas, mean any of them.
    """
    is_asked = asked_by(keep, exclude)
    return [one for one in routines if is_asked(one.target)]


def asked_by(keep: Iterable[str], exclude: Iterable[str]) -> Callable[[str], bool]:
    """Return whether patterns leave a name, as a function."""
    kept = [matcher(text) for text in _split(keep)]
    dropped = [matcher(text) for text in _split(exclude)]

    def is_asked(name: str) -> bool:
        wanted = not kept or any(matches(name) for matches in kept)
        return wanted and not any(matches(name) for matches in dropped)

    return is_asked


def _split(patterns: Iterable[str]) -> Iterator[str]:
    for pattern in patterns:
        yield from filter(None, (part.strip() for part in pattern.split(",")))


def matcher(pattern: str) -> Callable[[str], bool]:
    """Return whether a name matches the pattern, as a function; UsageError for a pattern that cannot be read.

    >>> matcher("cart and not add")("shop.cart:Cart.pop")
    True
    """
    tokens = re.findall(r"[()]|[^\s()]+", pattern)
    found, rest = _any(tokens, pattern)
    if rest:
        raise _bad_pattern(pattern, f"unexpected {rest[0]!r}")
    return found


_Matches = Callable[[str], bool]


def _any(tokens: list[str], pattern: str) -> tuple[_Matches, list[str]]:
    """Return what the tokens say up to where "or" no longer goes on, and the tokens behind."""
    first, rest = _all(tokens, pattern)
    parts = [first]
    while rest and rest[0].lower() == "or":
        one, rest = _all(rest[1:], pattern)
        parts.append(one)
    return lambda name: any(one(name) for one in parts), rest


def _all(tokens: list[str], pattern: str) -> tuple[_Matches, list[str]]:
    """Return what the tokens say up to where "and" no longer goes on, and the tokens behind."""
    first, rest = _not(tokens, pattern)
    parts = [first]
    while rest and rest[0].lower() == "and":
        one, rest = _not(rest[1:], pattern)
        parts.append(one)
    return lambda name: all(one(name) for one in parts), rest


def _not(tokens: list[str], pattern: str) -> tuple[_Matches, list[str]]:
    """Return what one word says, or "not" and a word, or what stands in parentheses, and the tokens behind."""
    if not tokens:
        raise _bad_pattern(pattern, "something is missing at its end")
    first, rest = tokens[0], tokens[1:]
    if first.lower() == "not":
        inner, rest = _not(rest, pattern)
        return lambda name: not inner(name), rest
    if first == "(":
        inner, rest = _any(rest, pattern)
        if not rest or rest[0] != ")":
            raise _bad_pattern(pattern, "a parenthesis is not closed")
        return inner, rest[1:]
    if first == ")" or first.lower() in ("and", "or"):
        raise _bad_pattern(pattern, f"unexpected {first!r}")
    return lambda name: _has_word(first.lower(), name), rest


def _has_word(word: str, name: str) -> bool:
    name = name.lower()
    inside = name.partition(":")[2]
    return word in name or fnmatch.fnmatchcase(name, word) or fnmatch.fnmatchcase(inside, word)


def _bad_pattern(pattern: str, why: str) -> UsageError:
    return UsageError(f"cannot read the pattern {pattern!r}: {why}.", "bad-pattern")
