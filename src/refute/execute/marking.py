"""Branches of a module, numbered, and its code compiled with a mark in each: `Site`, `Marker`.

A mark is a store into a bytearray where statements may stand, and a read of a dictionary that notes missing keys where only
an expression may.  Nothing else of the code changes, and each mark has the location of the test that it belongs to, so that
tracebacks are what they were.  On demand, single tests also pass their operands through a function that notes them.

Not marked are class bodies and modules, which run once, at import; and of `a or b` as a value that `b` was not needed.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Container
from dataclasses import dataclass, replace
from typing import Any, TypeVar

# Known to the compiled code as builtins: in the module itself they would be state that every call changes.  No source
# can contain these names.
STORE, READ, NOTE = "@branch_store", "@branch_read", "@branch_note"

_Node = TypeVar("_Node", bound=ast.AST)
# Calls whose answer depends on their arguments in a way that is known.
_KNOWN_CALLS = frozenset(["isinstance", "issubclass", "hasattr", "callable"])


@dataclass(frozen=True, slots=True)
class Site:
    """A place where code goes one of two ways.

    `asks` says what decides: "compare", the name of a function or method, "truth", "entered" of a loop, "except", or "" where
    nothing is asked, as at the start of a function.  `operators` are those of a comparison.  `parts` are the sites of the
    operands that a test consists of, each with whether it is negated there.
    """

    number: int
    file: str
    line: int
    column: int
    function: str
    asks: str
    operators: tuple[str, ...] = ()
    parts: tuple[tuple[int, bool], ...] = ()
    sides: int = 2  # 1 where only the first can be marked

    @property
    def marks(self) -> tuple[int, ...]:
        """The marks of its sides: that it is true, then that it is not."""
        return tuple(range(2 * self.number, 2 * self.number + self.sides))


class Marker(ast.NodeTransformer):
    """Puts marks into one statement of a module or class; numbers are given in the order of the source, whatever is marked."""

    def __init__(
        self,
        file: str,
        first: int,
        is_wanted: Callable[[int], bool],
        recorded: Container[int] = (),
        classes: tuple[str, ...] = (),
    ) -> None:
        self.sites: list[Site] = []
        self._file = file
        self._first = first
        self._is_wanted = is_wanted
        self._recorded = recorded
        self._names = list(classes)
        self._inside = False  # a function: what stands there runs again and again

    # ---- sites --------------------------------------------------------------------------------------------

    def _site(
        self,
        node: ast.AST,
        asks: str = "",
        operators: tuple[str, ...] = (),
        parts: tuple[tuple[int, bool], ...] = (),
        sides: int = 2,
    ) -> int:
        number = self._first + len(self.sites)
        place: Any = node
        line, column = getattr(place, "lineno", 0), getattr(place, "col_offset", 0)
        function = ".".join(self._names)
        self.sites.append(
            Site(number, self._file, line, column, function, asks, operators, parts, sides)
        )
        return number

    def _test_site(self, test: ast.expr) -> int:
        asks, operators = _question(test)
        return self._site(test, asks, operators)

    def _store(self, mark: int, at: ast.AST) -> list[ast.stmt]:
        """Return the statement that sets a mark; nothing where it is not wanted."""
        if not self._is_wanted(mark):
            return []
        place = ast.Subscript(ast.Name(STORE, ast.Load()), ast.Constant(mark), ast.Store())
        return [_located(ast.Assign([place], ast.Constant(1)), at)]

    def _read(self, mark: int, at: ast.AST) -> ast.expr | None:
        """Return an expression that sets a mark and is false; None where it is not wanted."""
        if not self._is_wanted(mark):
            return None
        place = ast.Subscript(ast.Name(READ, ast.Load()), ast.Constant(mark), ast.Load())
        return _located(place, at)

    def _marked(self, mark: int, value: ast.expr) -> ast.expr:
        """Return the value with a mark that is set before it is evaluated."""
        read = self._read(mark, value)
        return value if read is None else _located(ast.BoolOp(ast.Or(), [read, value]), value)

    def _marked_test(self, site: int, test: ast.expr) -> ast.expr:
        """Return a test with a mark for each answer; what is true or false about it stays so."""
        yes, no = self._read(2 * site, test), self._read(2 * site + 1, test)
        if yes is not None:
            negated = _located(ast.UnaryOp(ast.Not(), yes), test)
            test = _located(ast.BoolOp(ast.And(), [test, negated]), test)
        if no is not None:
            test = _located(ast.BoolOp(ast.Or(), [test, no]), test)
        return test

    # ---- tests --------------------------------------------------------------------------------------------

    def _test(self, test: ast.expr) -> tuple[ast.expr, int]:
        """Return a test whose answer the caller marks, and its site."""
        if isinstance(test, ast.BoolOp | ast.UnaryOp) and _is_logical(test):
            number = self._site(test, "parts")
            parts: list[tuple[int, bool]] = []
            made = self._operands(test, False, parts)
            place = number - self._first
            self.sites[place] = replace(self.sites[place], parts=tuple(parts))
            return made, number
        number = self._test_site(test)
        return self._noted(number, self.visit(test)), number

    def _operands(self, test: ast.expr, negated: bool, parts: list[tuple[int, bool]]) -> ast.expr:
        """Return a test with a mark for each answer of each of its operands."""
        if isinstance(test, ast.BoolOp):
            test.values = [self._operands(one, negated, parts) for one in test.values]
            return test
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            test.operand = self._operands(test.operand, not negated, parts)
            return test
        if isinstance(test, ast.Constant):
            return test
        number = self._test_site(test)
        parts.append((number, negated))
        return self._marked_test(number, self._noted(number, self.visit(test)))

    def _noted(self, site: int, test: ast.expr) -> ast.expr:
        """Return a test that notes its operands where somebody wants to know them."""
        if site not in self._recorded:
            return test
        if isinstance(test, ast.Compare):
            test.left = self._note(site, 0, test.left)
            test.comparators = [
                self._note(site, place, one) for place, one in enumerate(test.comparators, 1)
            ]
            return test
        if isinstance(test, ast.Call) and _question(test)[0] != "truth":
            first = 0
            if isinstance(test.func, ast.Attribute):
                test.func.value = self._note(site, 0, test.func.value)
                first = 1
            test.args = [self._note(site, place, one) for place, one in enumerate(test.args, first)]
            return test
        return self._note(site, 0, test)

    def _note(self, site: int, place: int, value: ast.expr) -> ast.expr:
        arguments: list[ast.expr] = [ast.Constant(site), ast.Constant(place), value]
        return _located(ast.Call(ast.Name(NOTE, ast.Load()), arguments, []), value)

    # ---- statements ---------------------------------------------------------------------------------------

    def visit_If(self, node: ast.If) -> ast.AST:
        """Mark both ways."""
        return self._branching(node) if self._inside else self.generic_visit(node)

    def visit_While(self, node: ast.While) -> ast.AST:
        """Mark that the loop is entered, and that its test ends it."""
        return self._branching(node) if self._inside else self.generic_visit(node)

    def _branching(self, node: ast.If | ast.While) -> ast.AST:
        if isinstance(node.test, ast.Constant):
            return self.generic_visit(node)
        at = node.test
        node.test, site = self._test(node.test)
        node.body = self._store(2 * site, at) + self._block(node.body)
        node.orelse = self._store(2 * site + 1, at) + self._block(node.orelse)
        return node

    def visit_For(self, node: ast.For) -> ast.AST:
        """Mark that the loop is entered, and that it has come to its end."""
        return self._loop(node)

    def visit_AsyncFor(self, node: ast.AsyncFor) -> ast.AST:
        """Mark that the loop is entered, and that it has come to its end."""
        return self._loop(node)

    def _loop(self, node: ast.For | ast.AsyncFor) -> ast.AST:
        if not self._inside:
            return self.generic_visit(node)
        at = node.iter
        site = self._site(node.iter, "entered")
        node.target, node.iter = self.visit(node.target), self.visit(node.iter)
        if site in self._recorded:
            node.iter = self._note(site, 0, node.iter)
        node.body = self._store(2 * site, at) + self._block(node.body)
        node.orelse = self._store(2 * site + 1, at) + self._block(node.orelse)
        return node

    def visit_Try(self, node: ast.Try) -> Any:
        """Mark each handler."""
        return self._handling(node)

    def visit_TryStar(self, node: Any) -> Any:
        """Mark each handler."""
        return self._handling(node)

    def _handling(self, node: Any) -> Any:
        if not self._inside:
            return self.generic_visit(node)
        noted: list[ast.stmt] = []
        sites = []
        for handler in node.handlers:
            names = [one.id for one in ast.walk(handler.type or node) if isinstance(one, ast.Name)]
            caught = tuple(names) if handler.type else ()
            sites.append(self._site(handler, "except", caught, sides=1))
            if sites[-1] in self._recorded:
                note = self._note(sites[-1], 0, _located(ast.Constant(None), node))
                noted.append(_located(ast.Expr(note), node))
        node.body = noted + self._block(node.body)
        for site, handler in zip(sites, node.handlers, strict=True):
            handler.body = self._store(2 * site, handler) + self._block(handler.body)
        node.orelse, node.finalbody = self._block(node.orelse), self._block(node.finalbody)
        return node

    def visit_Match(self, node: ast.Match) -> ast.AST:
        """Mark each case, and that none applies."""
        if not self._inside:
            return self.generic_visit(node)
        node.subject = self.visit(node.subject)
        sites = [self._site(case.pattern, "case", sides=1) for case in node.cases]
        for site, case in zip(sites, node.cases, strict=True):
            if case.guard is not None:
                case.guard, guard = self._test(case.guard)
                case.guard = self._marked_test(guard, case.guard)
            case.body = self._store(2 * site, case.pattern) + self._block(case.body)
        return node

    def _block(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for statement in statements:
            made.append(self.visit(statement))
        return made

    # ---- expressions --------------------------------------------------------------------------------------

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        """Mark both ways."""
        if not self._inside or isinstance(node.test, ast.Constant):
            return self.generic_visit(node)
        node.test, site = self._test(node.test)
        node.body = self._marked(2 * site, self.visit(node.body))
        node.orelse = self._marked(2 * site + 1, self.visit(node.orelse))
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        """Mark that each operand but the first is needed."""
        if not self._inside:
            return self.generic_visit(node)
        values: list[ast.expr] = []
        before = -1
        for value in node.values:
            asks, operators = _question(value)
            made = self.visit(value)
            mark = 2 * before
            if value is not node.values[-1]:
                # Of `or`, the next operand is needed where this one is false.
                asks = f"not {asks}" if isinstance(node.op, ast.Or) else asks
                before = self._site(value, asks, operators, sides=1)
                made = self._noted(before, made)
            values.append(self._marked(mark, made) if values else made)
        node.values = values
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        """Mark both answers of each condition."""
        if not self._inside:
            return self.generic_visit(node)
        node.iter = self.visit(node.iter)
        conditions = []
        for test in node.ifs:
            made, site = self._test(test)
            conditions.append(self._marked_test(site, made))
        node.ifs = conditions
        return node

    # ---- scopes -------------------------------------------------------------------------------------------

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Mark that it is called, and what stands in it."""
        return self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        """Mark that it is called, and what stands in it."""
        return self._function(node)

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
        node.decorator_list = [self.visit(one) for one in node.decorator_list]
        self._defaults(node.args)
        outside, self._inside = self._inside, True
        self._names.append(node.name)
        entry = self._store(2 * self._site(node, sides=1), node.body[0])
        body = self._block(node.body)
        first = 1 if ast.get_docstring(node, clean=False) is not None else 0
        node.body = [*body[:first], *entry, *body[first:]]
        self._names.pop()
        self._inside = outside
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        """Mark that it is called, and what stands in it."""
        self._defaults(node.args)
        outside, self._inside = self._inside, True
        self._names.append("<lambda>")
        site = self._site(node.body, sides=1)
        node.body = self._marked(2 * site, self.visit(node.body))
        self._names.pop()
        self._inside = outside
        return node

    def _defaults(self, given: ast.arguments) -> None:
        given.defaults = [self.visit(one) for one in given.defaults]
        given.kw_defaults = [one and self.visit(one) for one in given.kw_defaults]

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        """Mark the methods."""
        self._names.append(node.name)
        outside, self._inside = self._inside, False
        self.generic_visit(node)
        self._inside = outside
        self._names.pop()
        return node


def _is_logical(test: ast.BoolOp | ast.UnaryOp) -> bool:
    return isinstance(test, ast.BoolOp) or isinstance(test.op, ast.Not)


def _question(test: ast.expr) -> tuple[str, tuple[str, ...]]:
    """Return what a test asks, and with which operators."""
    match test:
        case ast.Compare(ops=operators):
            return "compare", tuple(type(one).__name__ for one in operators)
        case ast.Call(func=ast.Name(id=name), args=[_, *_], keywords=[]) if name in _KNOWN_CALLS:
            if not any(isinstance(one, ast.Starred) for one in test.args):
                return name, ()
        case ast.Call(func=ast.Attribute(attr=name), keywords=[]):
            if not any(isinstance(one, ast.Starred) for one in test.args) and not _is_super(test):
                return f".{name}", ()
        case _:
            pass
    return "truth", ()


def _is_super(call: ast.Call) -> bool:
    """Return whether a method is called of `super()`, which only works as it is written."""
    receiver = call.func.value if isinstance(call.func, ast.Attribute) else None
    return isinstance(receiver, ast.Call) and getattr(receiver.func, "id", "") == "super"


def _located(node: _Node, at: ast.AST) -> _Node:
    """Return a node that was made here, with all that is new in it, at the place of another."""
    if isinstance(node, ast.expr | ast.stmt):
        if hasattr(node, "lineno"):
            return node
        ast.copy_location(node, at)
    for child in ast.iter_child_nodes(node):
        _located(child, at)
    return node
