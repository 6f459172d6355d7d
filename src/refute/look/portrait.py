"""Live values drawn as data, without running a line of the subject: `Portraits`, `summary`.

Fields are read past `__getattribute__`, elements past `__iter__`, and no `__repr__` of the subject is called, so that
looking changes nothing, and an object with a `repr` that raises, hangs or fills the memory is drawn like any other.
"""

from __future__ import annotations

import collections
import enum
import re
import sys
import types
from typing import Any

from refute.look.objects import attributes_of, fields_of
from refute.look.state import ordered
from refute.model.story import Cell, Node, written

# Of one object so many entries are listed, of one value so many characters; so many objects are drawn in all.
_MOST_ENTRIES = 60
_LONGEST = 120
_MOST_NODES = 400
# A number of more digits is not turned into text: that alone can take minutes.
_WIDEST = 400

ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
# Messages may be coloured: those of deal are.
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_ATOMS = (int, float, complex, str, bytes, bool, type(None), type(...), type(NotImplemented))
_NAMED = (
    type,
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodType,
    types.MethodWrapperType,
    types.WrapperDescriptorType,
    types.MethodDescriptorType,
)
# Modules of the standard library whose values are best shown by their own repr, which calls nobody else's.
_WRITTEN = frozenset(
    ["datetime", "decimal", "fractions", "ipaddress", "pathlib", "re", "uuid", "zoneinfo"]
)

_WATCHES = "refute.judge.promises.formulas"


class Portraits:
    """Draws the values of one running sequence; an object keeps its number from look to look."""

    def __init__(self) -> None:
        self._numbers: dict[int, int] = {}
        self._alive: dict[int, int] = {}
        self._next = 0
        self._seen: dict[int, Node] = {}

    def look(self, values: list[object]) -> tuple[list[Cell], dict[int, Node]]:
        """Return each value as a cell, and the nodes that are new or differ from the last look."""
        self._alive = {}
        nodes: dict[int, Node] = {}
        waiting: list[tuple[int, object]] = []
        cells = [self._cell(value, waiting) for value in values]
        while waiting and len(nodes) < _MOST_NODES:
            number, value = waiting.pop(0)
            nodes[number] = self._node(value, waiting)
        for number, value in waiting:
            nodes[number] = Node(_name(type(value)), "object", (), 1)
        changed = {n: node for n, node in nodes.items() if self._seen.get(n) != node}
        self._seen = nodes
        # Only what is still there keeps its number: the address of what is gone may be used again.
        self._numbers = self._alive
        return cells, changed

    def nodes(self) -> dict[int, Node]:
        """Return all nodes of the last look."""
        return self._seen

    def _cell(self, value: object, waiting: list[tuple[int, object]]) -> Cell:
        text = plain_text(value)
        if text is not None:
            return text
        number = self._alive.get(id(value))
        if number is None:
            number = self._numbers.get(id(value))
            if number is None:
                number = self._next
                self._next += 1
            self._alive[id(value)] = number
            waiting.append((number, value))
        return number

    def _node(self, value: Any, waiting: list[tuple[int, object]]) -> Node:
        cls = type(value)
        try:
            kind, entries, left = _contents(value, cls)
        except Exception:  # a class that lies about what it is
            return Node(_name(cls), "object", (("", "cannot be looked into"),))
        drawn = [(label, self._cell(item, waiting)) for label, item in entries]
        return Node(_name(cls), kind, tuple(drawn), left)


def plain_text(value: object) -> str | None:
    """Return a value as text if it is no object to look into; None if it is."""
    cls = type(value)
    if cls in _ATOMS:
        return _atom(value, cls)
    if cls is _Text:
        return str.__str__(value)
    if issubclass(cls, _NAMED):
        return _cut(str(getattr(value, "__qualname__", None) or cls.__name__))
    if issubclass(cls, types.ModuleType):
        return f"module {getattr(value, '__name__', '?')}"
    if cls in (tuple, frozenset) and not value:
        return "()" if cls is tuple else "frozenset()"
    if issubclass(cls, enum.Enum):
        return f"{_name(cls)}.{(attributes_of(value) or {}).get('_name_', '?')}"
    if _module(cls) in _WRITTEN:
        return _standard_text(value)
    if type.__getattribute__(cls, "__module__") == _WATCHES:
        return f"a {_name(cls)}"  # part of the test: what is in there concerns nobody
    return None


def _atom(value: Any, cls: type) -> str:
    if cls is int and value.bit_length() > _WIDEST:
        return f"an int of {value.bit_length()} bits"
    if cls in (str, bytes) and len(value) > _LONGEST:
        return f"{value[:_LONGEST]!r}… ({len(value)} in all)"
    return repr(value)


def _cut(text: str) -> str:
    text = ADDRESS.sub("", text)
    shown = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}… ({len(text)} characters)"
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in shown)


def _name(cls: type) -> str:
    return _cut(type.__getattribute__(cls, "__qualname__"))


def _module(cls: type) -> str:
    name = type.__getattribute__(cls, "__module__")
    return name.partition(".")[0] if type(name) is str else ""


class _Text(str):
    """Text that is shown as it is, without quotes."""


def _contents(value: Any, cls: type) -> tuple[str, list[tuple[str, object]], int]:
    """Return the kind of an object, what it holds, and how much more there is."""
    fields = _fields(value)
    for base in (list, tuple, collections.deque):
        if issubclass(cls, base):
            return _limited(*_listed(value, cls, base), fields)
    if issubclass(cls, dict):
        pairs = [(_key(key), item) for key, item in dict.items(value)]
        return _limited("dict", pairs, fields)
    for kind in (set, frozenset):
        if issubclass(cls, kind):
            members = ordered(list(kind.__iter__(value)))
            return _limited(kind.__name__, [("", item) for item in members], fields)
    for atom in (int, float, str, bytes, bytearray, complex):
        if issubclass(cls, atom):
            whole = atom is int and int.bit_length(value) > _WIDEST
            text = "a large int" if whole else _cut(atom.__repr__(value))
            return _limited("object", [("", _Text(text))], fields)
    if issubclass(cls, BaseException):
        arguments = BaseException.args.__get__(value)  # type: ignore[attr-defined]
        return _limited("object", [("args", arguments)], fields)
    if not fields and _module(cls) in sys.stdlib_module_names:
        return "object", [("", _Text(_standard_text(value)))], 0
    return _limited("object", [], fields)


def _listed(value: Any, cls: type, base: type) -> tuple[str, list[tuple[str, object]]]:
    items = list(base.__iter__(value))  # type: ignore[attr-defined]
    names = getattr(cls, "_fields", ()) if base is tuple else ()
    if len(names) != len(items) or not items:
        return base.__name__, [(str(place), item) for place, item in enumerate(items)]
    return "object", [(str(name), item) for name, item in zip(names, items, strict=True)]


def _key(key: object) -> str:
    text = plain_text(key)
    if text is not None:
        return text
    if type(key) is tuple:
        return _cut("(" + ", ".join(map(_key, key)) + ("," if len(key) == 1 else "") + ")")
    return f"a {_name(type(key))}"


def _limited(
    kind: str, listed: list[tuple[str, object]], fields: list[tuple[str, object]]
) -> tuple[str, list[tuple[str, object]], int]:
    if fields and kind != "object":
        listed = [(f"[{label}]" if label else "", item) for label, item in listed]
        kind = "object"
    every = [*listed, *fields]
    return kind, every[:_MOST_ENTRIES], max(0, len(every) - _MOST_ENTRIES)


def _fields(value: object) -> list[tuple[str, object]]:
    found = fields_of(value).items()
    return [(n, item) for n, item in found if type(n) is str and not n.startswith("__")]


def _standard_text(value: object) -> str:
    try:
        return _cut(repr(value))
    except Exception as raised:
        return f"a {_name(type(value))} whose repr raises {type(raised).__name__}"


def summary(value: object, most: int = 120, hide: bool = False) -> str:
    """Return one value on one line; see `model.story.written`."""
    cells, nodes = Portraits().look([value])
    return written(cells[0], nodes, most, hide)
