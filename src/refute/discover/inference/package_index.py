"""Functions and classes of a package as its source defines them, by name: `PackageIndex`.  Nothing is imported."""

from __future__ import annotations

import ast
import builtins
import operator
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from refute.look.function_source import Function
from refute.look.module_source import ParsedModule

# A name imported from a module that has imported it from another, and so on.
_LONGEST_CHAIN = 6


@dataclass(slots=True)
class ClassInfo:
    """A class as it is written; `key` is `module:qualname`."""

    key: str
    module: str
    node: ast.ClassDef
    methods: dict[str, FunctionInfo] = field(default_factory=dict)
    bases: list[str] = field(
        default_factory=list
    )  # keys of bases, those outside the package included

    @property
    def name(self) -> str:
        """The bare name."""
        return self.node.name


@dataclass(slots=True)
class FunctionInfo:
    """A function or method as it is written."""

    key: str
    module: str
    node: Function
    owner: ClassInfo | None = None

    @property
    def decorators(self) -> set[str]:
        """The bare names of its decorators."""
        called = (
            one.func if isinstance(one, ast.Call) else one for one in self.node.decorator_list
        )
        return {name.rpartition(".")[2] for one in called if (name := dotted(one))}

    def parameters(self) -> list[ast.arg]:
        """Return the parameters that a caller passes by position or by name, without the receiver."""
        return [*self._plain(), *self.node.args.kwonlyargs]

    def given(self) -> list[ast.arg]:
        """Return those parameters and `*args`, of which a caller passes the items."""
        rest = self.node.args.vararg
        return [*self.parameters(), *([rest] if rest is not None else [])]

    def _plain(self) -> list[ast.arg]:
        given = self.node.args
        plain = [*given.posonlyargs, *given.args]
        if self.owner is not None and "staticmethod" not in self.decorators:
            plain = plain[1:]
        return plain

    def place_of(self, name: str) -> str:
        """Return the place of what a caller passes for a parameter: of `*args`, each is an item of what the body sees."""
        rest = self.node.args.vararg
        return f"{self.key}#{name}" + ("[]" if rest is not None and rest.arg == name else "")

    def positional(self) -> list[str]:
        """Return the names of the parameters that can be passed by position."""
        return [one.arg for one in self._plain()]


def walk(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and all below it, as `ast.walk` does in another order, and in half the time."""
    todo = [node]
    while todo:
        one = todo.pop()
        yield one
        for value in vars(one).values():
            if isinstance(value, ast.AST):
                todo.append(value)
            elif type(value) is list:
                todo += [part for part in reversed(value) if isinstance(part, ast.AST)]


def dotted(node: ast.AST) -> str:
    """Return `a.b.c` as text, "" for any other expression."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else ""


class PackageIndex:
    """What the modules of a package define, and what names mean in them."""

    def __init__(self, modules: Iterable[ParsedModule]) -> None:
        self.modules = {one.name: one.tree for one in modules}
        self.classes: dict[str, ClassInfo] = {}
        self.functions: dict[str, FunctionInfo] = {}
        self.variables: set[str] = set()  # keys of module-level variables
        self._imports: dict[str, dict[str, str]] = {}
        for name, tree in self.modules.items():
            self._imports[name] = dict(_imports(name, tree, self._is_package(name)))
            self._read(name, tree)
        for info in self.classes.values():
            info.bases = [self.resolve(info.module, dotted(one)) for one in info.node.bases]

    def _is_package(self, name: str) -> bool:
        return any(other.startswith(f"{name}.") for other in self.modules)

    def _read(self, module: str, tree: ast.Module) -> None:
        for node in _statements(tree.body):
            if isinstance(node, Function):
                self._add(FunctionInfo(f"{module}:{node.name}", module, node))
            elif isinstance(node, ast.ClassDef):
                self._read_class(module, node, "")
            elif isinstance(node, ast.Assign | ast.AnnAssign):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                names = (one.id for one in targets if isinstance(one, ast.Name))
                self.variables.update(f"{module}:{name}" for name in names)

    def _read_class(self, module: str, node: ast.ClassDef, prefix: str) -> None:
        key = f"{module}:{prefix}{node.name}"
        info = self.classes[key] = ClassInfo(key, module, node)
        for one in _statements(node.body):
            if isinstance(one, Function):
                method = FunctionInfo(f"{key}.{one.name}", module, one, info)
                if self._add(method):
                    info.methods[one.name] = method
            elif isinstance(one, ast.ClassDef):
                self._read_class(module, one, f"{prefix}{node.name}.")
            else:
                _read_alias(info, one)

    def _add(self, function: FunctionInfo) -> bool:
        """Keep a function unless it is only one signature of several, or the setter of a property."""
        if function.decorators & {"overload", "setter", "deleter"}:
            return False
        self.functions[function.key] = function
        return True

    # ---- names ------------------------------------------------------------------------------------------------

    def resolve(self, module: str, name: str) -> str:
        """Return what a dotted name means in a module: a key, a module, a builtin's bare name; "" for nothing known."""
        if not name:
            return ""
        head = name.partition(".")[0]
        if self._defines(module, head) or head in self._imports.get(module, ()):
            return self.canonical(f"{module}:{name}")
        return name if hasattr(builtins, head) else ""

    def _defines(self, module: str, head: str) -> bool:
        key = f"{module}:{head}"
        return key in self.classes or key in self.functions or key in self.variables

    def canonical(self, key: str) -> str:
        """Return a key by the module that defines it, wherever it was imported from."""
        for _ in range(_LONGEST_CHAIN):
            module, _, name = key.partition(":")
            head, _, rest = name.partition(".")
            if not name or module not in self.modules or self._defines(module, head):
                return key
            origin = self._imports[module].get(head)
            if origin is None and f"{module}.{head}" in self.modules:
                origin = f"{module}.{head}"
            if origin is None:
                return ""
            as_module = origin.replace(":", ".")
            origin = as_module if as_module in self.modules else origin
            key = f"{origin}{'.' if ':' in origin else ':'}{rest}" if rest else origin
        return ""

    def lineage(self, info: ClassInfo) -> Iterator[ClassInfo]:
        """Yield a class and its bases in the package, each once."""
        todo, seen = [info], {info.key}
        while todo:
            one = todo.pop(0)
            yield one
            known = [self.classes[base] for base in one.bases if base in self.classes]
            todo += [base for base in known if base.key not in seen]
            seen.update(base.key for base in known)

    def method(self, info: ClassInfo, name: str, *, above: bool = False) -> FunctionInfo | None:
        """Return a method of a class, its own or inherited; `above` leaves out its own."""
        found = (one.methods.get(name) for one in self.lineage(info) if not (above and one is info))
        return next(filter(None, found), None)

    def constructor(self, info: ClassInfo) -> FunctionInfo | None:
        """Return the method that takes what a call of the class passes."""
        return self.method(info, "__init__") or self.method(info, "__new__")

    def function_of(self, target: str, is_class: bool) -> FunctionInfo | None:
        """Return the function behind the target of a routine, wherever it is defined."""
        key = self.canonical(target)
        if is_class:
            return self.constructor(self.classes[key]) if key in self.classes else None
        if key in self.functions:
            return self.functions[key]
        owner, _, name = key.rpartition(".")
        return self.method(self.classes[owner], name) if owner in self.classes else None


def _read_alias(info: ClassInfo, node: ast.stmt) -> None:
    """Take note of a second name of a method: `append = add`."""
    match node:
        case ast.Assign([ast.Name(name)], ast.Name(method)) if method in info.methods:
            info.methods[name] = info.methods[method]


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield statements, those under `if` and `try` included: many definitions depend on the version."""
    for node in body:
        yield node
        for part in _parts(node):
            yield from _statements(getattr(node, part, []))


def _parts(node: ast.stmt) -> tuple[str, ...]:
    """Return what is run of a statement with others below it: of a test of the version, what holds for this one."""
    match node:
        case ast.If(
            ast.Compare(ast.Attribute(ast.Name("sys"), "version_info"), [compared], [other])
        ):
            holds = _COMPARED.get(type(compared))
            version = _literal(other)
            if holds is not None and isinstance(version, tuple):
                return ("body",) if holds(sys.version_info[:], version) else ("orelse",)
    return ("body", "orelse", "finalbody") if isinstance(node, ast.If | ast.Try) else ()


_COMPARED: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.GtE: operator.ge,
    ast.Gt: operator.gt,
    ast.LtE: operator.le,
    ast.Lt: operator.lt,
}


def _literal(node: ast.expr) -> object:
    try:
        return ast.literal_eval(node)
    except ValueError:
        return None


def _imports(module: str, tree: ast.Module, is_package: bool) -> Iterator[tuple[str, str]]:
    """Yield each imported name with what it stands for: `module` or `module:name`."""
    for node in walk(tree):
        if isinstance(node, ast.Import):
            for one in node.names:
                name = one.name if one.asname else one.name.partition(".")[0]
                yield one.asname or name, name
        elif isinstance(node, ast.ImportFrom):
            origin = _origin(module, node, is_package)
            for one in node.names:
                yield one.asname or one.name, f"{origin}:{one.name}"


def _origin(module: str, node: ast.ImportFrom, is_package: bool) -> str:
    if not node.level:
        return node.module or ""
    parts = module.split(".")
    parts = parts[: len(parts) - node.level + is_package]
    return ".".join([*parts, *([node.module] if node.module else [])])
