"""Expressions of a predicate in which every field read stands alone.  Main name: `Expressions`; see `lower.py`."""

from __future__ import annotations

import ast
import types
from collections.abc import Callable
from typing import Any

from refute.generate.bounded.compiled.blocks import (
    CONSUMERS,
    CONTAINERS,
    Block,
    Branch,
    CheckedIndex,
    Jump,
    LoweredFunction,
    NotResumable,
    Plain,
    Read,
    ReadItem,
    ReadLength,
    RecursiveCall,
    assign,
    expression,
    is_name_call,
    kind_of,
    load,
    stored_names,
)
from refute.generate.bounded.compiled.lowering import InlinedCall, LoopBlocks, LoweringContext
from refute.generate.bounded.compiled.predicate_source import Source, function_in, mangled


class Expressions(LoweringContext):
    """Expressions without reads: what must be read before them is emitted first, from left to right."""

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
        """Write the call of a global function."""
        source = self.frames[-1].source
        is_quantifier = name in ("all", "any") and name not in source.locals and len(node.args) == 1
        if is_quantifier and isinstance(node.args[0], ast.GeneratorExp):
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
        """Write the call of a method."""
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
        """Write the body of a function in the place of its call."""
        after, result = self.new_block(), self.temporary("r")
        self.frames.append(InlinedCall(source, names, result, after.number))
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
        """Return the arguments of a call with the defaults of those left out."""
        missing = len(source.parameters) - len(arguments)
        defaults = function.__defaults__ or ()
        if missing < 0 or missing > len(defaults):
            raise NotResumable(f"{function.__name__} called with another number of arguments")
        added = [
            load(self.constant("default", value)) for value in defaults[len(defaults) - missing :]
        ]
        return arguments + (added if missing else [])

    def invoke(self, function: types.FunctionType, arguments: list[ast.expr]) -> ast.expr:
        """Write a call of a recursive function."""
        name = f"{function.__name__}_{id(function) % 100_000}"
        if name not in self.functions:
            self.functions[name] = LoweredFunction(name, [])  # known before its body calls it
            made = self.function(function, name)
            made.recursive = True
            self.functions[name] = made
        for parameter, value in zip(self.source(function).parameters, arguments, strict=True):
            if isinstance(value, ast.Name) and value.id in self.arrays:
                raise NotResumable(
                    f"a list of the structure as {parameter} of a recursive function"
                )
            if isinstance(value, ast.Name) and self.kinds.get(value.id) in CONTAINERS:
                raise NotResumable(f"a container as {parameter} of a recursive function")
        spilled = [self.argument(value) for value in arguments]
        target = self.temporary("r")
        self.kinds[target] = "other"
        self.emit(RecursiveCall(target, name, spilled))
        return load(target)

    def argument(self, value: ast.expr) -> str:
        """Return the variable that holds an argument of a recursive call."""
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
        """Return a variable with the length of a list."""
        target = f"{owner}__len"
        self.emit(ReadLength(target, owner))
        return target

    def item(self, owner: str, index: ast.expr, *, checked: bool) -> str:
        """Return a variable with an item of a list; `checked` says that the index is known to fit."""
        length = self.length(owner)
        place = self.spill(index)
        if not checked:
            index_name, place = place, f"{place}_in_{owner}"
            self.emit(CheckedIndex(place, index_name, length))
        target = f"{owner}__at_{place}"
        self.kinds[target] = "other"
        self.emit(ReadItem(target, owner, place))
        return target

    def whole(self, owner: str) -> str:
        """Return a variable with all items of a list, read in order."""
        made = self.temporary("all")
        self.emit(assign(made, ast.List([], ast.Load())))
        self.kinds[made] = "list"
        head, _, done = blocks = self.loop_blocks()
        item = self.temporary("x")
        self.iterate(load(owner), ast.Name(item, ast.Store()), blocks)
        self.emit(Plain(ast.Expr(expression(f"{made}.append({item})"))))
        self.close(Jump(head.number))
        self.go(done)
        return made

    def contains(self, item: ast.expr, owner: str, wanted: bool) -> ast.expr:
        """Write `item in list`, which reads no further than the first that is equal."""
        sought, result, one = self.spill(item), self.temporary(), self.temporary("x")
        head, _, done = blocks = self.loop_blocks()
        hit = self.new_block()
        self.store_temporary(result, ast.Constant(not wanted))
        self.iterate(load(owner), ast.Name(one, ast.Store()), blocks)
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
        is_list = isinstance(left, ast.Name) and left.id in self.arrays
        if is_list and not isinstance(node.ops[0], ast.Is | ast.IsNot):
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
        """Go on only where the result is as wanted."""
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
        """Write a comprehension as a loop that fills a container."""
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
        """Write `all` or `any` over a generator as a loop that stops early."""
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
        head, _, done = blocks = self.loop_blocks()
        frame = self.frames[-1]
        outer = dict(frame.names)
        targets = stored_names([first.target])
        inner = {**outer, **{name: self.temporary(name) for name in targets}}
        self.iterate_scoped(first.iter, first.target, blocks, inner)
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
        self, iterable: ast.expr, target: ast.expr, blocks: LoopBlocks, inner: dict[str, str]
    ) -> None:
        """Write the head of a loop whose iterable belongs to the outer scope, and whose target to the inner one."""
        frame = self.frames[-1]
        if not isinstance(target, ast.Name):
            raise NotResumable("several variables in a comprehension around a field read")
        if not is_name_call(iterable):
            iterable = load(self.spill(self.value(iterable)))
        hidden = self.temporary("item")
        self.iterate(iterable, ast.Name(hidden, ast.Store()), blocks)
        frame.names = {**frame.names, **inner}
        self.note_kind(inner[target.id], load(hidden))
        self.emit(assign(inner[target.id], load(hidden)))
