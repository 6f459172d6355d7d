"""Exceptions that belong to the protocol of a method or function: what its name promises.

A method's name promises something only where the method is called on an object, and only about what the object holds.
A look-up in something of the code's own making is none of it, whatever the method is called.
"""

from __future__ import annotations

import re

from refute.model.evidence import Evidence, Origin
from refute.model.sequence import RECEIVERS

_LOOKING_UP = frozenset({"KeyError", "IndexError"})
_OPERATORS = (
    *("add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "divmod", "pow"),
    *("lshift", "rshift", "and", "or", "xor"),
)
_DIVISIONS = ("truediv", "floordiv", "mod", "divmod", "pow")

_ORDER = ("__lt__", "__le__", "__gt__", "__ge__")

_MAY_RAISE: dict[str, frozenset[str]] = {
    # Arithmetic, ordering, hashing: a TypeError means "not with this".
    **{
        f"__{prefix}{name}__": frozenset(
            {"TypeError", "ArithmeticError"} if name in _DIVISIONS else {"TypeError"}
        )
        for prefix in ("", "r", "i")
        for name in _OPERATORS
    },
    **dict.fromkeys((*_ORDER, "__hash__"), frozenset({"TypeError"})),
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


def may_be_asked_about_anything(facts: Evidence) -> bool:
    """Return whether a comparison stumbles over an operand of another class."""
    allowed = _COMPARING.get(method_of(facts), frozenset())
    return facts.compares_other_class and not facts.bases.isdisjoint(allowed)


def stumbles_over_other_class(facts: Evidence) -> bool:
    """Return whether an order or a look-up reads an attribute of an operand of another class, where TypeError is usual."""
    if "AttributeError" not in facts.bases:
        return False
    if method_of(facts) == "__contains__":
        return facts.compares_other_class or facts.origin is Origin.PASSED_IN
    return facts.compares_other_class and method_of(facts) in _ORDER


def belongs_to_protocol(facts: Evidence) -> bool:
    """Return whether a method of this name may raise such an exception."""
    if facts.documented == "base":
        return False
    name, raised = method_of(facts), facts.bases
    in_collection = not facts.lookup_in_own and not raised.isdisjoint(_OF_COLLECTIONS.get(name, ()))
    return in_collection or not raised.isdisjoint(_MAY_RAISE.get(name, ()))


def method_of(facts: Evidence) -> str:
    """Return the name of the method that was called, "" for a plain function: its name promises nothing."""
    return _name(facts) if facts.how in RECEIVERS else ""


def _name(facts: Evidence) -> str:
    return re.split("[.:]", facts.target)[-1]


# Functions for one item of what they are given.
_ITEM_OF = frozenset({"first", "second", "last", "nth", "peek"})


def asks_for_an_item(facts: Evidence) -> bool:
    """Return whether the caller asked for an item of something that has none: `last([])`.

    Not where the items are the code's own: the words of a text, what an object holds.
    """
    if facts.how in RECEIVERS or _name(facts) not in _ITEM_OF:
        return False
    if "StopIteration" in facts.bases:
        return True
    is_own = facts.origin is Origin.OWN or facts.lookup_in_own
    return "IndexError" in facts.bases and not is_own
