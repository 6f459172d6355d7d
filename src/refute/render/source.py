"""Sequences as Python: `render` the steps, `source` of a failure, its `snippet` for the terminal.

A value gets a variable when it is used twice, spoken of by an assertion, or receives a call; otherwise it is written
where it is used.  Effects happen in the order of the steps: a call is moved into another's argument only if nothing
with an effect lies between the two.
"""

from __future__ import annotations

import ast
import keyword
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from refute.model.literals import modules_in
from refute.model.sequence import (
    Allocate,
    Call,
    Callback,
    Derive,
    Display,
    GetField,
    Literal,
    Parameter,
    Sequence,
    SetField,
    ignores,
)
from refute.model.syntax import MOST_ITEMS, OPERATORS, STATEMENTS
from refute.model.verdict import Violation
from refute.render.field_by_field import BUILD_HELPER, folded
from refute.render.layout import INDENT, expression, statement
from refute.render.names import Imports, Namer, base_name

# A line with constructors inside others stays shorter than this; so deep, and no deeper, they are nested.
NESTED_WIDTH = 80
NESTED_DEPTH = 3

# Values of these classes are as good as new when written twice; NaN is not, being equal to itself by identity only.
_IMMUTABLE = frozenset(
    [
        "int",
        "float",
        "complex",
        "bool",
        "str",
        "bytes",
        "None",
        "range",
        "frozenset",
        "decimal:Decimal",
        "fractions:Fraction",
        "uuid:UUID",
        "datetime:date",
        "datetime:datetime",
        "datetime:time",
        "datetime:timedelta",
        "datetime:timezone",
        "pathlib:Path",
        "pathlib:PurePath",
        "pathlib:PosixPath",
        "pathlib:PurePosixPath",
    ]
)

ITEMS_HELPER = f'''\
def _items(source):
    """Return the first items of an asynchronous iterator."""

    async def take():
        items = []
        async for item in source:
            items.append(item)
            if len(items) == {MOST_ITEMS}:
                break
        return items

    return asyncio.run(take())'''


@dataclass(slots=True)
class Rendered:
    """A sequence as Python: what goes to the top of the file, the lines, and what the values are called.

    `at` has, for each step with a statement of its own, the first of its lines and the line after the last.
    """

    imports: list[str]
    lines: list[str]
    names: dict[int, str]
    helpers: list[str] = field(default_factory=list)
    at: dict[int, tuple[int, int]] = field(default_factory=dict)


def render(
    sequence: Sequence,
    *,
    imports: Imports | None = None,
    keep: Iterable[int] = (),
    width: int = 96,
) -> Rendered:
    """Return the sequence as Python.

    `imports` is shared by the sequences of one file; the values made at the positions `keep` get variables.
    """
    imports = Imports() if imports is None else imports
    writer = _Writer(folded(sequence), imports, frozenset(keep), width)
    writer.name_references()
    lines, at = writer.write(Namer(imports.bound()), [])
    helpers = [ITEMS_HELPER] * writer.needs_items + [BUILD_HELPER] * writer.needs_build
    return Rendered(imports.lines(), lines, dict(writer.names), helpers, at)


def source(sequence: Sequence, violation: Violation) -> str:
    """Return a program that fails as the violation says."""
    rendered, lines = _failing(sequence, violation, Imports())
    parts = ["\n".join(rendered.imports), *rendered.helpers, "\n".join(lines)]
    return "\n\n".join(part for part in parts if part) + "\n"


def snippet(sequence: Sequence, violation: Violation) -> list[str]:
    """Return the lines of `source` without the imports: what a reader of the report needs to see."""
    return _failing(sequence, violation, Imports())[1]


def pasted(sequence: Sequence, violation: Violation) -> list[str]:
    """Return the same lines below the functions of ours that they call, so that they can be pasted below the imports."""
    rendered, lines = _failing(sequence, violation, Imports())
    helpers = []
    for helper in rendered.helpers:
        # Without blank lines, which end a function that is pasted into an interpreter.
        helpers += [*(line for line in helper.splitlines() if line), ""]
    return [*helpers, *lines]


def fill(template: str, names: Iterable[str]) -> str:
    """Return an assertion with names in place of {0}, {1}…

    >>> fill("assert {0} != {}", ["cart"]), fill("assert {0} != {{}}", ["cart"])
    ('assert cart != {}', 'assert cart != {}')
    """
    given = list(names)
    try:
        return template.format(*given)
    except (ValueError, IndexError, KeyError, AttributeError):
        return re.sub(r"\{(\d+)\}", lambda found: given[int(found[1])], template)


def literal(text: str, imports: Imports) -> ast.expr:
    """Return source text as a tree, with what it names imported."""
    tree = ast.parse(text, mode="eval").body
    changed = _Shorten(imports, modules_in(text)).visit(tree)
    assert isinstance(changed, ast.expr)
    return changed


def assertion(violation: Violation, names: dict[int, str]) -> str:
    """Return the line that fails, or nothing where the sequence itself raises."""
    if violation.assertion is None:
        return ""
    return fill(violation.assertion, (names[s] for s in violation.subjects))


def reserve_modules(violation: Violation, imports: Imports) -> None:
    """Import the modules that the assertion names; to be done before variables get their names."""
    if violation.assertion is None:
        return
    places = [f"_refute_{i}" for i in range(len(violation.subjects))]
    for module in sorted(modules_of(fill(violation.assertion, places)) - set(places)):
        imports.module(module)


def up_to(sequence: Sequence, violation: Violation) -> Sequence:
    """Return the steps up to the one at which the rule was broken; what comes later does not matter."""
    return Sequence(sequence.steps[: violation.step + 1])


def _failing(
    sequence: Sequence, violation: Violation, imports: Imports
) -> tuple[Rendered, list[str]]:
    reserve_modules(violation, imports)
    subjects = violation.subjects if violation.assertion else ()
    rendered = render(up_to(sequence, violation), imports=imports, keep=subjects)
    line = assertion(violation, rendered.names)
    lines = [*rendered.lines, line] if line else list(rendered.lines)
    if lines and (note := _note(violation)):
        lines[-1] += f"  # {note}"
    return rendered, lines


def _note(violation: Violation) -> str:
    if violation.exception is None:
        return "" if violation.assertion else one_line(violation.message)
    # The message often says again which exception it is, and where.
    message = violation.message.rpartition(f"{violation.exception}: ")[2]
    says_more = message not in ("", violation.exception)
    return one_line(f"{violation.exception}: {message}" if says_more else violation.exception)


def one_line(text: str, most: int = 72) -> str:
    """Return a text on one line, printable, without addresses, cut."""
    text = re.sub(r"0x[0-9a-fA-F]{6,}", "0x…", " ".join(text.split()))
    text = "".join(c if c.isprintable() else "�" for c in text)
    return text if len(text) <= most else text[: most - 1] + "…"


def modules_of(line: str) -> set[str]:
    """Return what stands before a dot in a statement: modules, and variables."""
    dotted = (node for node in ast.walk(ast.parse(line)) if isinstance(node, ast.Attribute))
    return {module for node in dotted for module in modules_in(ast.unparse(node))}


class _Writer:
    """One sequence, or one body, on its way to Python.

    uses[p]     how many argument places of live steps the value made at p fills
    inline      positions of the steps written where their value is used
    names[p]    variable that holds the value made at p
    """

    def __init__(
        self, sequence: Sequence, imports: Imports, keep: frozenset[int], width: int
    ) -> None:
        self.sequence = sequence
        self.imports = imports
        self.keep = keep
        self.width = width
        self.names: dict[int, str] = {}
        self.needs_items = False
        self.needs_build = False
        self.inline: set[int] = set()
        self.parameters: list[ast.expr] = []
        self.live = self._live()
        self.uses = Counter(s for p in self.live for s in sequence.sources(p))

    # --- what is written where

    def _live(self) -> list[int]:
        """Return the positions of the steps that have an effect or are needed by one that has."""
        needed = set(self.keep)
        live: list[int] = []
        for p in reversed(range(len(self.sequence))):
            if p in needed or self._has_effect(p):
                live.append(p)
                needed.update(self.sequence.sources(p))
        return live[::-1]

    def _has_effect(self, p: int) -> bool:
        match self.sequence.steps[p].operation:
            case Literal() | Parameter() | Callback() | Allocate():
                return False
            case Display(kind):
                # The elements of a set and the keys of a dict are hashed and compared.
                hashes = kind in ("set", "frozenset", "dict")
                return hashes and not all(map(self._is_repeatable, self.sequence.sources(p)))
        return True

    def _is_repeatable(self, p: int) -> bool:
        """Return whether the value may be written again at each use."""
        match self.sequence.steps[p].operation:
            case Parameter():
                return True
            case Literal(text, form):
                tree = ast.parse(text, mode="eval").body
                return (form.name in _IMMUTABLE and "nan" not in text.lower()) or _is_plain(tree)
        return False

    def choose_inline(self) -> None:
        """Decide which values are written where they are used."""
        self.inline = {p for p in self.live if self._may_be_inline(p)}
        while (moved := self._out_of_order()) is not None or (
            moved := self._too_nested()
        ) is not None:
            self.inline.discard(moved)

    def _may_be_inline(self, p: int) -> bool:
        if p in self.keep:
            return False
        operation = self.sequence.steps[p].operation
        if self._is_repeatable(p):
            return True
        if self.uses[p] != 1:
            return False
        user = next(u for u in self.live if p in self.sequence.sources(u))
        match self.sequence.steps[user].operation, operation:
            case (Callback() | Derive(), _):
                return False  # evaluated at every call of the callback, not once
            case (_, Literal()):
                return True
            case (_, Display()):
                return not self._receives(user, p)
            case (_, Call(how="new" | "build", then="")):
                return not self._receives(user, p)
            case (_, Callback()):
                return not self._receives(user, p) and self._lambda(p) is not None
        return False

    def _receives(self, user: int, p: int) -> bool:
        """Return whether the step at `user` is done to the value made at p: `cart` in `cart.add(1)`."""
        sources = self.sequence.sources(user)
        match self.sequence.steps[user].operation:
            case Call(target, how="operator"):
                name = target.rpartition(".")[2]
                is_sign = re.fullmatch(
                    r"\{\d\} \S+ \{\d\}|-\{0\}|\+\{0\}|~\{0\}", OPERATORS.get(name, "")
                )
                return sources[0] == p and not (is_sign and name != "__contains__")
            case Call(how="method" | "get" | "field" | "set" | "check" | "checker"):
                return sources[0] == p
            case GetField() | SetField():
                return sources[0] == p
        return False

    def _out_of_order(self) -> int | None:
        """Return an inline step whose effect would come after that of a later step."""
        latest = -1
        for p in self._evaluated():
            if p < latest:
                return p
            latest = p
        return None

    def _evaluated(self) -> list[int]:
        order: list[int] = []

        def visit(p: int) -> None:
            for s in self._evaluation_order(p):
                if s in self.inline:
                    visit(s)
            if self._has_effect(p):
                order.append(p)

        for root in self.live:
            if root not in self.inline:
                visit(root)
        return order

    def _evaluation_order(self, p: int) -> tuple[int, ...]:
        sources = self.sequence.sources(p)
        match self.sequence.steps[p].operation:
            case Call(target, how="operator"):
                name = target.rpartition(".")[2]
                if name == "__setitem__":
                    return (sources[-1], *sources[:-1])
                if len(sources) == 2 and re.match(r"\{1\}", OPERATORS.get(name, "")):
                    return sources[::-1]
            case SetField() | Call(how="set"):
                return sources[::-1]
        return sources

    def _too_nested(self) -> int | None:
        """Return an inline constructor call in a line that is too long or too deep."""
        for root in self.live:
            if root in self.inline:
                continue
            nested = self._constructors_in(root)
            if nested and (
                self._height(root) > NESTED_DEPTH or len(self._line(root)) >= NESTED_WIDTH
            ):
                return nested[0]
        return None

    def _line(self, root: int) -> str:
        """Return the statement of a step on one line, with a name as long as the one that it will have."""
        head, tree = _halves(self.build(root))
        if not head and (self.uses[root] or root in self.keep):
            head = base_name(self.sequence.steps[root].operation) + " = "
        return head + expression(tree)

    def _constructors_in(self, p: int) -> list[int]:
        found: list[int] = []
        for s in self.sequence.sources(p):
            if s in self.inline:
                found += self._constructors_in(s)
                if isinstance(self.sequence.steps[s].operation, Call):
                    found.append(s)
        return found

    def _height(self, p: int) -> int:
        inner = max(
            (self._height(s) for s in self.sequence.sources(p) if s in self.inline), default=0
        )
        return inner + isinstance(self.sequence.steps[p].operation, Call)

    # --- operations as expressions

    def name_references(self) -> None:
        """Ask for every import that the steps need, so that no variable takes one of those names."""
        for p in self.live:
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
            case Display(kind):
                return _display(kind, arguments)
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
            case Derive(base):
                return self.imports.reference(base)  # never used: always a statement of its own

    def operand(self, p: int) -> ast.expr:
        """Return the value made at p as it is written where it is used."""
        if p in self.inline:
            built = self.build(p)
            assert isinstance(built, ast.expr)
            return built
        if self._is_statement(p):
            return ast.Constant(None)  # what Python would give if these were expressions
        return ast.Name(self.names.get(p) or base_name(self.sequence.steps[p].operation))

    def _is_statement(self, p: int) -> bool:
        match self.sequence.steps[p].operation:
            case SetField() | Call(how="set" | "check"):
                return True
            case Call(target, how="operator"):
                return target.rpartition(".")[2] in STATEMENTS
        return False

    def _call(self, call: Call, arguments: list[ast.expr]) -> ast.expr | ast.stmt:
        name = call.target.rpartition(".")[2]
        count = len(arguments) - len(call.keywords)
        positional, named = arguments[:count], _keywords(call.keywords, arguments[count:])
        match call.how:
            case "get" | "field":
                return ast.Attribute(positional[0], name)
            case "set":
                return ast.Assign([ast.Attribute(positional[0], name.rstrip("="))], positional[1])
            case "check":
                return ast.Assert(ast.Call(ast.Attribute(positional[0], name), [], []))
            case "operator" if name == "__call__":
                made: ast.expr = ast.Call(positional[0], positional[1:], named)
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
        filled = _Fill(dict(zip(places, arguments, strict=True))).visit(tree)
        assert isinstance(filled, ast.stmt)
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

    def _body_writer(self, callback: Callback, captured: list[ast.expr]) -> _Writer:
        body = callback.body
        keep = frozenset({len(body) - 1} if len(body) else ())
        writer = _Writer(body, self.imports, keep, self.width - len(INDENT))
        names: list[ast.expr] = [ast.Name(n) for n in self._parameter_names(callback, captured)]
        writer.parameters = [*names, *captured]
        return writer

    def _parameter_names(self, callback: Callback, captured: list[ast.expr]) -> list[str]:
        namer = Namer({*self.imports.bound(), *(expression(c) for c in captured)})
        return [namer.fresh("xyzuvw"[i] if i < 6 else f"x{i}") for i in range(callback.arity)]

    def _lambda(self, p: int) -> ast.expr | None:
        """Return the callback at p as a lambda, or None where its body needs statements."""
        callback = self.sequence.steps[p].operation
        assert isinstance(callback, Callback)
        captured = [self.operand(s) for s in self.sequence.sources(p)]
        writer = self._body_writer(callback, captured)
        names = [ast.arg(n) for n in self._parameter_names(callback, captured)]
        parameters = ast.arguments([], names, None, [], [], None, [])
        if not len(callback.body):
            return ast.Lambda(parameters, ast.Constant(None))
        last = len(callback.body) - 1
        writer.keep = frozenset()
        writer.choose_inline()
        if any(root != last for root in writer.live if root not in writer.inline):
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
        returned = writer.names.get(len(callback.body) - 1)
        if returned is not None:
            lines = _returning(lines, f"{returned} = ") or [*lines, f"return {returned}"]
        lines = [_indented(line) for line in lines or ["pass"]]
        return [f"def {name}({', '.join(parameters)}):", *lines]

    def _class(self, name: str, derive: Derive, captured: list[ast.expr]) -> list[str]:
        lines = [f"class {name}({expression(self.imports.reference(derive.base))}):"]
        for number, (method, callback) in enumerate(derive.methods):
            count = len(callback.captures)
            mine, captured = captured[:count], captured[count:]
            lines += [""] if number else []
            lines += [_indented(line) for line in self._function(method, callback, mine)]
        return lines if derive.methods else [*lines, f"{INDENT}pass"]

    # --- statements

    def write(self, namer: Namer, lines: list[str]) -> tuple[list[str], dict[int, tuple[int, int]]]:
        """Return the lines, and where among them each step stands."""
        self.choose_inline()
        at: dict[int, tuple[int, int]] = {}
        last: list[str] = []
        for p in self.live:
            if p not in self.inline:
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
        head, built = _halves(self.build(p))
        if not head and (self.uses[p] or p in self.keep):
            self.names[p] = namer.fresh(base_name(operation))
            head = f"{self.names[p]} = "
        if isinstance(operation, Call) and ignores(operation):
            suppress = f"{self.imports.module('contextlib')}.suppress(Exception)"
            inner = statement(head, built, width=self.width - len(INDENT))
            return [f"with {suppress}:", *map(_indented, inner)]
        return statement(head, built, width=self.width)


def _halves(built: ast.expr | ast.stmt) -> tuple[str, ast.expr]:
    """Return what stands before the last expression of a statement, and that expression."""
    match built:
        case ast.Assign([target], value):
            return f"{expression(target)} = ", value
        case ast.Delete([target]):
            return "del ", target
        case ast.Assert(test):
            return "assert ", test
    assert isinstance(built, ast.expr)
    return "", built


def _returning(lines: list[str], bound: str) -> list[str] | None:
    """Return the lines with the last, if it binds the value, returning it instead."""
    if not lines[-1].startswith(bound):
        return None
    return [*lines[:-1], "return " + lines[-1].removeprefix(bound)]


def _indented(line: str) -> str:
    return INDENT + line if line else line


def _is_definition(lines: list[str]) -> bool:
    return bool(lines) and lines[0].startswith(("def ", "class "))


def _is_plain(tree: ast.expr) -> bool:
    """Return whether an expression makes the same immutable value each time: constants and names of things."""
    match tree:
        case ast.Constant() | ast.Name():
            return True
        case ast.Attribute(value, _):
            return _is_plain(value)
        case ast.UnaryOp(_, operand):
            return _is_plain(operand)
        case ast.BinOp(left, _, right):
            return _is_plain(left) and _is_plain(right)
        case ast.Tuple(elements):
            return all(map(_is_plain, elements))
    return False


def _display(kind: str, items: list[ast.expr]) -> ast.expr:
    match kind:
        case "list":
            return ast.List(items)
        case "tuple":
            return ast.Tuple(items)
        case "set" | "frozenset" if not items:
            return ast.Call(ast.Name(kind), [], [])
        case "set":
            return ast.Set(items)
        case "frozenset":
            return ast.Call(ast.Name("frozenset"), [ast.Set(items)], [])
        case "dict":
            return ast.Dict(list(items[::2]), items[1::2])
    raise ValueError(f"unknown display {kind!r}")


def _keywords(names: tuple[str, ...], values: list[ast.expr]) -> list[ast.keyword]:
    return [_keyword(n, v) for n, v in zip(names, values, strict=True)]


def _keyword(name: str, value: ast.expr) -> ast.keyword:
    if name.isidentifier() and not keyword.iskeyword(name):
        return ast.keyword(name, value)
    return ast.keyword(None, ast.Dict([ast.Constant(name)], [value]))


class _Fill(ast.NodeTransformer):
    """Puts expressions in the place of names."""

    def __init__(self, places: dict[str, ast.expr]) -> None:
        self.places = places

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.places.get(node.id, node)


class _Shorten(ast.NodeTransformer):
    """Replaces `shop.color.Color.RED` by `Color.RED` and sees to the imports; the standard library stays dotted."""

    def __init__(self, imports: Imports, modules: set[str]) -> None:
        self.imports = imports
        self.modules = modules

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        dotted = ast.unparse(node)
        for module in sorted(self.modules, key=len, reverse=True):
            if dotted.startswith(f"{module}.") and all(
                part.isidentifier() for part in dotted.split(".")
            ):
                return self._reference(module, dotted.removeprefix(f"{module}."))
        self.generic_visit(node)
        return node

    def _reference(self, module: str, rest: str) -> ast.expr:
        if self.imports.is_standard(module):
            tree = ast.parse(f"{self.imports.module(module)}.{rest}", mode="eval").body
            return tree
        return self.imports.reference(f"{module}:{rest}")
