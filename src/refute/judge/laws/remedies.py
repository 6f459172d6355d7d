"""What would change our mind about a broken law: `REMEDIES`, by the law's name."""

from __future__ import annotations

_SAME = "compare and hash the same fields"
_COPY = "copy every field that == compares"
_COUNT = "count what __iter__ yields"
_ORDER = "compare tuples of the fields, in one order, as == does"

REMEDIES: dict[str, str] = {
    "eq-foreign": "return NotImplemented for what it cannot be compared with",
    "eq-reflexive": "return True for the object itself",
    "eq-none": "return NotImplemented for what is of another class",
    "eq-symmetric": "let both classes, or neither, know the other",
    "eq-transitive": "compare the fields for equality, not for likeness",
    "ne-agrees": "leave out __ne__: Python makes it from __eq__",
    "hash-raises": "hash only what can be hashed, or set __hash__ = None",
    "hash-stable": "hash only what does not change",
    "hash-equal": _SAME,
    "repr-raises": "show what is there, whatever the state",
    "str-raises": "return a text, whatever the state",
    "format-raises": "return a text for the empty specification",
    "bool-raises": "return True or False, whatever the state",
    "len-iter": _COUNT,
    "iter-twice": "return a new iterator each time",
    "contains-iter": "find what __iter__ yields",
    "bool-len": "leave out __bool__: Python asks __len__",
    "reversed-iter": "yield the same items as __iter__, from the end",
    "getitem-iter": "return by number what __iter__ yields in that place",
    "index-iter": "return the place at which __iter__ yields it first",
    "count-iter": _COUNT,
    "lt-irreflexive": "nothing is smaller than itself: < instead of <=",
    "lt-antisymmetric": _ORDER,
    "lt-eq": _ORDER,
    "le-agrees": "derive <= from < and ==, as functools.total_ordering does",
    "gt-mirrors": "derive > from <, as functools.total_ordering does",
    "copy-raises": "mend what copying calls, or let __copy__ refuse on purpose",
    "copy-equal": _COPY,
    "deepcopy-equal": _COPY,
    "deepcopy-independent": "copy what can change with copy.deepcopy, too",
    "pickle-equal": "keep every field that == compares",
    "eval-repr": "show every argument with !r, or write <…> around what is no call",
}

_GETATTR = "give __getattr__ a way out for names that are not set yet"


def remedy_for(law: str, raised: BaseException | None) -> str:
    """Return what to do about a broken law, "" where it is not one of ours."""
    return _GETATTR if law == "copy-raises" and _is_endless(raised) else REMEDIES.get(law, "")


def _is_endless(raised: BaseException | None) -> bool:
    return isinstance(raised, RecursionError | AttributeError)


# Why a law is taken to hold that some classes break with good reason.
CUSTOMS: dict[str, str] = {
    "len-iter": "who counts its items with len() expects as many from a loop",
    "contains-iter": "__contains__ seems to ask for what __iter__ yields, and does not find it",
    "bool-len": "an object with a length is taken to be false where it is empty",
    "le-agrees": "who asks for <= expects that equal is enough",
    "lt-eq": "what is sorted or bisected is taken not to be less than its equal",
    "deepcopy-independent": "who copies deeply expects to change only the copy",
    "eval-repr": "a repr that reads like a call is taken to make an equal object",
}
