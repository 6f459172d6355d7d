"""The values of the expressions in a statement that fails: `Notes`, `watch_function`, `evaluate`, `asked`.

As pytest does for `assert`, the statement is compiled anew with every expression in it passed through a function that
notes its value, so that each is evaluated once, in its place, and what has an effect has it once.  Unlike there,
that is done to one function, and only when somebody asks how it failed.
"""

from __future__ import annotations

import ast
import builtins
import copy
import gc
import linecache
import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from refute.look.function_source import lambda_of
from refute.look.portrait import summary
from refute.look.private_names import Mangling, class_prefix
from refute.look.subject_time import calls_subject
from refute.model.story import Explained

# In a loop an expression is noted again and again: after so many times it is left at that.
_MOST_NOTES = 100_000
_WORTH_NOTING = (
    ast.Name,
    ast.Attribute,
    ast.Subscript,
    ast.Call,
    ast.Compare,
    ast.BoolOp,
    ast.UnaryOp,
    ast.BinOp,
    ast.IfExp,
)
# What is called, or only leads to what is: its name says it all.
_SAY_NOTHING = (
    types.ModuleType,
    type,
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodType,
    super,
)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_SCOPES = (*_FUNCTIONS, ast.ClassDef, ast.Lambda)


@dataclass(slots=True)
class Notes:
    """What was seen of the statement that was begun last."""

    file: str
    statements: list[tuple[int, str]] = field(default_factory=list)  # line and source
    texts: list[str] = field(default_factory=list)
    begun: int = -1
    values: dict[int, str] = field(default_factory=dict)
    left: int = _MOST_NOTES

    def begin(self, number: int) -> None:
        """Forget the statement before."""
        self.begun = number
        self.values = {}

    def note(self, number: int, value: object) -> object:
        """Note the value of an expression and return it."""
        if self.left > 0 and not issubclass(type(value), _SAY_NOTHING):
            self.left -= 1
            self.values.pop(number, None)  # last noted, last listed
            self.values[number] = summary(value)
        return value

    def clause(self) -> Explained | None:
        """Return the statement begun last with its values; None where none was."""
        if self.begun < 0:
            return None
        line, source = self.statements[self.begun]
        values: dict[str, str] = {}
        for number, text in self.values.items():
            if self.texts[number] != text:
                values[self.texts[number]] = text
        return Explained(f"{self.file}:{line}" if self.file else "", source, tuple(values.items()))

    def install(self) -> None:
        """Make the two functions known to the code that calls them."""
        setattr(builtins, self.name("note"), self.note)
        setattr(builtins, self.name("begin"), self.begin)

    def name(self, which: str) -> str:
        """Return the name under which one of the two is known; two functions may be watched at a time."""
        return f"__refute_{which}_{id(self)}__"


Chosen = Callable[[ast.stmt], bool]


def watch_function(code: types.CodeType, line: int | None) -> Notes | None:
    """Note what a function does from now on: in the statement at `line`, or else in what it returns and asserts.

    None where its source cannot be had or it cannot be compiled anew.
    """
    notes = Notes(code.co_filename)
    lines = linecache.getlines(code.co_filename)
    try:
        tree = ast.parse("".join(lines), code.co_filename)
        function = next(_functions(tree, code))
        _Rewriting(notes, _at(function, line) if line else _says).rewrite(function)
        ast.fix_missing_locations(tree)
        whole = compile(tree, code.co_filename, "exec", dont_inherit=True)
        made = next(_codes(whole, code))
    except (SyntaxError, ValueError, StopIteration, RecursionError):
        return None
    users = [one for one in _all_functions() if one.__code__ is code]
    if not notes.statements or not users or made.co_freevars != code.co_freevars:
        return None
    notes.install()
    for user in users:
        user.__code__ = made
    return notes


def code_named(file: str, function: str) -> types.CodeType | None:
    """Return the code of a function by its file and qualified name, if there is just one."""
    found = {
        one.__code__
        for one in _all_functions()
        if one.__code__.co_filename == file and one.__code__.co_qualname == function
    }
    return found.pop() if len(found) == 1 else None


def _all_functions() -> Iterator[types.FunctionType]:
    gc.unfreeze()  # workers are forked from a process that froze what it had imported
    return (one for one in gc.get_objects() if type(one) is types.FunctionType)


@calls_subject
def evaluate(line: str, names: Mapping[str, object]) -> Explained:
    """Run one line, `assert a == b`, with these names, and return it with its values."""
    notes = Notes("")
    tree = ast.parse(line)
    _Rewriting(notes, lambda statement: True).rewrite(tree)
    notes.install()
    said: tuple[tuple[str, str], ...] = ()
    try:
        exec(compile(ast.fix_missing_locations(tree), "<refute>", "exec"), dict(names))
    except AssertionError:
        pass  # as expected: the values tell why
    except Exception as raised:
        said = ((line, f"raises {type(raised).__name__}"),)
    told = notes.clause()
    return Explained("", line, (*(told.values if told else ()), *said))


def asked(condition: Any, *arguments: object, **named: object) -> Explained | None:
    """Ask a condition once more and return it with its values; None where its source cannot be had."""
    tree = lambda_of(condition)
    if tree is None:
        code = getattr(condition, "__code__", None)
        notes = watch_function(code, None) if isinstance(code, types.CodeType) else None
        ask = condition
    else:
        notes = Notes(condition.__code__.co_filename)
        ask = _noting(condition, tree, notes)
    if notes is None:
        return None
    try:
        ask(*arguments, **named)
    except Exception:
        pass  # then what was noted up to there is all there is
    return notes.clause()


def _noting(function: types.FunctionType, tree: ast.Lambda, notes: Notes) -> Callable[..., object]:
    """Return a function without a name, made anew so that it notes what it finds."""
    notes.statements.append((tree.body.lineno, ast.unparse(tree.body)))
    notes.begin(0)
    notes.install()
    fresh = copy.deepcopy(tree)
    fresh.body = _Noting(notes).visit(fresh.body)
    Mangling(class_prefix(function.__qualname__)).visit(fresh)
    # Defaults were evaluated when it was made; here they only say that there are some.
    fresh.args.defaults = [ast.Constant(None) for _ in fresh.args.defaults]
    fresh.args.kw_defaults = [one and ast.Constant(None) for one in fresh.args.kw_defaults]
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    names = {**function.__globals__, **{name: cell.cell_contents for name, cell in cells}}
    whole = ast.fix_missing_locations(ast.Expression(fresh))
    made: types.FunctionType = eval(compile(whole, "<refute>", "eval"), names)
    made.__defaults__, made.__kwdefaults__ = function.__defaults__, function.__kwdefaults__
    return made


def _functions(
    tree: ast.AST, code: types.CodeType
) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, _FUNCTIONS) and node.name == code.co_name:
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            if first == code.co_firstlineno:
                yield node


def _codes(whole: types.CodeType, like: types.CodeType) -> Iterator[types.CodeType]:
    for one in whole.co_consts:
        if isinstance(one, types.CodeType):
            same = (one.co_qualname, one.co_firstlineno) == (like.co_qualname, like.co_firstlineno)
            if same:
                yield one
            yield from _codes(one, like)


def _says(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Return | ast.Assert)


def _at(function: ast.AST, line: int) -> Chosen:
    """Return what tells the innermost statement around a line."""
    around = [
        node
        for node in ast.walk(function)
        if isinstance(node, ast.stmt)
        and node is not function
        and node.lineno <= line <= (node.end_lineno or node.lineno)
    ]
    inner = max(around, key=lambda node: (node.lineno, -(node.end_lineno or 0)), default=None)
    return lambda statement: statement is inner


class _Rewriting(ast.NodeTransformer):
    """Passes the expressions of the chosen statements through the notes."""

    def __init__(self, notes: Notes, chosen: Chosen) -> None:
        self._notes = notes
        self._chosen = chosen

    def rewrite(self, tree: ast.AST) -> None:
        """Rewrite what stands in a function or module, but not what is defined in there."""
        self.generic_visit(tree)

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, _SCOPES):
            return node
        if not isinstance(node, ast.stmt) or not self._chosen(node):
            return self.generic_visit(node)
        number = len(self._notes.statements)
        self._notes.statements.append((node.lineno, ast.unparse(_without_body(node))))
        for name, value in list(ast.iter_fields(node)):
            if name not in ("body", "orelse", "finalbody", "handlers", "target", "targets"):
                setattr(node, name, _noted_in(value, self._notes))
        begin = ast.Expr(
            ast.Call(ast.Name(self._notes.name("begin"), ast.Load()), [ast.Constant(number)], [])
        )
        return [ast.copy_location(begin, node), self.generic_visit(node)]


def _without_body(node: ast.stmt) -> ast.stmt:
    """Return a statement as it is to be shown: of a compound one the first line."""
    fields = dict(ast.iter_fields(node))
    shown = {"body": [ast.Expr(ast.Constant(...))], "orelse": [], "finalbody": [], "handlers": []}
    for name, instead in shown.items():
        if isinstance(fields.get(name), list):
            fields[name] = instead
    return ast.copy_location(type(node)(**fields), node)


def _noted_in(value: Any, notes: Notes) -> Any:
    if isinstance(value, list):
        return [_noted_in(one, notes) for one in value]
    return _Noting(notes).visit(value) if isinstance(value, ast.AST) else value


class _Noting(ast.NodeTransformer):
    """Wraps expressions: inner ones first, so that they are noted first."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, ast.Lambda) or not isinstance(
            node, ast.expr | ast.comprehension | ast.keyword | ast.withitem
        ):
            return node
        text = ast.unparse(node) if isinstance(node, _WORTH_NOTING) else ""
        if isinstance(node, ast.Call):
            node.func = self._callee(node.func)
            node.args = [self.visit(one) for one in node.args]
            node.keywords = [self.visit(one) for one in node.keywords]
        else:
            self.generic_visit(node)
        is_loaded = isinstance(getattr(node, "ctx", None) or ast.Load(), ast.Load)
        if not text or not is_loaded or not isinstance(node, ast.expr) or _is_constant(node):
            return node
        number = len(self._notes.texts)
        self._notes.texts.append(text)
        note = ast.Call(
            ast.Name(self._notes.name("note"), ast.Load()), [ast.Constant(number), node], []
        )
        return ast.copy_location(note, node)

    def _callee(self, function: ast.expr) -> ast.expr:
        # What is called says nothing; what it is called on does.
        if isinstance(function, ast.Attribute):
            function.value = self.visit(function.value)
            return function
        return function if isinstance(function, ast.Name) else self.visit(function)


def _is_constant(node: ast.AST) -> bool:
    return isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant)
