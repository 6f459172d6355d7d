"""A predicate's source as blocks of simple statements in which every field read stands alone.

The first half of the resumable predicate (see `resumable.py`): methods that the predicate calls are inlined or, when
they are recursive, kept as functions with an explicit continuation; `and`, `or`, loops and comprehensions around
reads become jumps; everything that reads no field stays the Python it was.  What this cannot follow raises
`NotResumable`, and the general path does the work.  Main names: `lower`, `Program`, `LoweredFunction`, `Block`.
"""

from __future__ import annotations

import ast
import types
from collections.abc import Callable, Collection
from typing import Any

from refute.generate.bounded.compiled.blocks import (
    CONTAINERS,
    Block,
    Branch,
    Give,
    Jump,
    LoweredFunction,
    NotResumable,
    Plain,
    Program,
    assign,
    expression,
    is_name_call,
    load,
    mutated_in,
    stored_names,
)
from refute.generate.bounded.compiled.expressions import Expressions
from refute.generate.bounded.compiled.lowering import Counted, InlinedCall, LoopBlocks
from refute.model.bounds import Bounds


def lower(bounds: Bounds, predicate: Callable[..., Any]) -> Program:
    """Return the predicate as blocks, or raise NotResumable."""
    reader = Lowering(bounds)
    return reader.program(predicate)


class Lowering(Expressions):
    """Statements as blocks and jumps."""

    def program(self, predicate: Callable[..., Any]) -> Program:
        """Return the predicate with all that it calls."""
        function = getattr(predicate, "__func__", predicate)
        if not isinstance(function, types.FunctionType):
            raise NotResumable("the predicate is not a Python function")
        main = self.function(function, "main")
        return Program(main, self.functions, self.constants, self.arrays, self.kinds)

    def function(self, function: types.FunctionType, name: str) -> LoweredFunction:
        """Lower one function as a whole."""
        source = self.source(function)
        names = {one: f"{one}_{self.fresh()}" for one in source.locals}
        made = LoweredFunction(name, [names[one] for one in source.parameters])
        outer = self.__dict__.get("current"), self.__dict__.get("block"), self.frames, self.inlining
        self.current, self.inlining = made, [function]
        self.frames = [InlinedCall(source, names, None, -1)]
        self.block = self.new_block()
        self.body(source.tree.body)
        if self.block.end is None:
            self.block.end = Give(ast.Constant(None))
        if outer[0] is not None:
            self.current = outer[0]
            self.block = outer[1]  # type: ignore[assignment]
        self.frames, self.inlining = outer[2], outer[3]
        return made

    def body(self, statements: list[ast.stmt]) -> None:
        """Write statements up to the first that leaves."""
        for statement in statements:
            if self.block.end is not None:
                return  # unreachable
            self.statement(statement)

    def statement(self, node: ast.stmt) -> None:
        """Write one statement."""
        if self.is_native(node):
            self.native(node)
            return
        method = getattr(self, "on_" + type(node).__name__, None)
        if method is None:
            raise NotResumable(f"{type(node).__name__} around a field read")
        method(node)

    def is_native(self, node: ast.stmt) -> bool:
        """Return whether a statement can stay the Python it is."""
        if isinstance(node, ast.AugAssign | ast.AnnAssign) or is_parallel(node):
            return False  # simple as they are, we want to see each variable's own value
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
        """Write a statement as it is."""
        renamed = self.rename(node)
        self.note_kinds(renamed)
        self.emit(Plain(renamed))

    def note_kinds(self, node: ast.stmt) -> None:
        """Remember which variables only ever hold a list, or only a set."""
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            target = node.targets[0]
            if isinstance(target, ast.Name):
                self.note_kind(target.id, node.value)

    def on_Pass(self, node: ast.Pass) -> None:
        pass

    def on_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant):
            return
        value = self.value(node.value)
        if not isinstance(value, ast.Name | ast.Constant):
            self.emit(Plain(ast.Expr(value)))

    def on_Assign(self, node: ast.Assign) -> None:
        if is_parallel(node):
            self.parallel(node.targets[0].elts, node.value.elts)  # type: ignore[attr-defined]
            return
        value = self.value(node.value)
        if len(node.targets) > 1:
            value = load(self.spill(value))
        for target in node.targets:
            self.store(target, value)

    def parallel(self, targets: list[ast.expr], values: list[ast.expr]) -> None:
        """Write `a, b = x, y` one by one; values that a target before them would change are saved first."""
        used = {name for value in values for name in names_loaded(value)}
        if not stored_names(targets) & used:
            for target, value in zip(targets, values, strict=True):
                self.store(target, self.value(value))
            return
        saved = [load(self.copied(one)) for one in self.values(values)]
        for target, one in zip(targets, saved, strict=True):
            self.store(target, one)

    def copied(self, value: ast.expr) -> str:
        """Return a variable of its own for a value."""
        name = self.temporary()
        self.store_temporary(name, value)
        return name

    def on_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.store(node.target, self.value(node.value))

    def store(self, target: ast.expr, value: ast.expr) -> None:
        """Write the assignment to a target."""
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
        """Write the body of a loop."""
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
        head, inside, done = blocks = self.loop_blocks()
        after = self.new_block()
        mutated, stored = mutated_in(node.body), stored_names(node.body)
        self.iterate(node.iter, node.target, blocks, mutated, stored)
        self.loop(inside, node.body, head.number, after)
        self.go(done)
        self.body(node.orelse)
        self.close(Jump(after.number))
        self.go(after)

    def iterate(
        self,
        iterable: ast.expr,
        target: ast.expr,
        blocks: LoopBlocks,
        mutated: Collection[str] = (),
        stored: Collection[str] = (),
    ) -> None:
        """Write the head of a loop; leaves `inside` with the target assigned and the counter advanced."""
        head, inside, done = blocks
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

    def counted(
        self, iterable: ast.expr, mutated: Collection[str], stored: Collection[str]
    ) -> Counted:
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
        """Return an expression as it is; refuse one that reads fields."""
        if self.has_read(node):
            raise NotResumable("enumerate() over fields")
        renamed: ast.expr = self.rename(node)
        return renamed

    def counted_range(self, node: Any) -> Counted:
        """Return how to count through a range."""
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
        """Return how to count through a list of the structure."""
        length = self.length(name)
        return Counted(
            ast.Constant(0),
            lambda: load(length),
            lambda place: load(self.item(name, load(place), checked=True)),
            array=True,
        )


def is_parallel(node: ast.stmt) -> bool:
    """Tell whether a statement is `a, b = x, y`."""
    match node:
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
            return len(targets) == len(values) and not any(
                isinstance(v, ast.Starred) for v in values
            )
        case _:
            return False


def names_loaded(node: ast.AST) -> set[str]:
    """Return the names that code reads."""
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
