"""Classes that we have derived from the subject's: `note_base`, `base_of`, and those that we have not: `written_subclasses`.

To everybody who asks what an object is, one of a derived class is an object of its base: each sequence derives anew, and
whatever is learned is learned of the class that the subject has.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

_BASES: WeakKeyDictionary[type, type] = WeakKeyDictionary()


def note_base(cls: type, base: type) -> None:
    """Remember that we have derived a class from another."""
    _BASES[cls] = base


def base_of(cls: type) -> type | None:
    """Return the class of the subject's that we have derived this one from, None where we have not made it."""
    if not _BASES:
        return None
    try:
        return _BASES.get(cls)
    except TypeError:  # a metaclass whose classes cannot be hashed
        return None


def written_subclasses(cls: type) -> list[type]:
    """Return the direct subclasses that somebody has written: neither those that we derive nor those that watch fields."""
    below: list[type] = type.__subclasses__(cls)
    return [one for one in below if base_of(one) is None and "__refute_watched__" not in vars(one)]
