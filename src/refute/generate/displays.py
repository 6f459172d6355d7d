"""Which collections are written as displays of their elements, and with what inside: `ELEMENTS`, `display_inputs`."""

from __future__ import annotations

from refute.model.typeform import TypeForm

# A type that asks for a collection → the kind of display that is one.
ELEMENTS = {
    "list": "list",
    "tuple": "tuple",
    "set": "set",
    "frozenset": "frozenset",
    "dict": "dict",
    "collections.abc:Iterable": "list",
    "collections.abc:Collection": "list",
    "collections.abc:Sequence": "list",
    "collections.abc:MutableSequence": "list",
    "collections.abc:Reversible": "list",
    "collections.abc:Set": "set",
    "collections.abc:MutableSet": "set",
    "collections.abc:Mapping": "dict",
    "collections.abc:MutableMapping": "dict",
}


def display_inputs(form: TypeForm) -> list[tuple[TypeForm, ...]]:
    """Return the elements of the displays of one and of two elements; dicts have one pair, fixed tuples what they have.

    >>> display_inputs(TypeForm("list", (TypeForm("int"),))) == [(TypeForm("int"),), (TypeForm("int"),) * 2]
    True
    """
    args = form.args
    if ELEMENTS[form.name] == "dict":
        return [(args[0], args[-1])]
    if form.name == "tuple" and args[-1].name != "...":
        return [args]
    return [args[:1], args[:1] * 2]
