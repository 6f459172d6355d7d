"""Python statements → `Sequence`: `ExampleWriter`, of the doctests in a module `sequences_in`.

What is written in an example is a way to use the code that its author has thought of: a state that random calls may not reach.
A statement that cannot be written as calls of the subject is left out, with all that needs what it makes.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Iterable, Iterator
from typing import Any

from refute.look.module_source import ParsedModule
from refute.model.literals import source_of
from refute.model.sequence import Display, Literal, Sequence
from refute.model.subject import Routine, class_name
from refute.model.typeform import ANY, NONE, TypeForm

# Longer examples are told in parts that build on each other, and of a module so many are taken.
_MOST_STEPS = 40
_MOST = 200

_BINARY = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Div: "truediv",
    ast.Mod: "mod",
    ast.FloorDiv: "floordiv",
    ast.Pow: "pow",
    ast.BitOr: "or",
    ast.BitAnd: "and",
    ast.BitXor: "xor",
    ast.LShift: "lshift",
    ast.RShift: "rshift",
    ast.MatMult: "matmul",
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "lt",
    ast.LtE: "le",
    ast.Gt: "gt",
    ast.GtE: "ge",
}
_UNARY = {ast.USub: "neg", ast.UAdd: "pos", ast.Invert: "invert"}
# Builtin functions that call a method of what they are given.
_BUILTINS = {"len": "len", "list": "iter", "iter": "iter", "sorted": "iter", "tuple": "iter"}
_BUILTINS |= {"abs": "abs", "reversed": "reversed", "next": "next", "int": "int", "float": "float"}


_UNKNOWN = object()
# An example, and the line after it.  The module doctest would take longer to import than all of discovery.
_EXAMPLE = re.compile(r"^[ \t]*>>> (.*(?:\n[ \t]*\.\.\.(?: .*|$))*)(?=(?:\n(.*))?)", re.M)


class _NotACall(Exception):
    """An expression is none that a sequence can have."""


class ExampleWriter:
    """Writes statements as calls of these routines; `names` is what the statements can name besides their own."""

    def __init__(self, routines: Iterable[Routine]) -> None:
        self._routines = {one.target: one for one in routines}
        self._methods: dict[str, list[Routine]] = {}
        self._published: dict[str, list[Routine]] = {}  # by name alone
        for one in self._routines.values():
            self._published.setdefault(one.target.partition(":")[2], []).append(one)
            if one.how in ("method", "operator", "get"):
                self._methods.setdefault(one.target.rpartition(".")[2], []).append(one)

    def sequence(self, statements: Iterable[ast.stmt], names: dict[str, Any]) -> Sequence:
        """Return the calls that the statements make, as far as they can be written down."""
        writing = _Writing(self._routines, self._methods, self._published, dict(names))
        for statement in statements:
            writing.add(statement)
        return writing.sequence


class _Writing:
    """One sequence, while it is written."""

    def __init__(
        self,
        routines: dict[str, Routine],
        methods: dict[str, list[Routine]],
        published: dict[str, list[Routine]],
        names: dict[str, Any],
    ) -> None:
        self._routines = routines
        self._methods = methods
        self._published = published
        self._names = names
        self._variables: dict[str, int] = {}
        self._forms: list[TypeForm] = []
        self.sequence = Sequence()

    def add(self, statement: ast.stmt) -> None:
        """Write a statement; nothing of it stays where it cannot be written."""
        before = self.sequence, list(self._forms)
        try:
            self._statement(statement)
        except _NotACall:
            self.sequence, self._forms = before
            for node in ast.walk(statement):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                    self._variables.pop(node.id, None)
                    self._names.pop(node.id, None)

    def _statement(self, statement: ast.stmt) -> None:
        match statement:
            case ast.Expr(value=ast.Call(func=ast.Name(id="print"), args=[value])):
                self._value(value)
            case ast.Expr(value=value):
                self._value(value)
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                self._variables[name] = self._value(value)
            case ast.Assign(targets=[ast.Subscript(value=held, slice=key)], value=value):
                self._operator("setitem", held, key, value)
            case ast.Delete(targets=[ast.Subscript(value=held, slice=key)]):
                self._operator("delitem", held, key)
            case ast.Import() | ast.ImportFrom():
                self._import(statement)
            case _:
                raise _NotACall

    def _import(self, statement: ast.Import | ast.ImportFrom) -> None:
        """Make what is imported known by name, where it is loaded already."""
        if isinstance(statement, ast.ImportFrom):
            module = sys.modules.get(statement.module or "")
            found = (
                {one.asname or one.name: vars(module).get(one.name) for one in statement.names}
                if module
                else {}
            )
        else:
            tops = [
                (one.asname or one.name, one.name if one.asname else one.name.partition(".")[0])
                for one in statement.names
            ]
            found = {
                name: sys.modules.get(path)
                for name, path in ((a.partition(".")[0], b) for a, b in tops)
            }
        self._names.update({name: value for name, value in found.items() if value is not None})

    # ---- expressions --------------------------------------------------------------------------------------

    def _value(self, node: ast.expr) -> int:
        """Return the position of the step that makes the value of an expression."""
        try:
            return self._literal(ast.literal_eval(node))
        except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            pass
        match node:
            case ast.Name(id=name) if name in self._variables:
                return self._variables[name]
            case ast.Call(func=ast.Name(id=name), args=[held], keywords=[]) if self._is_builtin(
                name
            ):
                return self._operator(_BUILTINS[name], held)
            case ast.Call(func=func, args=args, keywords=keywords):
                return self._call(func, args, keywords)
            case ast.Attribute(value=held, attr=name) if self._object(node) is None:
                return self._method(name, held, [], [])
            case ast.Subscript(value=held, slice=key):
                return self._operator("getitem", held, key)
            case ast.BinOp(left=left, op=operator, right=right):
                return self._operator(_BINARY[type(operator)], left, right)
            case ast.UnaryOp(op=operator, operand=operand) if type(operator) in _UNARY:
                return self._operator(_UNARY[type(operator)], operand)
            case ast.Compare(left=left, ops=[ast.In()], comparators=[right]):
                return self._operator("contains", right, left)
            case ast.Compare(left=left, ops=[operator], comparators=[right]) if (
                type(operator) in _BINARY
            ):
                return self._operator(_BINARY[type(operator)], left, right)
            case ast.List(elts=elements) | ast.Tuple(elts=elements) | ast.Set(elts=elements):
                return self._display(type(node).__name__.lower(), elements)
            case ast.Dict(keys=keys, values=values) if None not in keys:
                return self._display(
                    "dict", [one for pair in zip(keys, values, strict=True) for one in pair if one]
                )
            case ast.Name() | ast.Attribute():
                found = self._object(node)
                return self._literal(found if found is not None else _UNKNOWN)
        raise _NotACall

    def _is_builtin(self, name: str) -> bool:
        return name in _BUILTINS and name not in self._names

    def _literal(self, value: object) -> int:
        source = source_of(value)
        if source is None:
            raise _NotACall
        form = NONE if value is None else TypeForm(class_name(type(value)))
        return self._step(Literal(source, form), [], form)

    def _display(self, kind: str, elements: list[ast.expr]) -> int:
        sources = [self._value(one) for one in elements]
        forms = tuple(self._forms[one] for one in sources)
        return self._step(Display(kind, forms, TypeForm(kind)), sources, TypeForm(kind))

    def _object(self, node: ast.expr) -> Any:
        """Return the function, class or module that a dotted name means, None where it means none."""
        if isinstance(node, ast.Name):
            return None if node.id in self._variables else self._names.get(node.id)
        if isinstance(node, ast.Attribute):
            holder = self._object(node.value)
            return (
                None
                if holder is None
                else vars(holder).get(node.attr)
                if hasattr(holder, "__dict__")
                else None
            )
        return None

    def _call(self, func: ast.expr, args: list[ast.expr], keywords: list[ast.keyword]) -> int:
        called = self._object(func)
        if called is None and isinstance(func, ast.Attribute):
            return self._method(func.attr, func.value, args, keywords)
        called = getattr(called, "__func__", called)  # of a class or static method
        module, name = getattr(called, "__module__", None), getattr(called, "__qualname__", None)
        routine = self._routines.get(f"{module}:{name}") or self._offered(called, name)
        if routine is None:
            raise _NotACall
        return self._applied(routine, [], args, keywords)

    def _offered(self, called: Any, name: Any) -> Routine | None:
        """Return the routine of a function or class that the subject offers in another module than the one that makes it."""
        alike = self._published.get(name, []) if isinstance(name, str) else []
        return next((one for one in alike if _held_as(one.target) is called), None)

    def _operator(self, name: str, held: ast.expr, *others: ast.expr) -> int:
        return self._method(f"__{name}__", held, list(others), [])

    def _method(
        self, name: str, held: ast.expr, args: list[ast.expr], keywords: list[ast.keyword]
    ) -> int:
        receiver = self._value(held)
        owner = self._forms[receiver].name
        found = self._methods.get(name, [])
        mine = [one for one in found if one.owner == owner]
        if not mine and (self._forms[receiver] != ANY or len(found) != 1):
            raise _NotACall
        return self._applied((mine or found)[0], [receiver], args, keywords)

    def _applied(
        self, routine: Routine, before: list[int], args: list[ast.expr], keywords: list[ast.keyword]
    ) -> int:
        """Write the call of a routine with these arguments."""
        given = [*before, *(self._value(one) for one in args)]
        places = [_place(routine, number) for number in range(len(given))]
        names = {one.name: place for place, one in enumerate(routine.inputs) if not one.nameless}
        for keyword in keywords:
            places.append(names.get(keyword.arg or "", -1))
            given.append(self._value(keyword.value))
        required = {place for place, one in enumerate(routine.inputs) if one.required}
        if -1 in places or not required <= {*places}:
            raise _NotACall
        order = sorted(range(len(places)), key=lambda number: places[number])
        call = routine.call(tuple(places[number] for number in order))
        return self._step(call, [given[number] for number in order], routine.output)

    def _step(self, operation: Any, sources: list[int], form: TypeForm) -> int:
        if len(self.sequence) >= _MOST_STEPS:
            raise _NotACall
        self.sequence = self.sequence.extend(operation, sources)
        self._forms.append(form)
        return len(self._forms) - 1


def _held_as(target: str) -> Any:
    """Return what a module holds under the name of a routine, without asking code of its own."""
    module, _, name = target.partition(":")
    found: Any = sys.modules.get(module)
    for part in name.split("."):
        found = inspect.getattr_static(found, part, None)
    return found.__func__ if type(found) in (staticmethod, classmethod) else found


def _place(routine: Routine, number: int) -> int:
    """Return which input an argument that is passed by position is for, -1 where there is none."""
    ways = [one.way for one in routine.inputs]
    if number < len(ways) and ways[number] == "positional":
        return number
    return ways.index("rest") if "rest" in ways and number >= ways.index("rest") else -1


def sequences_in(
    modules: Iterable[ParsedModule], routines: Iterable[Routine]
) -> tuple[Sequence, ...]:
    """Return the doctests of modules as sequences; one that ends with an exception is a sequence of its own."""
    examples = ExampleWriter(routines)
    found: dict[Sequence, None] = {}
    for module in modules:
        names = dict(vars(sys.modules.get(module.name, ast)))
        for docstring in _docstrings(module.tree):
            for statements in _statements(docstring):
                found[examples.sequence(statements, names)] = None
    return tuple(one for one in found if one.calls())[:_MOST]


def _docstrings(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
            if text and ">>>" in text:
                yield text


def _statements(docstring: str) -> Iterator[list[ast.stmt]]:
    """Yield what one docstring runs: all that returns, and up to each example that raises."""
    returning: list[ast.stmt] = []
    for code, expected in _EXAMPLE.findall(docstring):
        try:
            statements = ast.parse(re.sub(r"\n[ \t]*\.\.\. ?", "\n", code)).body
        except (SyntaxError, ValueError):
            continue
        if expected.lstrip().startswith("Traceback "):
            yield [*returning, *statements]
        else:
            returning += statements
    yield returning
