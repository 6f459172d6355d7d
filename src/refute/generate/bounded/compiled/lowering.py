"""What lowering a predicate needs to know: which names are fields, which functions read them, how names are spelled.

Main names: `LoweringContext`, `InlinedCall`, `Renaming`.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import types
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any

from refute.generate.bounded.compiled.blocks import (
    CONTAINERS,
    INDIRECT,
    MOST_INSTRUCTIONS,
    MUTATORS,
    Block,
    Branch,
    Give,
    Instruction,
    Jump,
    LoweredFunction,
    NotResumable,
    assign,
    clone,
    is_name_call,
    kind_of,
    load,
    stored_names,
)
from refute.generate.bounded.compiled.predicate_source import (
    Source,
    function_in,
    is_standard,
    mangled,
)
from refute.model.bounds import Array, Bounds, parts_of


@dataclass(slots=True)
class InlinedCall:
    """One inlined call: how its names are spelled here, and where `return` goes."""

    source: Source
    names: dict[str, str]
    result: str | None  # variable for the returned value; None in a function of its own
    leave: int  # block after the call
    loops: list[tuple[int, int]] = field(default_factory=list)  # (continue, break)


# Of a loop: where it is decided whether to go on, its body, what comes after.
LoopBlocks = tuple[Block, Block, Block]


class LoweringContext:
    """What is known while a predicate is lowered: its classes, its names, the block being written."""

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
        self.functions: dict[str, LoweredFunction] = {}
        self.constants: dict[str, Any] = {}
        self.constant_names: dict[tuple[str, int], str] = {}
        self.arrays: set[str] = set()
        self.kinds: dict[str, str] = {}
        self.counter = 0
        self.size = 0
        self.current: LoweredFunction
        self.block: Block
        self.frames: list[InlinedCall] = []
        self.inlining: list[types.FunctionType] = []

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
                        found[name] = member if same and self._unique(name) else None
        return found

    def _unique(self, name: str) -> bool:
        meanings = {
            id(inspect.getattr_static(owner, name))
            for owner in self.bounds.classes.values()
            if inspect.getattr_static(owner, name, None) is not None
        }
        return len(meanings) <= 1

    def source(self, function: types.FunctionType) -> Source:
        """Return the source of a function, read once."""
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
        """Return whether code reads a field."""
        source = self.frames[-1].source
        return any(self._is_read(part, source) for part in ast.walk(node))

    def fresh(self) -> int:
        """Return a number that no other name has."""
        self.counter += 1
        return self.counter

    def temporary(self, stem: str = "t") -> str:
        """Return a new variable."""
        return f"{stem}_{self.fresh()}"

    def new_block(self) -> Block:
        """Return a new block of the function being written."""
        block = Block(len(self.current.blocks))
        self.current.blocks.append(block)
        return block

    def loop_blocks(self) -> LoopBlocks:
        """Return three new blocks."""
        return self.new_block(), self.new_block(), self.new_block()

    def emit(self, instruction: Instruction) -> None:
        """Add an instruction to the block being written."""
        self.size += 1
        if self.size > MOST_INSTRUCTIONS:
            raise NotResumable("the predicate is too long")
        self.block.code.append(instruction)

    def close(self, end: Jump | Branch | Give) -> None:
        """End the block being written, unless it has ended."""
        if self.block.end is None:
            self.block.end = end

    def go(self, block: Block) -> None:
        """Continue writing in another block."""
        self.block = block

    def note_kind(self, name: str, value: ast.expr) -> None:
        """Remember what kind of container a variable holds."""
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

    def settle(self, value: ast.expr) -> ast.expr:
        """Return a value that what follows cannot change."""
        return value if isinstance(value, ast.Name | ast.Constant) else load(self.spill(value))

    def spill(self, value: ast.expr) -> str:
        """Return a variable that holds a value."""
        if isinstance(value, ast.Name):
            return value.id
        name = self.temporary()
        self.note_kind(name, value)
        self.emit(assign(name, value))
        return name

    def names_class(self, node: ast.expr) -> bool:
        """Return whether an expression is the name of a class."""
        source = self.frames[-1].source
        if not isinstance(node, ast.Name) or node.id in source.locals:
            return False
        return isinstance(source.meaning(node.id), type)

    def is_container(self, node: ast.expr) -> bool:
        """Return whether an expression is a variable that holds a container."""
        return isinstance(node, ast.Name) and self.kinds.get(self._name_here(node.id)) in CONTAINERS

    def is_recursive(self, function: types.FunctionType) -> bool:
        """Return whether a function may call itself."""
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
        """Return the function that a node calls, where it is one that we follow."""
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

    def store_temporary(self, name: str, value: ast.expr) -> None:
        """Assign a value to a variable of ours."""
        self.note_kind(name, value)
        self.emit(assign(name, value))

    def constant(self, name: str, value: Any) -> str:
        """Return the spelling of a global: one name per meaning."""
        key = (name, id(value))
        if key not in self.constant_names:
            spelled = f"g_{len(self.constants)}_{name}"
            self.constant_names[key] = spelled
            self.constants[spelled] = value
        return self.constant_names[key]

    # Written by the subclasses: statements need expressions, and a comprehension needs a loop.

    def body(self, statements: list[ast.stmt]) -> None:
        """Write statements."""
        raise NotImplementedError

    def function(self, function: types.FunctionType, name: str) -> LoweredFunction:
        """Lower one function as a whole."""
        raise NotImplementedError

    def iterate(
        self,
        iterable: ast.expr,
        target: ast.expr,
        blocks: LoopBlocks,
        mutated: Collection[str] = (),
        stored: Collection[str] = (),
    ) -> None:
        """Write the head of a loop."""
        raise NotImplementedError


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

    def __init__(self, lowering: LoweringContext) -> None:
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
        """Leave the variables of a comprehension as they are."""
        added = stored_names(node.generators) - self.inner
        self.inner |= added
        self.generic_visit(node)
        self.inner -= added
        return node

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = comprehension
