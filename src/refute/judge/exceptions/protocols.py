"""Exceptions that belong to a method's protocol: `excuse`.

A method's name promises something only where the method is called on an object, and only about what the object holds.
A slip of the code's own is none of it, whatever the method is called.
"""

from __future__ import annotations

import re

from refute.model.evidence import Evidence
from refute.model.sequence import RECEIVERS

_LOOKING_UP = frozenset({"KeyError", "IndexError"})
_OPERATORS = (
    *("add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "divmod", "pow"),
    *("lshift", "rshift", "and", "or", "xor"),
)
_DIVISIONS = ("truediv", "floordiv", "mod", "divmod", "pow")

_MAY_RAISE: dict[str, frozenset[str]] = {
    # Arithmetic, ordering, hashing: a TypeError means "not with this".
    **{
        f"__{prefix}{name}__": frozenset(
            {"TypeError", "ArithmeticError"} if name in _DIVISIONS else {"TypeError"}
        )
        for prefix in ("", "r", "i")
        for name in _OPERATORS
    },
    **dict.fromkeys(("__lt__", "__le__", "__gt__", "__ge__", "__hash__"), frozenset({"TypeError"})),
    **dict.fromkeys(
        ("__int__", "__float__", "__index__", "__complex__"),
        frozenset({"TypeError", "ValueError", "OverflowError"}),
    ),
    **dict.fromkeys(("__getitem__", "__delitem__", "__setitem__"), _LOOKING_UP),
    **dict.fromkeys(("__next__", "__anext__"), frozenset({"StopIteration", "StopAsyncIteration"})),
    **dict.fromkeys(("__getattr__", "__getattribute__"), frozenset({"AttributeError"})),
}
# Plain names, as of lists, dictionaries and deques: these speak only of what the object holds.
_OF_COLLECTIONS: dict[str, frozenset[str]] = {
    **dict.fromkeys(("pop", "popitem", "popleft"), _LOOKING_UP),
    **dict.fromkeys(("remove", "index"), _LOOKING_UP | {"ValueError"}),
}
# These may be asked about anything: with an object of its own class, or of the class that is annotated, there is no excuse.
_COMPARING = {
    **dict.fromkeys(("__eq__", "__ne__"), frozenset({"TypeError", "AttributeError"})),
    "__contains__": frozenset({"TypeError"}),
}


def excuse(evidence: Evidence) -> str:
    """Return why the method may raise such an exception, "" where no protocol says so."""
    if evidence.how not in RECEIVERS:
        return ""
    name = re.split("[.:]", evidence.target)[-1]
    raised = evidence.bases
    if name in _COMPARING:
        excused = evidence.foreign and not raised.isdisjoint(_COMPARING[name])
        return f"{name} may be asked about anything" if excused else ""
    if evidence.documented == "base":
        return ""
    in_collection = not evidence.slips and not raised.isdisjoint(_OF_COLLECTIONS.get(name, ()))
    if in_collection or not raised.isdisjoint(_MAY_RAISE.get(name, ())):
        return f"{name} may raise it by protocol"
    return ""


# Functions for one item of what they are given.
_ITEM_OF = frozenset({"first", "second", "last", "nth", "peek"})


def asks_for_an_item(evidence: Evidence) -> bool:
    """Return whether the caller asked for an item of something that has none: `last([])`.

    Not where the items are the code's own: the words of a text, what an object holds.
    """
    if evidence.how in RECEIVERS or re.split("[.:]", evidence.target)[-1] not in _ITEM_OF:
        return False
    if "StopIteration" in evidence.bases:
        return True
    return "IndexError" in evidence.bases and evidence.operand != "own" and not evidence.slips
