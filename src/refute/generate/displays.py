"""Which collections are written as displays, and with what inside: `ELEMENTS`, `display_inputs`, `Displays`; `loops_for`."""

from __future__ import annotations

from refute.model.sequence import Call, Display, Literal, Step
from refute.model.typeform import ANY, NONE, STR, TypeForm, members

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


def elements_for(form: TypeForm, count: int) -> list[TypeForm]:
    """Return what stands in a display of so many elements, or pairs; a fixed tuple has what it has.

    >>> [one.name for one in elements_for(TypeForm("dict", (TypeForm("str"), TypeForm("int"))), 1)]
    ['str', 'int']
    """
    kind = ELEMENTS[form.name]
    args = form.args or ((ANY, ANY) if kind == "dict" else (ANY,))
    if kind == "dict":
        return [args[0], args[-1]] * count
    if kind == "tuple" and not (len(args) == 2 and args[1].name == "...") and form.args:
        return list(args)
    return [args[0]] * count


_LIST, _DICT = TypeForm("list"), TypeForm("dict")
# A collection, the steps between, and the call that puts it into itself, each argument counted from the collection on.
Loop = tuple[tuple[Step, ...], Call, tuple[int, ...]]
_LOOPS: dict[str, Loop] = {
    "list": (
        (Step(Literal("[1]", _LIST), ()),),
        Call("builtins:list.append", (_LIST, _LIST), NONE, how="method"),
        (0, 0),
    ),
    "dict": (
        (Step(Literal("{'a': 1}", _DICT), ()), Step(Literal("'b'", STR), ())),
        Call("builtins:dict.__setitem__", (_DICT, STR, _DICT), NONE, how="operator"),
        (0, 1, 0),
    ),
}


def loops_for(form: TypeForm) -> tuple[Loop, ...]:
    """Return how collections are made that hold themselves, where the form asks for such as may hold anything.

    >>> [loop[1].target for loop in loops_for(TypeForm("collections.abc:Iterable"))]
    ['builtins:list.append']
    """
    kinds = [ELEMENTS.get(one.name) for one in members(form) if one.args[-1:] in ((), (ANY,))]
    return tuple(_LOOPS[kind] for kind in dict.fromkeys(kinds) if kind in _LOOPS)


class Displays:
    """One operation for each shape of a display, so that it is made ready once."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, tuple[TypeForm, ...]], Display] = {}

    def operation(self, kind: str, elements: tuple[TypeForm, ...], form: TypeForm) -> Display:
        """Return the operation that makes such a collection of these elements, for where the form is asked for."""
        key = (kind, elements)
        display = self._made.get(key)
        if display is None:
            display = self._made[key] = Display(kind, elements, TypeForm(kind, form.args))
        return display
