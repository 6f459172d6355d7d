"""Names in rendered code: how targets are imported (`Imports`), what variables are called (`Namer`)."""

from __future__ import annotations

import ast
import builtins
import keyword
import re
import sys
from collections.abc import Iterable

from refute.model.sequence import (
    Allocate,
    Call,
    Callback,
    Derive,
    Display,
    Literal,
    Operation,
)
from refute.model.typeform import CALLABLE, NONE, TypeForm, members

BUILTINS = frozenset(dir(builtins))

# Longer names are cut to their last words: a line should be about what happens, not about what a class is called.
LONGEST = 24

_FOR_BUILTIN = {
    "str": "text",
    "bytes": "data",
    "bytearray": "data",
    "int": "number",
    "float": "number",
    "complex": "number",
    "bool": "flag",
    "list": "items",
    "tuple": "values",
    "set": "elements",
    "frozenset": "elements",
    "dict": "mapping",
    "deque": "items",
    "OrderedDict": "mapping",
    CALLABLE: "function",
    "decimal:Decimal": "number",
    "fractions:Fraction": "number",
}

# Routines whose own name is a good name for what they return; verbs are not.
_NOUNS = frozenset(
    [
        *("count", "size", "length", "index", "total", "key", "value", "name", "first", "last"),
        *("head", "tail", "top", "depth", "height", "width", "degree", "min", "max", "sum"),
        *("mean", "median", "items", "keys", "values", "title", "text", "parent", "child"),
        *("left", "right"),
    ]
)
_GETTERS = re.compile(
    r"(get|make|create|build|find|compute|calculate|new|fetch|load|read)_(?=[a-z])"
)


def snake(name: str) -> str:
    """Return a class name as a variable name.

    >>> snake("SortedList"), snake("HTTPServer"), snake("_Node"), snake("__getitem__")
    ('sorted_list', 'http_server', 'node', 'getitem')
    """
    text = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name.strip("_"))
    return re.sub(r"\W|__+", "_", text).lower() or "value"


def shortened(name: str) -> str:
    """Return as many last words of a name as make a variable of bearable length."""
    words = name.split("_")
    while len(words) > 1 and len("_".join(words)) > LONGEST:
        del words[0]
    short = "_".join(words)
    return short if short.isidentifier() else f"a_{short}"


def base_name(operation: Operation) -> str:
    """Return what to call the value of an operation, before it is made unique."""
    match operation:
        case Literal(text, _) if text.startswith("lambda"):
            return "function"
        case Literal(_, form) | Display(_, _, form):
            return _of_form(form) or "value"
        case Allocate(target):
            return _of_class(target)
        case Derive(base, _):
            return "Derived" + base.rpartition(":")[2].rpartition(".")[2].strip("_")
        case Callback(role):
            named = role.isidentifier() and not keyword.iskeyword(role)
            return shortened(snake(role)) if named else "callback"
        case Call(target, how=how) if how in ("get", "field"):
            return snake(target.rpartition(".")[2])
        case Call(target, how=how) if how in ("new", "build"):
            return _of_class(target)
        case Call(target, output=output, then=then):
            gives_items = then.endswith("items") or target.endswith(("__iter__", "__reversed__"))
            return _of_routine(target, None if gives_items else output)
    return "value"


def _of_class(target: str) -> str:
    return shortened(snake(target.rpartition(":")[2].rpartition(".")[2]))


def _of_form(form: TypeForm) -> str | None:
    """Return a name for a value of this form, or None where the form says nothing."""
    plain = [m for m in members(form) if m != NONE]
    if len(plain) != 1:
        return None
    name = plain[0].name
    return _FOR_BUILTIN.get(name) or (_of_class(name) if ":" in name else None)


def _of_routine(target: str, output: TypeForm | None) -> str:
    form = _of_form(output) if output is not None else "items"
    if form is not None and form not in _FOR_BUILTIN.values():
        return form
    name = snake(re.split(r"[:.]", target)[-1])
    stripped = _GETTERS.sub("", name)
    if stripped != name or name in _NOUNS or name.startswith(("is_", "has_")):
        return shortened(stripped)
    return "items" if form == "items" and output is None else "result"


class Namer:
    """Hands out variable names that shadow nothing."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = set(taken)

    def fresh(self, base: str, hidden: Iterable[str] = ()) -> str:
        """Return the base, or the base with a number, none of the hidden ones; `set` becomes `set_`."""
        name, number = base, 1
        while self._is_taken(name) or name in hidden:
            number += 1
            shadows = base in BUILTINS or keyword.iskeyword(base) or keyword.issoftkeyword(base)
            name = f"{base}_" if shadows and number == 2 else f"{base}_{number}"
        self._taken.add(name)
        return name

    def _is_taken(self, name: str) -> bool:
        return (
            name in self._taken
            or name in BUILTINS
            or keyword.iskeyword(name)
            or keyword.issoftkeyword(name)
        )


def fresh_among(used: set[str], base: str) -> str:
    """Return the base, or the base with a number where it is used; note that it is.

    >>> used = {"stack"}
    >>> fresh_among(used, "stack"), fresh_among(used, "item"), fresh_among(used, "stack")
    ('stack_2', 'item', 'stack_3')
    """
    name, number = base, 1
    while name in used:
        number += 1
        name = f"{base}_{number}"
    used.add(name)
    return name


class Imports:
    """The imports of one file, made as they are asked for.

    The first to ask for a name gets `from module import name`; whoever needs another thing of the same name, or a
    name that would shadow a builtin or be collected by pytest, gets `import module`.
    """

    def __init__(self, reserved: Iterable[str] = ()) -> None:
        self._reserved = set(reserved)
        self._from: dict[str, str] = {}  # name -> module it is imported from
        self._modules: dict[
            str, str
        ] = {}  # module -> the name it is used by; the same unless renamed

    def bound(self) -> set[str]:
        """Return the names that the imports bind."""
        tops = {alias.partition(".")[0] for alias in self._modules.values()}
        return tops | set(self._from) | self._reserved

    def reference(self, target: str) -> ast.expr:
        """Return the expression for `module:qualname`."""
        module, _, qualname = target.partition(":")
        top, *rest = qualname.split(".")
        if module == "builtins":
            return _dotted([top, *rest])
        if self._from.get(top) == module or self._may_bind(top):
            self._from[top] = module
            return _dotted([top, *rest])
        return _dotted([*self.module(module).split("."), top, *rest])

    def module(self, module: str) -> str:
        """Import a module and return the name to use it by."""
        if module not in self._modules:
            top = module.partition(".")[0]
            clash = top in self._from or top in self._reserved
            self._modules[module] = Namer(self.bound()).fresh(f"{top}_module") if clash else module
        return self._modules[module]

    @staticmethod
    def is_standard(module: str) -> bool:
        """Return whether a module belongs to the standard library: those are used by their full name."""
        return _group(module) == 0

    def lines(self) -> list[str]:
        """Return the import statements: the standard library's, a blank line, pytest's, a blank line, the others."""
        groups: dict[int, list[str]] = {}
        for module, alias in sorted(self._modules.items()):
            renamed = f" as {alias}" if alias != module else ""
            groups.setdefault(_group(module), []).append(f"import {module}{renamed}")
        for module in sorted(set(self._from.values())):
            names = sorted((n for n, m in self._from.items() if m == module), key=_import_key)
            groups.setdefault(_group(module), []).extend(_from_line(module, names))
        lines: list[str] = []
        for _, group in sorted(groups.items()):
            lines += ["", *group] if lines else group
        return lines

    def _may_bind(self, name: str) -> bool:
        return (
            name not in self.bound()
            and name not in BUILTINS
            and name not in _USED
            and not name.lower().startswith("test")
        )


# Modules that tests use by name; any other of the standard library may share its name with something of the subject.
_USED = frozenset(
    [
        *("asyncio", "builtins", "collections", "contextlib", "copy", "datetime", "decimal"),
        *("enum", "fractions", "functools", "io", "itertools", "json", "math", "operator"),
        *("os", "pathlib", "pickle", "pytest", "random", "re", "string", "subprocess", "sys"),
        *("time", "types", "typing", "uuid"),
    ]
)


def _dotted(parts: list[str]) -> ast.expr:
    node: ast.expr = ast.Name(parts[0])
    for part in parts[1:]:
        node = ast.Attribute(node, part)
    return node


def _group(module: str) -> int:
    top = module.partition(".")[0]
    return 0 if top in sys.stdlib_module_names else 1 if top == "pytest" else 2


def _import_key(name: str) -> tuple[int, str]:
    # isort's order: CONSTANTS, then Classes, then functions.
    kind = 0 if name.isupper() and len(name) > 1 else 1 if name[:1].isupper() else 2
    return kind, name


def _from_line(module: str, names: list[str]) -> list[str]:
    line = f"from {module} import {', '.join(names)}"
    if len(line) <= 100:
        return [line]
    return [f"from {module} import (", *(f"    {name}," for name in names), ")"]
