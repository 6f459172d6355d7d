"""Walks into nested lists and dictionaries, by a list of keys or a text of them: a key that is not there is the caller's."""

from __future__ import annotations


def look_up(source, path, parent=False):
    """Return what is found at the end of the path, or what it is in."""
    if path is None or path == "" or path == []:
        return source
    value = source
    if isinstance(path, str):
        keys = path.split(".")
    elif isinstance(path, list):
        keys = path
    else:
        raise TypeError("a path is a text or a list")
    if parent:
        keys = keys[:-1]
    for key in keys:
        if isinstance(value, list):
            key = int(key)
        value = value[key]
    return value
