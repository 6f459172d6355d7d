"""A predicate's source as blocks of simple statements in which every field read stands alone.

The first half of the resumable predicate (see `resumable.py`): methods that the predicate calls are inlined or, when
they are recursive, kept as functions with an explicit continuation; `and`, `or`, loops and comprehensions around
reads become jumps; everything that reads no field stays the Python it was.  What this cannot follow raises
`NotResumable`, and the general path does the work.  Main names: `lower`, `Program`, `Function`, `Block`.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import textwrap
import types
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from refute.model.bounds import Array, Bounds, parts_of

# Methods that change their receiver.
MUTATORS = frozenset(
    [
        "add",
        "append",
        "appendleft",
        "clear",
        "difference_update",
        "discard",
        "extend",
        "extendleft",
        "insert",
        "intersection_update",
        "pop",
        "popitem",
        "popleft",
        "remove",
        "reverse",
        "rotate",
        "setdefault",
        "sort",
        "symmetric_difference_update",
        "update",
    ]
)
# Functions that leave their arguments as they were.
HARMLESS = frozenset(
    [
        "abs",
        "all",
        "any",
        "bool",
        "dict",
        "divmod",
        "enumerate",
        "float",
        "frozenset",
        "hash",
        "id",
        "int",
        "isinstance",
        "issubclass",
        "iter",
        "len",
        "list",
        "map",
        "max",
        "min",
        "next",
        "ord",
        "range",
        "repr",
        "reversed",
        "round",
        "set",
        "sorted",
        "str",
        "sum",
        "tuple",
        "type",
        "zip",
        "filter",
        "print",
        "callable",
        "deque",
    ]
)
# Functions that take everything from an iterable, in order.
CONSUMERS = ("list", "tuple", "set", "frozenset", "sorted", "sum", "max", "min")
CONTAINERS = ("list", "set", "dict", "deque")
FRESH_CALLS = frozenset(
    ["list", "set", "dict", "deque", "sorted", "defaultdict", "Counter", "OrderedDict"]
)
# Functions that look at fields without naming them.
INDIRECT = frozenset(
    [
        "getattr",
        "setattr",
        "hasattr",
        "delattr",
        "vars",
        "dir",
        "eval",
        "exec",
        "locals",
        "globals",
        "super",
    ]
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
class Invoke:
    """`target` becomes what a recursive function returns."""

    target: str
    function: str
    arguments: list[str]


@dataclass(slots=True)
class Place:
    """`target` becomes `index` counted from the front; beyond `length` it raises IndexError."""

    target: str
    index: str
    length: str


Instruction = Plain | Read | ReadLength | ReadItem | Invoke | Place


@dataclass(slots=True)
class Jump:
    to: int


@dataclass(slots=True)
class Branch:
    test: ast.expr
    yes: int
    no: int


@dataclass(slots=True)
class Give:
    """Return a value; None means that an exception ends the predicate here."""

    value: ast.expr | None


@dataclass(slots=True)
class Block:
    number: int
    code: list[Instruction] = field(default_factory=list)
    end: Jump | Branch | Give | None = None


@dataclass(slots=True)
class Function:
    name: str
    parameters: list[str]
    blocks: list[Block] = field(default_factory=list)
    recursive: bool = False


@dataclass(slots=True)
class Program:
    """The predicate as functions; `constants` are the global names they use."""

    main: Function
    functions: dict[str, Function]
    constants: dict[str, Any]
    arrays: set[str]
    kinds: dict[str, str]


def lower(bounds: Bounds, predicate: Callable[..., Any]) -> Program:
    """Return the predicate as blocks, or raise NotResumable."""
    reader = Lowering(bounds)
    return reader.program(predicate)


class Source:
    """The syntax tree of one function, and what its free names mean."""

    def __init__(self, function: types.FunctionType) -> None:
        self.function = function
        self.tree = definition_of(function)
        arguments = self.tree.args
        if arguments.vararg or arguments.kwarg or arguments.kwonlyargs:
            raise NotResumable(f"{function.__name__} takes * arguments")
        self.parameters = [one.arg for one in (*arguments.posonlyargs, *arguments.args)]
        self.locals = set(self.parameters) | stored_names(self.tree.body)
        self.owner_prefix = class_prefix(function)

    def meaning(self, name: str) -> Any:
        """Return the object that a free name stands for."""
        closure = inspect.getclosurevars(self.function)
        for scope in (closure.nonlocals, self.function.__globals__, vars(builtins)):
            if name in scope:
                return scope[name]
        raise NotResumable(f"{name} is not defined")


def definition_of(function: types.FunctionType) -> ast.FunctionDef:
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, TypeError, SyntaxError) as error:
        raise NotResumable(f"no source of {function.__name__}") from error
    node = tree.body[0]
    if not isinstance(node, ast.FunctionDef):
        raise NotResumable(f"{function.__name__} is not a plain function")
    return node


def class_prefix(function: types.FunctionType) -> str:
    """Return `_Class` for names that Python mangles inside that class."""
    parts = function.__qualname__.split(".")
    return "_" + parts[-2].lstrip("_") if len(parts) > 1 and parts[-2] != "<locals>" else ""


def stored_names(body: Iterable[ast.AST]) -> set[str]:
    found: set[str] = set()
    for statement in body:
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
                found.add(node.id)
    return found


def loaded_names(node: ast.AST) -> set[str]:
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}


def load(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def assign(name: str, value: ast.expr) -> Plain:
    return Plain(ast.Assign([ast.Name(name, ast.Store())], value, lineno=1))


def expression(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


@dataclass(slots=True)
class Frame:
    """One inlined call: how its names are spelled here, and where `return` goes."""

    source: Source
    names: dict[str, str]
    result: str | None  # variable for the returned value; None in a function of its own
    leave: int  # block after the call
    loops: list[tuple[int, int]] = field(default_factory=list)  # (continue, break)


class Lowering:
    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.fields: dict[str, bool] = {}  # field name -> may hold a list
        for key, domain in bounds.fields.items():
            name = key.rpartition(".")[2]
            is_array = any(isinstance(part, Array) for part in parts_of(domain))
            self.fields[name] = self.fields.get(name, False) or is_array
        self.has_arrays = any(self.fields.values())
        self.methods = self._methods()
        self.sources: dict[types.FunctionType, Source] = {}
        self.reads_memo: dict[types.FunctionType, bool] = {}
        self.functions: dict[str, Function] = {}
        self.constants: dict[str, Any] = {}
        self.constant_names: dict[tuple[str, int], str] = {}
        self.arrays: set[str] = set()
        self.kinds: dict[str, str] = {}
        self.counter = 0
        self.size = 0
        self.current: Function
        self.block: Block
        self.frames: list[Frame] = []
        self.inlining: list[types.FunctionType] = []

    # -- what the classes offer -----------------------------------------------------------------

    def _methods(self) -> dict[str, Any]:
        """Return methods and properties of the bounded classes; a name that means two things means None."""
        found: dict[str, Any] = {}
        for owner in self.bounds.classes.values():
            for base in reversed(owner.__mro__[:-1]):
                for name, member in vars(base).items():
                    if isinstance(
                        member, types.FunctionType | property | staticmethod | classmethod
                    ):
                        same = found.get(name, member) is member or issubclass(owner, base)
                        found[name] = member if same and self._unique(name, member) else None
        return found

    def _unique(self, name: str, member: Any) -> bool:
        meanings = {
            id(inspect.getattr_static(owner, name))
            for owner in self.bounds.classes.values()
            if inspect.getattr_static(owner, name, None) is not None
        }
        return len(meanings) <= 1

    def source(self, function: types.FunctionType) -> Source:
        if function not in self.sources:
            self.sources[function] = Source(function)
        return self.sources[function]

    def reads(self, function: types.FunctionType) -> bool:
        """Tell whether a function reads fields, itself or through what it calls."""
        if function in self.reads_memo:
            return self.reads_memo[function]
        self.reads_memo[function] = False  # a recursive call adds nothing
        source = self.source(function)
        found = any(self._is_read(node, source) for node in ast.walk(source.tree))
        self.reads_memo[function] = found
        return found

    def _is_read(self, node: ast.AST, source: Source) -> bool:
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            if node.attr in self.fields or mangled(node.attr, source) in self.fields:
                return True
            member = self.methods.get(node.attr)
            if node.attr in self.methods and node.attr not in MUTATORS:
                return member is None or self.reads(function_in(member))
            return False
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id in INDIRECT:
                raise NotResumable(f"{node.func.id}() hides which field is read")
            called = self.called_function(node.func.id, source)
            return called is not None and self.reads(called)
        if self.has_arrays:
            return self._is_array_read(node, source)
        return False

    def _is_array_read(self, node: ast.AST, source: Source) -> bool:
        """Tell whether a node may look into a list that was put into a variable."""
        owner: ast.expr | None = None
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
            owner = node.value
        elif isinstance(node, ast.Call) and node.args and isinstance(node.func, ast.Name):
            owner = node.args[0]
        elif isinstance(node, ast.For | ast.comprehension):
            owner = node.iter
        elif isinstance(node, ast.Compare) and any(
            isinstance(op, ast.In | ast.NotIn) for op in node.ops
        ):
            owner = node.comparators[-1]
        return isinstance(owner, ast.Name) and self._name_here(owner.id) in self.arrays

    def _name_here(self, name: str) -> str:
        return self.frames[-1].names.get(name, name) if self.frames else name

    def called_function(self, name: str, source: Source) -> types.FunctionType | None:
        """Return the user's function that a global name calls, if it is one."""
        if name in source.locals:
            return None
        meaning = source.meaning(name)
        ours = isinstance(meaning, types.FunctionType) and not is_standard(meaning)
        return meaning if ours else None

    def has_read(self, node: ast.AST) -> bool:
        source = self.frames[-1].source
        return any(self._is_read(part, source) for part in ast.walk(node))

    # -- building blocks ------------------------------------------------------------------------

    def program(self, predicate: Callable[..., Any]) -> Program:
        function = getattr(predicate, "__func__", predicate)
        if not isinstance(function, types.FunctionType):
            raise NotResumable("the predicate is not a Python function")
        main = self.function(function, "main")
        return Program(main, self.functions, self.constants, self.arrays, self.kinds)

    def function(self, function: types.FunctionType, name: str) -> Function:
        """Lower one function as a whole."""
        source = self.source(function)
        names = {one: f"{one}_{self.fresh()}" for one in source.locals}
        made = Function(name, [names[one] for one in source.parameters])
        outer = self.__dict__.get("current"), self.__dict__.get("block"), self.frames, self.inlining
        self.current, self.frames, self.inlining = (
            made,
            [Frame(source, names, None, -1)],
            [function],
        )
        self.block = self.new_block()
        self.body(source.tree.body)
        if self.block.end is None:
            self.block.end = Give(ast.Constant(None))
        if outer[0] is not None:
            self.current = outer[0]
            self.block = outer[1]  # type: ignore[assignment]
        self.frames, self.inlining = outer[2], outer[3]
        return made

    def fresh(self) -> int:
        self.counter += 1
        return self.counter

    def temporary(self, stem: str = "t") -> str:
        return f"{stem}_{self.fresh()}"

    def new_block(self) -> Block:
        block = Block(len(self.current.blocks))
        self.current.blocks.append(block)
        return block

    def emit(self, instruction: Instruction) -> None:
        self.size += 1
        if self.size > MOST_INSTRUCTIONS:
            raise NotResumable("the predicate is too long")
        self.block.code.append(instruction)

    def close(self, end: Jump | Branch | Give) -> None:
        if self.block.end is None:
            self.block.end = end

    def go(self, block: Block) -> None:
        """Continue writing in another block."""
        self.block = block

    # -- statements -----------------------------------------------------------------------------

    def body(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            if self.block.end is not None:
                return  # unreachable
            self.statement(statement)

    def statement(self, node: ast.stmt) -> None:
        if self.is_native(node):
            self.native(node)
            return
        method = getattr(self, "on_" + type(node).__name__, None)
        if method is None:
            raise NotResumable(f"{type(node).__name__} around a field read")
        method(node)

    def is_native(self, node: ast.stmt) -> bool:
        if isinstance(node, ast.AugAssign):
            return False
        if isinstance(
            node, ast.Return | ast.Break | ast.Continue | ast.Raise | ast.Pass | ast.Assert
        ):
            return False
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return False
        leaving = (ast.Return, ast.Yield, ast.YieldFrom, ast.Await)
        if any(isinstance(part, leaving) for part in ast.walk(node)):
            return False
        if isinstance(node, ast.If) and any(
            isinstance(part, ast.Break | ast.Continue) for part in ast.walk(node)
        ):
            return False
        if isinstance(
            node, ast.FunctionDef | ast.ClassDef | ast.Import | ast.ImportFrom | ast.Global
        ):
            raise NotResumable(f"{type(node).__name__} inside the predicate")
        return not self.has_read(node)

    def native(self, node: ast.stmt) -> None:
        renamed = self.rename(node)
        self.note_kinds(renamed)
        self.emit(Plain(renamed))

    def note_kinds(self, node: ast.stmt) -> None:
        """Remember which variables only ever hold a list, or only a set."""
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            target = node.targets[0]
            if isinstance(target, ast.Name):
                self.note_kind(target.id, node.value)

    def note_kind(self, name: str, value: ast.expr) -> None:
        kind = kind_of(value)
        if isinstance(value, ast.Name) and value.id in self.arrays:
            self.arrays.add(name)
            kind = "array"
        if isinstance(value, ast.Constant) and value.value is None and name in self.arrays:
            return
        known = self.kinds.get(name, kind)
        if known != kind and "array" in (known, kind):
            raise NotResumable("a variable holds now a list of the structure, now something else")
        self.kinds[name] = kind if known == kind else "other"

    def rename(self, node: Any) -> Any:
        """Return a copy of native code with our spelling of its names."""
        return Renaming(self).visit(clone(node))

    def on_Pass(self, node: ast.Pass) -> None:
        pass

    def on_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant):
            return
        value = self.value(node.value)
        if not isinstance(value, ast.Name | ast.Constant):
            self.emit(Plain(ast.Expr(value)))

    def on_Assign(self, node: ast.Assign) -> None:
        value = self.value(node.value)
        if len(node.targets) > 1:
            value = load(self.spill(value))
        for target in node.targets:
            self.store(target, value)

    def on_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.store(node.target, self.value(node.value))

    def store(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Name):
            name = self._name_here(target.id)
            self.note_kind(name, value)
            self.emit(assign(name, value))
        elif isinstance(target, ast.Tuple) and all(isinstance(t, ast.Name) for t in target.elts):
            names = [ast.Name(self._name_here(t.id), ast.Store()) for t in target.elts]  # type: ignore[attr-defined]
            for one in names:
                self.kinds[one.id] = "other"
            tuple_ = ast.Tuple([*names], ast.Store())
            self.emit(Plain(ast.Assign([tuple_], value, lineno=1)))
        elif isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name):
            owner = load(self._name_here(target.value.id))
            place = ast.Subscript(owner, self.value(target.slice), ast.Store())
            self.emit(Plain(ast.Assign([place], value, lineno=1)))
        else:
            raise NotResumable("assignment to something other than a variable")

    def on_AugAssign(self, node: ast.AugAssign) -> None:
        if not isinstance(node.target, ast.Name):
            raise NotResumable("augmented assignment to something other than a variable")
        name = self._name_here(node.target.id)
        value = self.value(node.value)
        if self.kinds.get(name) in CONTAINERS:
            self.emit(Plain(ast.AugAssign(ast.Name(name, ast.Store()), node.op, value)))
        else:
            self.emit(assign(name, ast.BinOp(load(name), node.op, value)))

    def on_Assert(self, node: ast.Assert) -> None:
        good, bad = self.new_block(), self.new_block()
        self.test(node.test, good, bad)
        bad.end = Give(None)
        self.go(good)

    def on_Raise(self, node: ast.Raise) -> None:
        self.close(Give(None))

    def on_Return(self, node: ast.Return) -> None:
        frame = self.frames[-1]
        value = ast.Constant(None) if node.value is None else self.value(node.value)
        if frame.result is None:
            self.close(Give(value))
            return
        self.note_kind(frame.result, value)
        self.emit(assign(frame.result, value))
        self.close(Jump(frame.leave))

    def on_If(self, node: ast.If) -> None:
        yes, no, after = self.new_block(), self.new_block(), self.new_block()
        self.test(node.test, yes, no)
        for block, statements in ((yes, node.body), (no, node.orelse)):
            self.go(block)
            self.body(statements)
            self.close(Jump(after.number))
        self.go(after)

    def on_While(self, node: ast.While) -> None:
        head, inside, done, after = (self.new_block() for _ in range(4))
        self.close(Jump(head.number))
        self.go(head)
        self.test(node.test, inside, done)
        self.loop(inside, node.body, head.number, after)
        self.go(done)
        self.body(node.orelse)
        self.close(Jump(after.number))
        self.go(after)

    def loop(self, inside: Block, statements: list[ast.stmt], again: int, after: Block) -> None:
        self.frames[-1].loops.append((again, after.number))
        self.go(inside)
        self.body(statements)
        self.close(Jump(again))
        self.frames[-1].loops.pop()

    def on_Break(self, node: ast.Break) -> None:
        self.close(Jump(self.frames[-1].loops[-1][1]))

    def on_Continue(self, node: ast.Continue) -> None:
        self.close(Jump(self.frames[-1].loops[-1][0]))

    def on_For(self, node: ast.For) -> None:
        head, inside, done, after = (self.new_block() for _ in range(4))
        self.iterate(
            node.iter,
            node.target,
            head,
            inside,
            done,
            mutated_in(node.body),
            stored_names(node.body),
        )
        self.loop(inside, node.body, head.number, after)
        self.go(done)
        self.body(node.orelse)
        self.close(Jump(after.number))
        self.go(after)

    def iterate(
        self,
        iterable: ast.expr,
        target: ast.expr,
        head: Block,
        inside: Block,
        done: Block,
        mutated: set[str],
        stored: set[str],
    ) -> None:
        """Write the head of a loop; leaves `inside` with the target assigned and the counter advanced."""
        counted = self.counted(iterable, mutated, stored)
        index = self.temporary("i")
        self.emit(assign(index, counted.start))
        self.close(Jump(head.number))
        self.go(head)
        test = ast.Compare(load(index), [counted.order], [counted.stop()])
        self.close(Branch(test, inside.number, done.number))
        self.go(inside)
        place = self.temporary("j")  # the counter moves on before the body, which may `continue`
        self.emit(assign(place, load(index)))
        self.emit(assign(index, expression(f"{index} + {counted.step}")))
        if isinstance(target, ast.Tuple) and counted.pair is not None:
            first, second = target.elts
            self.store(first, load(place))
            self.store(second, counted.pair(place))
        else:
            self.store(target, counted.item(place))

    def counted(self, iterable: ast.expr, mutated: set[str], stored: set[str]) -> Counted:
        """Return how to run over an iterable by counting, so that the position is a plain number."""
        call = iterable.func.id if is_name_call(iterable) else ""  # type: ignore[attr-defined]
        if call == "range":
            return self.counted_range(iterable)
        if call == "enumerate" and len(iterable.args) == 1:  # type: ignore[attr-defined]
            inner = self.counted_inside(iterable.args[0])  # type: ignore[attr-defined]
            if inner is not None:
                return Counted(inner.start, inner.stop, inner.item, pair=inner.item, array=True)
        value = self.value(iterable) if call not in ("enumerate",) else self.native_value(iterable)
        if isinstance(value, ast.Name) and value.id in self.arrays:
            return self.counted_array(value.id)
        is_list = isinstance(value, ast.Name) and self.kinds.get(value.id) == "list"
        if is_list and not (isinstance(iterable, ast.Name) and iterable.id in stored):
            name = value.id  # type: ignore[attr-defined]
        else:
            if isinstance(iterable, ast.Name) and iterable.id in mutated:
                raise NotResumable("a loop changes what it runs over")
            name = self.temporary("seq")
            self.kinds[name] = "other"
            self.emit(assign(name, ast.Call(load("tuple"), [value], [])))
        return Counted(
            ast.Constant(0),
            lambda: expression(f"len({name})"),
            lambda place: expression(f"{name}[{place}]"),
        )

    def counted_inside(self, node: ast.expr) -> Counted | None:
        """Return how to run over the list of the structure inside `enumerate(…)`."""
        if not self.has_read(node) and not isinstance(node, ast.Name):
            return None
        value = self.value(node)
        if isinstance(value, ast.Name) and value.id in self.arrays:
            return self.counted_array(value.id)
        return None

    def native_value(self, node: ast.expr) -> ast.expr:
        if self.has_read(node):
            raise NotResumable("enumerate() over fields")
        renamed: ast.expr = self.rename(node)
        return renamed

    def counted_range(self, node: Any) -> Counted:
        values = [self.value(one) for one in node.args]
        if len(values) == 1:
            values.insert(0, ast.Constant(0))
        step, order = 1, ast.Lt()
        if len(values) == 3:
            step_node = ast.unparse(values[2])
            if step_node not in ("1", "-1"):
                raise NotResumable("a range with a step")
            step, order = int(step_node), ast.Lt() if step_node == "1" else ast.Gt()  # type: ignore[assignment]
        stop = self.spill(values[1])
        return Counted(values[0], lambda: load(stop), load, step=step, order=order)

    def counted_array(self, name: str) -> Counted:
        length = self.length(name)
        return Counted(
            ast.Constant(0),
            lambda: load(length),
            lambda place: load(self.item(name, load(place), checked=True)),
            array=True,
        )

    # -- expressions ----------------------------------------------------------------------------

    def value(self, node: ast.expr) -> ast.expr:
        """Return an expression without reads; what must happen before it is emitted."""
        if not self.has_read(node):
            renamed: ast.expr = self.rename(node)
            return renamed
        method = getattr(self, "of_" + type(node).__name__, None)
        if method is None:
            raise NotResumable(f"{type(node).__name__} around a field read")
        result: ast.expr = method(node)
        return result

    def values(self, nodes: list[ast.expr]) -> list[ast.expr]:
        """Evaluate from left to right: what stands before a read is computed before it."""
        results: list[ast.expr] = []
        for index, node in enumerate(nodes):
            value = self.value(node)
            if any(self.has_read(later) for later in nodes[index + 1 :]):
                value = self.settle(value)
            results.append(value)
        return results

    def settle(self, value: ast.expr) -> ast.expr:
        return value if isinstance(value, ast.Name | ast.Constant) else load(self.spill(value))

    def spill(self, value: ast.expr) -> str:
        if isinstance(value, ast.Name):
            return value.id
        name = self.temporary()
        self.note_kind(name, value)
        self.emit(assign(name, value))
        return name

    def of_Attribute(self, node: ast.Attribute) -> ast.expr:
        name = mangled(node.attr, self.frames[-1].source)
        owner = self.value(node.value)
        if name in self.fields:
            holder = self.spill(owner)
            target = f"{holder}__{name}"
            self.emit(Read(target, holder, name))
            if self.fields[name]:
                self.arrays.add(target)
                self.kinds[target] = "array"
            else:
                self.kinds[target] = "other"
            return load(target)
        member = self.methods.get(node.attr)
        if isinstance(member, property) and isinstance(member.fget, types.FunctionType):
            return self.call(member.fget, [owner])
        return ast.Attribute(owner, node.attr, ast.Load())

    def of_Call(self, node: ast.Call) -> ast.expr:
        if node.keywords:
            raise NotResumable("keyword arguments around a field read")
        if isinstance(node.func, ast.Name):
            return self.call_name(node, node.func.id)
        if isinstance(node.func, ast.Attribute):
            return self.call_method(node, node.func)
        raise NotResumable("a computed function around a field read")

    def call_name(self, node: ast.Call, name: str) -> ast.expr:
        source = self.frames[-1].source
        if name in ("all", "any") and name not in source.locals and len(node.args) == 1:
            if isinstance(node.args[0], ast.GeneratorExp):
                return self.quantifier(node.args[0], name == "all")
        called = self.called_function(name, source)
        if called is not None and self.reads(called):
            return self.call(called, self.values(node.args))
        self.check_consumer(node, name in CONSUMERS)
        arguments = self.values(node.args)
        first = arguments[0] if arguments else None
        if isinstance(first, ast.Name) and first.id in self.arrays:
            if name == "len":
                return load(self.length(first.id))
            if name not in CONSUMERS:
                raise NotResumable(f"{name}() may not take all of a list of the structure")
            arguments[0] = load(self.whole(first.id))
        if any(isinstance(a, ast.Name) and a.id in self.arrays for a in arguments):
            raise NotResumable(f"a list of the structure as an argument of {name}()")
        return ast.Call(self.rename(node.func), arguments, [])

    def call_method(self, node: ast.Call, func: ast.Attribute) -> ast.expr:
        known = func.attr in self.methods and not self.is_container(func.value)
        if known:
            member = self.methods[func.attr]
            if member is None:
                raise NotResumable(f"several classes define {func.attr}()")
            if isinstance(member, classmethod):
                raise NotResumable(f"{func.attr}() is a class method")
            if self.names_class(func.value) or isinstance(member, staticmethod):
                return self.call(function_in(member), self.values(node.args))
            return self.call(function_in(member), self.values([func.value, *node.args]))
        self.check_consumer(node, func.attr in ("join", "extend", "update", "union"))
        receiver, *arguments = self.values([func.value, *node.args])
        if any(isinstance(a, ast.Name) and a.id in self.arrays for a in (receiver, *arguments)):
            raise NotResumable(f"a list of the structure in a call of {func.attr}()")
        return ast.Call(ast.Attribute(receiver, func.attr, ast.Load()), arguments, [])

    def check_consumer(self, node: ast.Call, takes_all: bool) -> None:
        """Refuse a generator that reads fields and is handed to somebody who may stop early."""
        if not takes_all and any(isinstance(one, ast.GeneratorExp) for one in node.args):
            raise NotResumable("a generator of field reads that may not be used up")

    def names_class(self, node: ast.expr) -> bool:
        source = self.frames[-1].source
        if not isinstance(node, ast.Name) or node.id in source.locals:
            return False
        return isinstance(source.meaning(node.id), type)

    def is_container(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and self.kinds.get(self._name_here(node.id)) in CONTAINERS

    def call(self, function: types.FunctionType, arguments: list[ast.expr]) -> ast.expr:
        """Write a call of a function that reads: inline, or with a continuation when it is recursive."""
        source = self.source(function)
        arguments = self.with_defaults(function, source, arguments)
        if self.is_recursive(function):
            return self.invoke(function, arguments)
        changed = stored_names(source.tree.body)
        names: dict[str, str] = {}
        for parameter, value in zip(source.parameters, arguments, strict=True):
            if isinstance(value, ast.Name) and parameter not in changed:
                names[parameter] = value.id
            else:
                names[parameter] = f"{parameter}_{self.fresh()}"
                self.note_kind(names[parameter], value)
                self.emit(assign(names[parameter], value))
        for one in source.locals - set(source.parameters):
            names[one] = f"{one}_{self.fresh()}"
        return self.inline(function, source, names)

    def inline(
        self, function: types.FunctionType, source: Source, names: dict[str, str]
    ) -> ast.expr:
        after, result = self.new_block(), self.temporary("r")
        self.frames.append(Frame(source, names, result, after.number))
        self.inlining.append(function)
        self.body(source.tree.body)
        if self.block.end is None:
            self.emit(assign(result, ast.Constant(None)))
            self.close(Jump(after.number))
        self.frames.pop()
        self.inlining.pop()
        self.go(after)
        return load(result)

    def with_defaults(
        self, function: types.FunctionType, source: Source, arguments: list[ast.expr]
    ) -> list[ast.expr]:
        missing = len(source.parameters) - len(arguments)
        defaults = function.__defaults__ or ()
        if missing < 0 or missing > len(defaults):
            raise NotResumable(f"{function.__name__} called with another number of arguments")
        added = [
            load(self.constant("default", value)) for value in defaults[len(defaults) - missing :]
        ]
        return arguments + (added if missing else [])

    def is_recursive(self, function: types.FunctionType) -> bool:
        return function in self.inlining or self.reaches(function, function, set())

    def reaches(self, start: types.FunctionType, goal: types.FunctionType, seen: set[Any]) -> bool:
        """Tell whether `start` may call `goal`."""
        source = self.source(start)
        for node in ast.walk(source.tree):
            called = self.callee(node, source)
            if called is None or called in seen:
                continue
            seen.add(called)
            if called is goal or self.reaches(called, goal, seen):
                return True
        return False

    def callee(self, node: ast.AST, source: Source) -> types.FunctionType | None:
        if (
            isinstance(node, ast.Attribute)
            and node.attr in self.methods
            and node.attr not in MUTATORS
        ):
            member = self.methods[node.attr]
            return None if member is None else function_in(member)
        if is_name_call(node):
            return self.called_function(node.func.id, source)  # type: ignore[attr-defined]
        return None

    def invoke(self, function: types.FunctionType, arguments: list[ast.expr]) -> ast.expr:
        name = f"{function.__name__}_{id(function) % 100_000}"
        if name not in self.functions:
            self.functions[name] = Function(name, [])  # known before its body calls it
            made = self.function(function, name)
            made.recursive = True
            self.functions[name] = made
        for parameter, value in zip(self.source(function).parameters, arguments, strict=True):
            if isinstance(value, ast.Name) and value.id in self.arrays:
                raise NotResumable(
                    f"a list of the structure as {parameter} of a recursive function"
                )
            if isinstance(value, ast.Name) and self.kinds.get(value.id) in (
                "list",
                "set",
                "dict",
                "deque",
            ):
                raise NotResumable(f"a container as {parameter} of a recursive function")
        spilled = [self.argument(value) for value in arguments]
        target = self.temporary("r")
        self.kinds[target] = "other"
        self.emit(Invoke(target, name, spilled))
        return load(target)

    def argument(self, value: ast.expr) -> str:
        if isinstance(value, ast.Name):
            return value.id
        if kind_of(value) != "other":
            raise NotResumable("a container as argument of a recursive function")
        return self.spill(value)

    def of_Subscript(self, node: ast.Subscript) -> ast.expr:
        owner, index = self.values([node.value, node.slice])
        if isinstance(owner, ast.Name) and owner.id in self.arrays:
            if isinstance(index, ast.Slice):
                raise NotResumable("a slice of a list of the structure")
            return load(self.item(owner.id, index, checked=False))
        return ast.Subscript(owner, index, ast.Load())

    def length(self, owner: str) -> str:
        target = f"{owner}__len"
        self.emit(ReadLength(target, owner))
        return target

    def item(self, owner: str, index: ast.expr, *, checked: bool) -> str:
        length = self.length(owner)
        place = self.spill(index)
        if not checked:
            index_name, place = place, f"{place}_in_{owner}"
            self.emit(Place(place, index_name, length))
        target = f"{owner}__at_{place}"
        self.kinds[target] = "other"
        self.emit(ReadItem(target, owner, place))
        return target

    def whole(self, owner: str) -> str:
        """Return a variable with all items of a list, read in order."""
        made = self.temporary("all")
        self.emit(assign(made, ast.List([], ast.Load())))
        self.kinds[made] = "list"
        head, inside, done = (self.new_block() for _ in range(3))
        item = self.temporary("x")
        self.iterate(load(owner), ast.Name(item, ast.Store()), head, inside, done, set(), set())
        self.emit(Plain(ast.Expr(expression(f"{made}.append({item})"))))
        self.close(Jump(head.number))
        self.go(done)
        return made

    def contains(self, item: ast.expr, owner: str, wanted: bool) -> ast.expr:
        """Write `item in list`, which reads no further than the first that is equal."""
        sought, result, one = self.spill(item), self.temporary(), self.temporary("x")
        head, inside, done, hit = (self.new_block() for _ in range(4))
        self.store_temporary(result, ast.Constant(not wanted))
        self.iterate(load(owner), ast.Name(one, ast.Store()), head, inside, done, set(), set())
        same = expression(f"{one} is {sought} or {one} == {sought}")
        self.close(Branch(same, hit.number, head.number))
        self.go(hit)
        self.emit(assign(result, ast.Constant(wanted)))
        self.close(Jump(done.number))
        self.go(done)
        return load(result)

    def of_Compare(self, node: ast.Compare) -> ast.expr:
        if len(node.ops) > 1:
            return self.branching(node)
        left, right = self.values([node.left, node.comparators[0]])
        if isinstance(right, ast.Name) and right.id in self.arrays:
            if isinstance(node.ops[0], ast.In | ast.NotIn):
                return self.contains(left, right.id, isinstance(node.ops[0], ast.In))
            elif not isinstance(node.ops[0], ast.Is | ast.IsNot):
                raise NotResumable("comparison of a whole list of the structure")
        if isinstance(left, ast.Name) and left.id in self.arrays:
            if not isinstance(node.ops[0], ast.Is | ast.IsNot):
                raise NotResumable("comparison of a whole list of the structure")
        return ast.Compare(left, node.ops, [right])

    def of_BinOp(self, node: ast.BinOp) -> ast.expr:
        left, right = self.values([node.left, node.right])
        return ast.BinOp(left, node.op, right)

    def of_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        return ast.UnaryOp(node.op, self.value(node.operand))

    def of_Tuple(self, node: ast.Tuple) -> ast.expr:
        return ast.Tuple(self.values(node.elts), ast.Load())

    def of_List(self, node: ast.List) -> ast.expr:
        return ast.List(self.values(node.elts), ast.Load())

    def of_Set(self, node: ast.Set) -> ast.expr:
        return ast.Set(self.values(node.elts))

    def of_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        return self.branching(node)

    def of_IfExp(self, node: ast.IfExp) -> ast.expr:
        result, after = self.temporary(), self.new_block()
        yes, no = self.new_block(), self.new_block()
        self.test(node.test, yes, no)
        for block, value in ((yes, node.body), (no, node.orelse)):
            self.go(block)
            self.store_temporary(result, self.value(value))
            self.close(Jump(after.number))
        self.go(after)
        return load(result)

    def store_temporary(self, name: str, value: ast.expr) -> None:
        self.note_kind(name, value)
        self.emit(assign(name, value))

    def branching(self, node: ast.BoolOp | ast.Compare) -> ast.expr:
        """Return the value of `and`, `or` and `a < b < c`, whose later operands may not be evaluated."""
        result, after = self.temporary(), self.new_block()
        if isinstance(node, ast.BoolOp):
            parts, wanted = node.values, isinstance(node.op, ast.And)
            for index, part in enumerate(parts):
                self.store_temporary(result, self.value(part))
                if index < len(parts) - 1:
                    self.continue_if(result, wanted, after)
        else:
            left = load(self.spill(self.value(node.left)))
            for index, (op, right) in enumerate(zip(node.ops, node.comparators, strict=True)):
                value = load(self.spill(self.value(right)))
                self.store_temporary(result, ast.Compare(left, [op], [value]))
                left = value
                if index < len(node.ops) - 1:
                    self.continue_if(result, True, after)
        self.close(Jump(after.number))
        self.go(after)
        return load(result)

    def continue_if(self, result: str, wanted: bool, after: Block) -> None:
        following = self.new_block()
        yes, no = (following, after) if wanted else (after, following)
        self.close(Branch(load(result), yes.number, no.number))
        self.go(following)

    def test(self, node: ast.expr, yes: Block, no: Block) -> None:
        """Write a condition as jumps."""
        if self.has_read(node) and isinstance(node, ast.BoolOp):
            wanted = isinstance(node.op, ast.And)
            for part in node.values[:-1]:
                following = self.new_block()
                self.test(part, following if wanted else yes, no if wanted else following)
                self.go(following)
            self.test(node.values[-1], yes, no)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            self.test(node.operand, no, yes)
        else:
            value = self.value(node)
            if isinstance(value, ast.Name) and value.id in self.arrays:
                value = load(self.length(value.id))
            self.close(Branch(value, yes.number, no.number))

    def of_ListComp(self, node: ast.ListComp) -> ast.expr:
        return self.comprehension(node, ast.List([], ast.Load()), "append")

    def of_SetComp(self, node: ast.SetComp) -> ast.expr:
        return self.comprehension(node, expression("set()"), "add")

    def of_GeneratorExp(self, node: ast.GeneratorExp) -> ast.expr:
        # Only all() and any() stop early, and those are `quantifier`; other consumers take everything.
        return self.comprehension(node, ast.List([], ast.Load()), "append")

    def comprehension(self, node: Any, empty: ast.expr, method: str) -> ast.expr:
        made = self.temporary("made")
        self.store_temporary(made, empty)

        def innermost() -> None:
            value = self.value(node.elt)
            call = ast.Call(ast.Attribute(load(made), method, ast.Load()), [value], [])
            self.emit(Plain(ast.Expr(call)))

        after = self.new_block()
        self.nested(node.generators, innermost, after)
        self.go(after)
        return load(made)

    def quantifier(self, node: ast.GeneratorExp, is_all: bool) -> ast.expr:
        result, after = self.temporary(), self.new_block()
        self.store_temporary(result, ast.Constant(is_all))

        def innermost() -> None:
            on, stop = self.new_block(), self.new_block()
            self.test(node.elt, on if is_all else stop, stop if is_all else on)
            self.go(stop)
            self.emit(assign(result, ast.Constant(not is_all)))
            self.close(Jump(after.number))
            self.go(on)

        self.nested(node.generators, innermost, after)
        self.go(after)
        return load(result)

    def nested(
        self, generators: list[ast.comprehension], innermost: Callable[[], None], after: Block
    ) -> None:
        """Write the loops of a comprehension; its variables are its own."""
        first, *rest = generators
        head, inside, done = (self.new_block() for _ in range(3))
        frame = self.frames[-1]
        outer = dict(frame.names)
        source_value = first.iter
        targets = stored_names([first.target])
        inner = {**outer, **{name: self.temporary(name) for name in targets}}
        self.iterate_scoped(source_value, first.target, (head, inside, done), inner)
        for condition in first.ifs:
            kept = self.new_block()
            self.test(condition, kept, head)
            self.go(kept)
        if rest:
            again = self.new_block()
            self.nested(rest, innermost, again)
            self.go(again)
        else:
            innermost()
        self.close(Jump(head.number))
        frame.names = outer
        done.end = Jump(after.number)

    def iterate_scoped(
        self,
        iterable: ast.expr,
        target: ast.expr,
        blocks: tuple[Block, Block, Block],
        inner: dict[str, str],
    ) -> None:
        head, inside, done = blocks
        frame = self.frames[-1]
        if not isinstance(target, ast.Name):
            raise NotResumable("several variables in a comprehension around a field read")
        # The iterable belongs to the outer scope, the target to the inner one.
        outer_names, counted_from = frame.names, iterable
        if not is_name_call(iterable):
            counted_from = load(self.spill(self.value(iterable)))
        hidden = self.temporary("item")
        self.iterate(counted_from, ast.Name(hidden, ast.Store()), head, inside, done, set(), set())
        frame.names = {**outer_names, **inner}
        self.note_kind(inner[target.id], load(hidden))
        self.emit(assign(inner[target.id], load(hidden)))

    # -- names ----------------------------------------------------------------------------------

    def constant(self, name: str, value: Any) -> str:
        """Return the spelling of a global: one name per meaning."""
        key = (name, id(value))
        if key not in self.constant_names:
            spelled = f"g_{len(self.constants)}_{name}"
            self.constant_names[key] = spelled
            self.constants[spelled] = value
        return self.constant_names[key]


@dataclass(slots=True)
class Counted:
    """A loop as counting: from start while `order` stop, by step; item(place) is what stands there."""

    start: ast.expr
    stop: Callable[[], ast.expr]
    item: Callable[[str], ast.expr]
    step: int = 1
    order: ast.cmpop = field(default_factory=ast.Lt)
    pair: Callable[[str], ast.expr] | None = None
    array: bool = False


class Renaming(ast.NodeTransformer):
    """Spells local names as the frame does, and global names as constants."""

    def __init__(self, lowering: Lowering) -> None:
        self.lowering = lowering
        self.frame = lowering.frames[-1]
        self.inner: set[str] = set()

    def visit_Name(self, node: ast.Name) -> ast.Name:
        if node.id in self.inner:
            return node
        if node.id in self.frame.names:
            return ast.Name(self.frame.names[node.id], node.ctx)
        if node.id in self.lowering.kinds:
            return node  # spelled already
        value = self.frame.source.meaning(node.id)
        if vars(builtins).get(node.id) is value:
            return node
        return ast.Name(self.lowering.constant(node.id, value), node.ctx)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if not isinstance(node.ctx, ast.Load) and not isinstance(node.value, ast.Subscript):
            raise NotResumable(f"the predicate writes {node.attr}")
        attr = mangled(node.attr, self.frame.source)
        return ast.Attribute(self.visit(node.value), attr, node.ctx)

    def visit_Lambda(self, node: ast.Lambda) -> ast.expr:
        raise NotResumable("lambda inside the predicate")

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.expr:
        raise NotResumable("assignment expression inside the predicate")

    def comprehension(self, node: Any) -> Any:
        added = stored_names(node.generators) - self.inner
        self.inner |= added
        self.generic_visit(node)
        self.inner -= added
        return node

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = comprehension


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
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name)


def mutated_in(statements: list[ast.stmt]) -> set[str]:
    """Return the variables whose contents the statements may change."""
    found: set[str] = set()
    for statement in statements:
        for node in ast.walk(statement):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                if node.func.attr in MUTATORS and isinstance(node.func.value, ast.Name):
                    found.add(node.func.value.id)
    return found


def function_in(member: Any) -> types.FunctionType:
    if isinstance(member, property):
        member = member.fget
    function = getattr(member, "__func__", member)
    if not isinstance(function, types.FunctionType):
        raise NotResumable(f"{member!r} is not a Python function")
    return function


def mangled(name: str, source: Source) -> str:
    """Return the name Python really uses for `__private` inside a class."""
    if name.startswith("__") and not name.endswith("__") and source.owner_prefix:
        return source.owner_prefix + name
    return name


def is_standard(function: types.FunctionType) -> bool:
    """Tell whether a function belongs to the standard library, which knows nothing of our fields."""
    import sys

    return (function.__module__ or "").partition(".")[0] in sys.stdlib_module_names
