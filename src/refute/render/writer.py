"""One sequence on its way to Python: `Writer`."""

from __future__ import annotations

import ast

from refute.model.sequence import (
    Allocate,
    Call,
    Callback,
    Derive,
    Display,
    GetField,
    Literal,
    Parameter,
    Raise,
    Require,
    Return,
    Sequence,
    SetField,
    ignores,
)
from refute.model.syntax import MOST_ITEMS, OPERATORS, STATEMENTS
from refute.model.typeform import NONE
from refute.render.layout import INDENT, expression, indented, statement
from refute.render.names import Imports, Namer, base_name
from refute.render.placement import Placement
from refute.render.trees import display_tree, halves, keyword_trees, literal, with_names_replaced


class Writer:
    """One sequence, or one body, on its way to Python.

    names[p]    variable that holds the value made at p
    """

    def __init__(
        self, sequence: Sequence, imports: Imports, keep: frozenset[int], width: int
    ) -> None:
        self.sequence = sequence
        self.imports = imports
        self.width = width
        self.names: dict[int, str] = {}
        self.needs_items = False
        self.needs_build = False
        self.parameters: list[ast.expr] = []
        self.placed = Placement(sequence, keep, self._line, lambda p: self._lambda(p) is not None)

    def _line(self, root: int) -> str:
        """Return the statement of a step on one line, with a name as long as the one that it will have."""
        head, tree = halves(self.build(root))
        if not head and self.placed.is_named(root):
            head = base_name(self.sequence.steps[root].operation) + " = "
        return head + expression(tree)

    # --- operations as expressions

    def name_references(self) -> None:
        """Ask for every import that the steps need, so that no variable takes one of those names."""
        for p in self.placed.live:
            operation = self.sequence.steps[p].operation
            if isinstance(operation, Callback):
                self._body_writer(operation, []).name_references()
            elif isinstance(operation, Derive):
                self.imports.reference(operation.base)
                for _, method in operation.methods:
                    self._body_writer(method, []).name_references()
            else:
                self.build(p)

    def build(self, p: int) -> ast.expr | ast.stmt:
        """Return what the step at p does, as an expression, or as a statement where Python has only that."""
        operation = self.sequence.steps[p].operation
        arguments = [self.operand(s) for s in self.sequence.sources(p)]
        match operation:
            case Literal(text):
                return literal(text, self.imports)
            case Display("deque" | "OrderedDict" as kind):
                plain = display_tree("list" if kind == "deque" else "dict", arguments)
                return ast.Call(self.imports.reference(f"collections:{kind}"), [plain], [])
            case Display(kind):
                return display_tree(kind, arguments)
            case Call():
                return self._call(operation, arguments)
            case GetField(name):
                return ast.Attribute(arguments[0], name)
            case SetField(name, direct=True):
                put = ast.Attribute(ast.Name("object"), "__setattr__")
                return ast.Call(put, [arguments[0], ast.Constant(name), arguments[1]], [])
            case SetField(name):
                return ast.Assign([ast.Attribute(arguments[0], name)], arguments[1])
            case Allocate(target):
                new = ast.Attribute(ast.Name("object"), "__new__")
                return ast.Call(new, [self.imports.reference(target)], [])
            case Parameter(index):
                return self.parameters[index] if index < len(self.parameters) else ast.Name("_")
            case Callback():
                return self._lambda(p) or ast.Name("_")
            case Return():
                return arguments[0]
            case Require(text):
                return ast.Assert(self._condition(text, arguments))
            case Raise(text):
                return ast.Raise(literal(text, self.imports))
            case Derive(base):
                return self.imports.reference(base)  # never used: always a statement of its own

    def _condition(self, template: str, values: list[ast.expr]) -> ast.expr:
        places = [f"_refute_{number}" for number in range(len(values))]
        # As a function of them, so that none is taken for a module.
        tree = literal(f"lambda {', '.join(places)}: {template.format(*places)}", self.imports)
        assert isinstance(tree, ast.Lambda)
        filled = with_names_replaced(tree.body, dict(zip(places, values, strict=True)))
        assert isinstance(filled, ast.expr)
        return filled

    def operand(self, p: int) -> ast.expr:
        """Return the value made at p as it is written where it is used."""
        if p in self.placed.inline:
            built = self.build(p)
            assert isinstance(built, ast.expr)
            return built
        if self._is_statement(p):
            return ast.Constant(None)  # what Python would give if these were expressions
        return ast.Name(self.names.get(p) or base_name(self.sequence.steps[p].operation))

    def _is_statement(self, p: int) -> bool:
        match self.sequence.steps[p].operation:
            case SetField() | Call(how="set" | "check") | Raise() | Require():
                return True
            case Call(target, how="operator"):
                return target.rpartition(".")[2] in STATEMENTS
        return False

    def _call(self, call: Call, arguments: list[ast.expr]) -> ast.expr | ast.stmt:
        name = call.target.rpartition(".")[2]
        count = len(arguments) - len(call.keywords)
        positional, named = arguments[:count], keyword_trees(call.keywords, arguments[count:])
        match call.how:
            case "get" | "field":
                return ast.Attribute(positional[0], name)
            case "set":
                return ast.Assign([ast.Attribute(positional[0], name.rstrip("="))], positional[1])
            case "check":
                return ast.Assert(ast.Call(ast.Attribute(positional[0], name), [], []))
            case "operator" if name == "__call__":
                made: ast.expr = ast.Call(positional[0], positional[1:], named)
            case "derived" | "call":
                made = ast.Call(positional[0], positional[1:], named)
            case "super":
                above = ast.Attribute(ast.Call(ast.Name("super"), [], []), name)
                made = ast.Call(above, positional[1:], named)
            case "operator" if not named and OPERATORS.get(name, "").count("{") == count:
                filled = self._operator(OPERATORS[name], positional)
                if isinstance(filled, ast.stmt):
                    return filled
                made = filled
            case "build":
                self.needs_build = True
                return ast.Call(ast.Name("_build"), [self.imports.reference(call.target)], named)
            case "method" | "operator" | "checker":
                made = ast.Call(ast.Attribute(positional[0], name), positional[1:], named)
            case _:
                made = ast.Call(self.imports.reference(call.target), positional, named)
        return self._then(call.then.partition(" ")[0], made)

    def _operator(self, template: str, arguments: list[ast.expr]) -> ast.expr | ast.stmt:
        places = [f"_refute_{i}" for i in range(len(arguments))]
        tree = ast.parse(template.format(*places)).body[0]
        for module in ("operator", "math", "itertools"):
            if f"{module}." in template:
                self.imports.module(module)
        filled = with_names_replaced(tree, dict(zip(places, arguments, strict=True)))
        return filled.value if isinstance(filled, ast.Expr) else filled

    def _then(self, then: str, made: ast.expr) -> ast.expr:
        match then:
            case "await":
                run = ast.Attribute(ast.Name(self.imports.module("asyncio")), "run")
                return ast.Call(run, [made], [])
            case "items":
                islice = ast.Attribute(ast.Name(self.imports.module("itertools")), "islice")
                return ast.Call(
                    ast.Name("list"), [ast.Call(islice, [made, ast.Constant(MOST_ITEMS)], [])], []
                )
            case "async-items":
                self.imports.module("asyncio")
                self.needs_items = True
                return ast.Call(ast.Name("_items"), [made], [])
        return made

    # --- bodies

    def _body_writer(self, callback: Callback, captured: list[ast.expr]) -> Writer:
        writer = Writer(callback.body, self.imports, frozenset(), self.width - len(INDENT))
        names: list[ast.expr] = [ast.Name(n) for n in self._parameter_names(callback, captured)]
        writer.parameters = [*names, *captured]
        return writer

    def _parameter_names(self, callback: Callback, captured: list[ast.expr]) -> list[str]:
        namer = Namer({*self.imports.bound(), *(expression(c) for c in captured)})
        return [namer.fresh(name) for name in callback.names]

    def _lambda(self, p: int) -> ast.expr | None:
        """Return the callback at p as a lambda, or None where its body needs statements."""
        callback = self.sequence.steps[p].operation
        assert isinstance(callback, Callback)
        captured = [self.operand(s) for s in self.sequence.sources(p)]
        writer = self._body_writer(callback, captured)
        names = [ast.arg(n) for n in self._parameter_names(callback, captured)]
        parameters = ast.arguments([], names, None, [], [], None, [])
        if callback.then:
            return None
        if not len(callback.body):
            return ast.Lambda(parameters, ast.Constant(None))
        last = len(callback.body) - 1
        # What a call gives is given on: only to somebody who asks for nothing.
        if not isinstance(callback.body.steps[last].operation, Return) and callback.output != NONE:
            return None
        writer.placed.choose()
        if any(root != last for root in writer.placed.live if root not in writer.placed.inline):
            return None
        built = writer.build(last)
        self.needs_items |= writer.needs_items
        return ast.Lambda(parameters, built) if isinstance(built, ast.expr) else None

    def _function(self, name: str, callback: Callback, captured: list[ast.expr]) -> list[str]:
        writer = self._body_writer(callback, captured)
        parameters = self._parameter_names(callback, captured)
        outer = {*self.imports.bound(), *parameters, *self.names.values()}
        lines, _ = writer.write(Namer(outer), [])
        self.needs_items |= writer.needs_items
        head = f"{'async ' if callback.then == 'await' else ''}def {name}({', '.join(parameters)}):"
        if callback.then in ("items", "with"):
            lines = _yielding(lines)
        made = [head, *indented(lines or ["pass"])]
        if callback.then == "with":
            made.insert(0, f"@{self.imports.module('contextlib')}.contextmanager")
        return made

    def _class(self, name: str, derive: Derive, captured: list[ast.expr]) -> list[str]:
        lines = [f"class {name}({expression(self.imports.reference(derive.base))}):"]
        for number, (method, callback) in enumerate(derive.methods):
            count = len(callback.captures)
            mine, captured = captured[:count], captured[count:]
            lines += [""] if number else []
            lines += indented(self._function(method, callback, mine))
        return lines if derive.methods else [*lines, f"{INDENT}pass"]

    # --- statements

    def write(self, namer: Namer, lines: list[str]) -> tuple[list[str], dict[int, tuple[int, int]]]:
        """Return the lines, and where among them each step stands."""
        self.placed.choose()
        at: dict[int, tuple[int, int]] = {}
        last: list[str] = []
        for p in self.placed.live:
            if p not in self.placed.inline:
                made = self._statement(p, namer)
                if lines and (_is_definition(made) or _is_definition(last)):
                    lines.append("")
                at[p] = (len(lines), len(lines) + len(made))
                lines += made
                last = made
        return lines, at

    def _statement(self, p: int, namer: Namer) -> list[str]:
        operation = self.sequence.steps[p].operation
        captured = [self.operand(s) for s in self.sequence.sources(p)]
        if isinstance(operation, Derive):
            self.names[p] = namer.fresh(base_name(operation))
            return self._class(self.names[p], operation, captured)
        if isinstance(operation, Callback):
            self.names[p] = namer.fresh(base_name(operation))
            return self._function(self.names[p], operation, captured)
        head, built = halves(self.build(p))
        if isinstance(operation, Return):
            return statement("return ", built, width=self.width)
        if not head and self.placed.is_named(p):
            self.names[p] = namer.fresh(base_name(operation))
            head = f"{self.names[p]} = "
        if isinstance(operation, Call) and ignores(operation):
            suppress = f"{self.imports.module('contextlib')}.suppress(Exception)"
            inner = statement(head, built, width=self.width - len(INDENT))
            return [f"with {suppress}:", *indented(inner)]
        return statement(head, built, width=self.width)


def _yielding(lines: list[str]) -> list[str]:
    """Return the lines of a body that gives what it would return by `yield`."""
    last = lines[-1] if lines else ""
    if last.startswith("return "):
        return [*lines[:-1], "yield " + last.removeprefix("return ")]
    return lines if last.startswith("raise ") else [*lines, "yield"]


def _is_definition(lines: list[str]) -> bool:
    return bool(lines) and lines[0].startswith(("def ", "async def ", "class ", "@"))
