"""Tags of an article."""

from __future__ import annotations


def normalize_tags(tags: list[str]) -> list[str]:
    """Return the tags in order, each once, in lower case and without blanks around them."""
    even = {tag.strip().lower() for tag in tags}
    return sorted(even - {""})


def common_tags(first: list[str], second: list[str]) -> list[str]:
    others = set(normalize_tags(second))
    return [tag for tag in normalize_tags(first) if tag in others]
