"""The parts of a lowered predicate: simple statements, reads, jumps; and the words of Python that matter for them.

Main names: `Program`, `LoweredFunction`, `Block`, `NotResumable`.  See `lower.py` for what is done with them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

# Methods that change their receiver.
MUTATORS = frozenset(
    (  # noqa: SIM905
        "add append appendleft clear difference_update discard extend extendleft insert "
        "intersection_update pop popitem popleft remove reverse rotate setdefault sort "
        "symmetric_difference_update update"
    ).split()
)

# Functions that leave their arguments as they were.
HARMLESS = frozenset(
    (  # noqa: SIM905
        "abs all any bool dict divmod enumerate float frozenset hash id int isinstance issubclass "
        "iter len list map max min next ord range repr reversed round set sorted str sum tuple type "
        "zip filter print callable deque"
    ).split()
)

# Functions that take everything from an iterable, in order.
CONSUMERS = ("list", "tuple", "set", "frozenset", "sorted", "sum", "max", "min")
CONTAINERS = ("list", "set", "dict", "deque")

FRESH_CALLS = frozenset(
    ["list", "set", "dict", "deque", "sorted", "defaultdict", "Counter", "OrderedDict"]
)

# Functions that look at fields without naming them.
INDIRECT = frozenset(
    ("getattr setattr hasattr delattr vars dir eval exec locals globals super").split()  # noqa: SIM905
)

# A predicate longer than this after inlining would take longer to compile than most searches last.
MOST_INSTRUCTIONS = 2_000


class NotResumable(Exception):
    """The predicate is outside what can be resumed; the message says why."""


@dataclass(slots=True)
class Plain:
    """A statement that reads no field; runs as it is."""

    node: ast.stmt


@dataclass(slots=True)
class Read:
    """`target` becomes field `name` of the object in variable `owner`."""

    target: str
    owner: str
    name: str


@dataclass(slots=True)
class ReadLength:
    """`target` becomes the length of the list in `owner`."""

    target: str
    owner: str


@dataclass(slots=True)
class ReadItem:
    """`target` becomes the item at `index` (already checked) of the list in `owner`."""

    target: str
    owner: str
    index: str


@dataclass(slots=True)
class RecursiveCall:
    """`target` becomes what a recursive function returns."""

    target: str
    function: str
    arguments: list[str]


@dataclass(slots=True)
class CheckedIndex:
    """`target` becomes `index` counted from the front; beyond `length` it raises IndexError."""

    target: str
    index: str
    length: str


Instruction = Plain | Read | ReadLength | ReadItem | RecursiveCall | CheckedIndex


@dataclass(slots=True)
class Jump:
    """Go on in another block."""

    to: int


@dataclass(slots=True)
class Branch:
    """Go on in one of two blocks."""

    test: ast.expr
    yes: int
    no: int


@dataclass(slots=True)
class Give:
    """Return a value; None means that an exception ends the predicate here."""

    value: ast.expr | None


@dataclass(slots=True)
class Block:
    """Instructions without a jump among them, and how they end."""

    number: int
    code: list[Instruction] = field(default_factory=list)
    end: Jump | Branch | Give | None = None


@dataclass(slots=True)
class LoweredFunction:
    """A function as blocks; the first is where it begins."""

    name: str
    parameters: list[str]
    blocks: list[Block] = field(default_factory=list)
    recursive: bool = False


@dataclass(slots=True)
class Program:
    """The predicate as functions; `constants` are the global names they use."""

    main: LoweredFunction
    functions: dict[str, LoweredFunction]
    constants: dict[str, Any]
    arrays: set[str]
    kinds: dict[str, str]


def stored_names(body: Iterable[ast.AST]) -> set[str]:
    """Return the names that statements assign or delete."""
    found: set[str] = set()
    for statement in body:
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
                found.add(node.id)
    return found


def load(name: str) -> ast.Name:
    """Return the use of a variable."""
    return ast.Name(name, ast.Load())


def assign(name: str, value: ast.expr) -> Plain:
    """Return the assignment of a value to a variable."""
    return Plain(ast.Assign([ast.Name(name, ast.Store())], value, lineno=1))


def expression(text: str) -> ast.expr:
    """Return text as an expression."""
    return ast.parse(text, mode="eval").body


def clone(node: Any) -> Any:
    """Return a deep copy of a syntax tree; ours go into several places."""
    if isinstance(node, ast.AST):
        made = type(node)(**{name: clone(value) for name, value in ast.iter_fields(node)})
        return ast.copy_location(made, node)
    return [clone(one) for one in node] if isinstance(node, list) else node


def kind_of(value: ast.expr) -> str:
    """Return which fresh container an expression makes, or "other"."""
    if isinstance(value, ast.List | ast.ListComp):
        return "list"
    if isinstance(value, ast.Set | ast.SetComp):
        return "set"
    if isinstance(value, ast.Dict | ast.DictComp):
        return "dict"
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
        name = value.func.id.split("_")[-1]
        if name in FRESH_CALLS:
            return {"sorted": "list", "list": "list", "set": "set", "deque": "deque"}.get(
                name, "dict"
            )
    return "other"


def is_name_call(node: Any) -> bool:
    """Return whether a node is the call of a plain name."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name)


def mutated_in(statements: list[ast.stmt]) -> set[str]:
    """Return the variables whose contents the statements may change."""
    found: set[str] = set()
    for statement in statements:
        for node in ast.walk(statement):
            match node:
                case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=attr)):
                    if attr in MUTATORS:
                        found.add(name)
    return found
