"""Tags of an article; duplicates are looked for before case and blanks are evened out.

Wrong result:  normalize_tags(["a", "A"])  is  ["a", "a"]
"""

from __future__ import annotations


def normalize_tags(tags: list[str]) -> list[str]:
    """Return the tags in order, each once, in lower case and without blanks around them."""
    unique = sorted(set(tags))  # the fault: too early
    return [tag.strip().lower() for tag in unique if tag.strip()]


def common_tags(first: list[str], second: list[str]) -> list[str]:
    others = set(normalize_tags(second))
    return [tag for tag in normalize_tags(first) if tag in others]
