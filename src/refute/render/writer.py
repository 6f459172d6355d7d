"""One sequence on its way to Python: `Writer`."""

from __future__ import annotations

import ast
from functools import partial

from refute.model.bodies import Made, made_in
from refute.model.sequence import (
    Allocate,
    Call,
    Callback,
    Derive,
    Display,
    Literal,
    Parameter,
    Raise,
    Require,
    Return,
    Sequence,
    SetField,
    bodies_of,
    declared,
    ignores,
)
from refute.model.syntax import MODULES_IN_SYNTAX, MOST_ITEMS, OPERATORS, STATEMENTS
from refute.model.typeform import NONE, TypeForm
from refute.render.guards import empty_lists, not_within_itself, noting
from refute.render.layout import INDENT, expression, indented, statement
from refute.render.names import BUILTINS, Imports, Namer, base_name, fresh_among
from refute.render.placement import Placement
from refute.render.trees import display_tree, halves, keyword_trees, literal, with_names_replaced


class Writer:
    """One sequence, or one body, on its way to Python.

    names[p]    variable that holds the value made at p
    inside[q]   lines of the call at q in a body: (step, number of the function, step of the body, …)
    """

    def __init__(
        self,
        sequence: Sequence,
        imports: Imports,
        keep: frozenset[int],
        width: int,
        raised: str = "",
    ) -> None:
        self.sequence = sequence
        self.imports = imports
        self.width = width
        self.names: dict[int, str] = {}
        self.inside: dict[tuple[int, ...], list[str]] = {}
        self.helpers: set[str] = set()  # functions of ours that the lines call
        self.raised = raised  # the list that keeps what bodies raise, "" where none does
        # Of a body: its parameters and captures, the names of the former, and how it gives its result.
        self.parameters: list[ast.expr] = []
        self.own: list[str] = []
        self.gives = "return "
        self.awaits = False  # in the body of a coroutine
        self.placed = Placement(sequence, keep, self._line, lambda p: self._lambda(p) is not None)

    def _line(self, root: int) -> str:
        """Return the statement of a step on one line, with a name as long as the one that it will have."""
        head, tree = halves(self.build(root))
        if not head and self.placed.is_named(root):
            head = base_name(self.sequence.steps[root].operation) + " = "
        return head + expression(tree)

    # --- operations as expressions

    def name_references(self) -> set[str]:
        """Ask for every import that the steps need, so that no variable takes one of those names; return all names used."""
        found: set[str] = set()
        for p in self.placed.live:
            step = self.sequence.steps[p]
            if isinstance(step.operation, Derive):
                found |= _names_of(self.imports.reference(step.operation.base))
            for one in made_in(step):
                found |= _names_in(one.function, self.imports)
            if not bodies_of(step.operation):
                found |= _names_of(self.build(p))
        return found

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
                raised = literal(text, self.imports)
                match raised:
                    case ast.Call(func, [], []):
                        return ast.Raise(func)
                return ast.Raise(raised)
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
                self.helpers.add("_build")
                return ast.Call(ast.Name("_build"), [self.imports.reference(call.target)], named)
            case "method" if name == "__iter__":
                made = ast.Call(ast.Name("iter"), positional, [])
            case "method" | "operator" | "checker":
                made = ast.Call(ast.Attribute(positional[0], name), positional[1:], named)
            case _:
                made = ast.Call(self.imports.reference(call.target), positional, named)
        return self._then(call.then.partition(" ")[0], made)

    def _operator(self, template: str, arguments: list[ast.expr]) -> ast.expr | ast.stmt:
        places = [f"_refute_{i}" for i in range(len(arguments))]
        tree = ast.parse(template.format(*places)).body[0]
        for module in MODULES_IN_SYNTAX:
            if f"{module}." in template:
                self.imports.module(module)
        filled = with_names_replaced(tree, dict(zip(places, arguments, strict=True)))
        return filled.value if isinstance(filled, ast.Expr) else filled

    def _then(self, then: str, made: ast.expr) -> ast.expr:
        match then:
            case "await" if self.awaits:
                return ast.Await(made)
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
                self.helpers.add("_items")
                return ast.Call(ast.Name("_items"), [made], [])
        return made

    # --- bodies

    def _body_writer(self, callback: Callback, captured: list[ast.expr]) -> Writer:
        """Return what writes the body of a function that captures what these expressions say."""
        deep = 1 + self._is_noted(callback) + bool(callback.within)
        writer = Writer(
            callback.body, self.imports, frozenset(), self.width - deep * len(INDENT), self.raised
        )
        writer.own = self._parameter_names(callback, captured)
        writer.parameters = [*map(ast.Name, writer.own), *captured]
        writer.awaits = callback.is_async
        writer.gives = "yield " if callback.is_generator else "return "
        return writer

    def _parameter_names(self, callback: Callback, captured: list[ast.expr]) -> list[str]:
        """Return the names of the parameters: their own, unless the body needs something else of that name."""
        outside = self.imports.bound() | BUILTINS
        used = {name for name in _names_in(callback, self.imports) if name in outside}
        used.update(name for one in captured for name in _names_of(one))
        return [fresh_among(used, declared(one)[1]) for one in callback.names]

    def _lambda(self, p: int) -> ast.expr | None:
        """Return the callback at p as a lambda, or None where its body needs statements."""
        callback = self.sequence.steps[p].operation
        assert isinstance(callback, Callback)
        if callback.then or callback.within or self._is_noted(callback):
            return None
        captured = [self.operand(s) for s in self.sequence.sources(p)]
        writer = self._body_writer(callback, captured)
        built = writer.single_expression(callback.output)
        if built is not None:
            self._learn_from(writer, (p, 0), [], {})
        names = [ast.arg(name) for name in _declared(callback, writer)]
        parameters = ast.arguments([], names, None, [], [], None, [])
        return None if built is None else ast.Lambda(parameters, built)

    def single_expression(self, output: TypeForm) -> ast.expr | None:
        """Return the one expression that a body of this result consists of, None where it needs statements."""
        if not len(self.sequence):
            return ast.Constant(None)
        last = len(self.sequence) - 1
        operation = self.sequence.steps[last].operation
        # What a call gives is given on: only to somebody who asks for nothing.
        if not isinstance(operation, Return) and output != NONE:
            return None
        self.placed.choose()
        roots = [root for root in self.placed.live if root not in self.placed.inline]
        if roots != [last] or any(map(self._is_passed_over, self.placed.live)):
            return None
        built = self.build(last)
        return built if isinstance(built, ast.expr) else None

    def _is_passed_over(self, p: int) -> bool:
        operation = self.sequence.steps[p].operation
        return isinstance(operation, Call) and ignores(operation)

    def _learn_from(
        self,
        writer: Writer,
        place: tuple[int, int],
        lines: list[str],
        at: dict[int, tuple[int, int]],
    ) -> None:
        """Take over what the body of a function needs, and where its calls stand."""
        self.helpers |= writer.helpers
        for q in writer.placed.live:
            if q in at:
                self.inside[*place, q] = lines[slice(*at[q])]
            elif isinstance(writer.sequence.steps[q].operation, Call):
                head, tree = halves(writer.build(q))
                self.inside[*place, q] = [head + expression(tree)]
        self.inside |= {(*place, *path): text for path, text in writer.inside.items()}

    def _function(
        self, place: tuple[int, int], name: str, made: Made, running: str = ""
    ) -> list[str]:
        """Return the definition of a function; `running` is what it notes in that it runs."""
        callback = made.function
        writer = self._body_writer(callback, [self.operand(place[0] - b) for b in made.captured])
        taken = {*self.imports.bound(), *writer.own, *self.names.values()}
        lines, at = writer.write(Namer(taken), [])
        self._learn_from(writer, place, lines, at)
        if self._is_noted(callback):
            used = {*writer.own, *writer.names.values(), *self.names.values()}
            fresh = partial(fresh_among, used)
            lines = noting(callback.body, lines, at, self.raised, fresh)
        if running:
            lines = not_within_itself(callback.within, running, lines)
        is_given = any(isinstance(step.operation, Return) for step in callback.body.steps)
        if callback.is_generator and not is_given:
            lines.append("yield")  # after a `raise` too: without it, this is no generator
        head = f"{'async ' if callback.is_async else ''}def {name}({', '.join(_declared(callback, writer))}):"
        written = [head, *indented(lines or ["pass"])]
        if callback.then.endswith("with"):
            manager = f"{'async' if callback.is_async else ''}contextmanager"
            written.insert(0, f"@{self.imports.module('contextlib')}.{manager}")
        if callback.then == "property":
            written.insert(0, "@property")
        return written

    def _is_noted(self, callback: Callback) -> bool:
        """Return whether it is to be kept what a function raises, other than on purpose."""
        steps = callback.body.steps
        return bool(self.raised) and any(isinstance(one, Call | Require) for one, _ in steps)

    def _attribute(self, place: tuple[int, int], made: Made) -> list[str]:
        """Return the line that sets what a class holds."""
        writer = self._body_writer(made.function, [])
        built = writer.single_expression(made.function.output) or ast.Constant(None)
        return statement(f"{made.name} = ", built, width=self.width - len(INDENT))

    def _class(self, p: int, derive: Derive, namer: Namer) -> list[str]:
        running = self._running(p, namer)
        base = expression(self.imports.reference(derive.base))
        lines = [f"class {self.names[p]}({base}):"]
        for number, made in enumerate(made_in(self.sequence.steps[p])):
            if made.function.then == "attribute":
                lines += indented(self._attribute((p, number), made))
                continue
            lines += [""] if len(lines) > 1 else []
            lines += indented(self._function((p, number), made.name, made, running.get(number, "")))
        if not derive.methods:
            lines.append(f"{INDENT}pass")
        return [*empty_lists(running), *lines]

    def _running(self, p: int, namer: Namer) -> dict[int, str]:
        """Return names for what the functions made at p note in that they run: those that do not run within themselves."""
        made = enumerate(made_in(self.sequence.steps[p]))
        return {number: namer.fresh("running") for number, one in made if one.function.within}

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

    def _fresh(self, p: int, namer: Namer) -> str:
        """Return a name for the value made at p; none of a parameter of the methods that use it, which keep their names."""
        users = [self.sequence.steps[user].operation for user in self.sequence.users(p)]
        methods = [one for user in users if isinstance(user, Derive) for _, one in user.methods]
        hidden = {declared(one)[1] for method in methods for one in method.names}
        return namer.fresh(base_name(self.sequence.steps[p].operation), hidden)

    def _statement(self, p: int, namer: Namer) -> list[str]:
        operation = self.sequence.steps[p].operation
        if isinstance(operation, Derive):
            self.names[p] = namer.fresh(base_name(operation))
            return self._class(p, operation, namer)
        if isinstance(operation, Callback):
            self.names[p] = self._fresh(p, namer)
            running = self._running(p, namer)
            (made,) = made_in(self.sequence.steps[p])
            written = self._function((p, 0), self.names[p], made, running.get(0, ""))
            return [*empty_lists(running), *written]
        head, built = halves(self.build(p))
        if isinstance(operation, Return):
            return statement(self.gives, built, width=self.width)
        if not head and self.placed.is_named(p):
            self.names[p] = self._fresh(p, namer)
            head = f"{self.names[p]} = "
        if isinstance(operation, Call) and ignores(operation):
            suppress = f"{self.imports.module('contextlib')}.suppress(Exception)"
            inner = statement(head, built, width=self.width - len(INDENT))
            return [f"with {suppress}:", *indented(inner)]
        return statement(head, built, width=self.width)


def _names_in(callback: Callback, imports: Imports) -> set[str]:
    """Return the names that a body may use, those of its own variables among them."""
    writer = Writer(callback.body, imports, frozenset(), 0)
    return writer.name_references()


def _names_of(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def _is_definition(lines: list[str]) -> bool:
    return any(line.startswith(("def ", "async def ", "class ", "@")) for line in lines)


def _declared(callback: Callback, writer: Writer) -> list[str]:
    """Return the parameters of a function as its first line has them."""
    written = [declared(one) for one in callback.names]
    return [
        before + own + after for (before, _, after), own in zip(written, writer.own, strict=True)
    ]
