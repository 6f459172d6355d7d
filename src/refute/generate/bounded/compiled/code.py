"""The source of a resumable predicate, written from its blocks.  Main names: `source_of`, `FunctionWriter`, `Path`.

One function per choice, with the predicate's own code up to the next unset field inside its loop: leading guards cost
a few instructions per value, and most candidates end there.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from refute.generate.bounded.compiled.blocks import (
    Branch,
    CheckedIndex,
    Give,
    Instruction,
    Jump,
    LoweredFunction,
    NotResumable,
    Plain,
    Program,
    Read,
    ReadItem,
    ReadLength,
    RecursiveCall,
    clone,
    kind_of,
)
from refute.generate.bounded.compiled.compiled_heap import CHOICES, FIELD
from refute.generate.bounded.compiled.containers import changed_by, escaping, mutator_call
from refute.generate.bounded.compiled.flow import Flow, names_in

Env = dict[str, str]
Names = frozenset[str]
Blocks = frozenset[int]

# Code after this many lines goes into a function of its own: beyond it copies of shared code cost more than calls.
MOST_LINES = 160
# Python nests no more than 20 blocks; a few are around what we write.
DEEPEST = 15


# Throughout this module:
#   env       how a variable is spelled on this path; only choice loops respell, for the next value's sake
#   owned     containers made or copied since the last choice: they may be changed in place
#   pending   the assignment that stores the chosen value, due before anybody else may look
#   expanded  shared blocks that are written out on this path; met again, they are called


class FunctionWriter:
    """Writes the functions of one lowered function as Python source."""

    def __init__(
        self, program: Program, function: LoweredFunction, *, checker: bool, trace: bool
    ) -> None:
        self.program, self.function = program, function
        self.flow = Flow(function)
        self.checker = checker and function is program.main
        self.trace = trace
        self.lines: list[str] = []
        self.wanted: list[tuple[str, Any, Any]] = []
        self.written: set[str] = set()
        self.counter = 0
        self.start = 0
        self.k = ["k"] if function.recursive else []

    def write(self) -> list[str]:
        """Return the source of all functions that this one needs."""
        entry = self.flow.live_before(0, 0)
        self.lines.append(
            f"def E_{self.function.name}({', '.join([*self.function.parameters, *self.k, 'st'])}):"
        )
        for name in entry:
            if name not in self.function.parameters:
                self.lines.append(f"    {name} = None")
        self.body_of_function(0, 0, None, {0})
        while self.wanted:
            name, number, place = self.wanted.pop()
            if place is None:
                self.write_join(name, number)
            elif name.startswith("C"):
                self.write_choice(name, number, place)
            else:
                self.write_resume(name, number, place)
        return self.lines

    def want(self, kind: str, number: int, place: int | None) -> str:
        """Return the name of a function that is needed, and see to it that it is written."""
        name = f"{kind}_{self.function.name}_{number}" + ("" if place is None else f"_{place}")
        if name not in self.written:
            self.written.add(name)
            self.wanted.append((name, number, place))
        return name

    def body_of_function(
        self, number: int, place: int, header: int | None, expanded: set[int]
    ) -> None:
        """Write the code from one point on, and what happens when it raises."""
        self.start = len(self.lines)
        self.lines.append("    try:")
        indent = 2
        if header is not None:
            self.lines.append("        while True:")
            indent = 3
        path = Path(self, loop=False, header=header)
        path.walk(number, place, indent, {}, frozenset(), frozenset(expanded))
        self.lines += ["    except Exception as error:", "        failed(error)"]
        if self.trace:
            self.lines.append("        leaf(False, st)")
        self.lines.append("        return 1")

    def write_join(self, name: str, number: int) -> None:
        """Write a function for a block that several others go to."""
        live = [*self.flow.live_before(number, 0), *self.k, "st"]
        self.lines.append(f"def {name}({', '.join(live)}):")
        header = number if number in self.flow.headers else None
        self.body_of_function(number, 0, header, {number})

    def write_resume(self, name: str, number: int, place: int) -> None:
        """Write what happens after a recursive call returns."""
        call = self.flow.blocks[number].code[place]
        assert isinstance(call, RecursiveCall)
        live = [one for one in self.flow.live_before(number, place + 1) if one != call.target]
        self.lines.append(f"def {name}({call.target}, saved, st):")
        unpacked = ", ".join(["_", "_", *live, *(self.k or ["_"])])
        self.lines.append(f"    {unpacked} = saved")
        self.body_of_function(number, place + 1, None, set())

    def write_choice(self, name: str, number: int, place: int) -> None:
        """Write the loop over the values of a field, with the code that follows its read."""
        read = self.flow.blocks[number].code[place]
        live = self.flow.live_before(number, place)
        self.lines.append(f"def {name}({', '.join([*live, *self.k, 's'])}):")
        self.start = len(self.lines)
        field, options = places(read)
        self.lines += [
            "    total = 0",
            "    try:",
            f"        for v_, st in {options}[s]:",
            "            try:",
        ]
        after = self.flow.live_before(number, place + 1)
        path = Path(self, True, params=frozenset(live), pending=f"{field} = v_")
        env: Env = {}
        if read.target in after:  # type: ignore[union-attr]
            env[read.target] = "v_"  # type: ignore[union-attr]
        path.walk(number, place + 1, 4, env, frozenset(), frozenset())
        self.lines += ["            except Exception as error:", "                failed(error)"]
        if self.trace:
            self.lines += [f"                {field} = v_", "                leaf(False, st)"]
        self.lines += [
            "                total += 1",
            "    except Paused:",
            "        paused(total)",
            "        raise",
            f"    {field} = UNSET",
            "    return total",
        ]

    @property
    def too_long(self) -> bool:
        """Return whether more code in this function would cost more than a call."""
        return len(self.lines) - self.start > MOST_LINES


def places(read: Instruction) -> tuple[str, str]:
    """Return where a read finds the field and its choices, as source."""
    match read:
        case Read(_, owner, name):
            return f"{owner}.{FIELD}{name}", f"{owner}.{CHOICES}{name}"
        case ReadLength(_, owner):
            return f"{owner}.{FIELD}len", f"{owner}.{CHOICES}len"
        case ReadItem(_, owner, index):
            return f"{owner}.items[{index}]", f"{owner}.item_choices[{index}]"
        case _:
            raise AssertionError(read)


class Path:
    """Writes the tree of code that follows one point; every branch of it ends by leaving."""

    def __init__(
        self,
        writer: FunctionWriter,
        loop: bool,
        header: int | None = None,
        params: Names = frozenset(),
        pending: str = "",
    ) -> None:
        self.writer, self.flow = writer, writer.flow
        self.loop, self.header, self.params, self.pending = loop, header, params, pending

    def line(self, indent: int, text: str) -> None:
        """Write lines so far in."""
        for one in text.split("\n"):
            self.writer.lines.append("    " * indent + one)

    # -- leaving --------------------------------------------------------------------------------

    def store(self, indent: int) -> None:
        """Store the chosen value, where that is still to be done."""
        if self.pending:
            self.line(indent, self.pending)

    def leave(self, indent: int, call: str) -> None:
        """Write the way out: what the call counts is added, or returned."""
        self.store(indent)
        if self.loop:
            self.line(indent, f"total += {call}")
            self.line(indent, "continue")
        else:
            self.line(indent, f"return {call}")

    def leave_to(self, indent: int, name: str, live: list[str], env: Env) -> None:
        """Write the call of another function with the variables that are still needed."""
        arguments = [env.get(one, one) for one in live]
        self.leave(indent, f"{name}({', '.join([*arguments, *self.writer.k, 'st'])})")

    def leaf(self, indent: int, test: str | None) -> None:
        """Write the end of a candidate: True when the test holds; None means always False."""
        if self.writer.trace:
            self.store(indent)
            self.line(indent, f"leaf({test or False}, st)")
        elif test == "True":
            self.store(indent)
            self.line(indent, "found(st)")
        elif test is not None and test not in ("False", "None"):
            self.line(indent, f"if {test}:")
            self.store(indent + 1)
            self.line(indent + 1, "found(st)")
        if self.loop:
            self.line(indent, "total += 1")
            self.line(indent, "continue")
        else:
            self.line(indent, "return 1")

    # -- walking --------------------------------------------------------------------------------

    def walk(
        self, number: int, place: int, indent: int, env: Env, owned: Names, expanded: Blocks
    ) -> None:
        """Write a block from one of its instructions on, and what follows it."""
        block = self.flow.blocks[number]
        env = dict(env)
        for position in range(place, len(block.code)):
            instruction = block.code[position]
            if isinstance(instruction, Plain):
                owned = self.plain(indent, instruction.node, env, owned)
            elif isinstance(instruction, CheckedIndex):
                self.place(indent, instruction, env)
            elif isinstance(instruction, RecursiveCall):
                self.invoke(indent, instruction, number, position, env)
                return
            else:
                self.read(indent, instruction, number, position, env)
        self.finish(block.end, indent, env, owned, expanded)

    def finish(self, end: Any, indent: int, env: Env, owned: Names, expanded: Blocks) -> None:
        """Write how a block ends."""
        match end:
            case Jump(to):
                self.jump(to, indent, env, owned, expanded)
            case Branch(test, yes, no):
                self.line(indent, f"if {self.text(test, env)}:")
                self.jump(yes, indent + 1, env, owned, expanded)
                self.jump(no, indent, env, owned, expanded)
            case Give(value):
                self.give(indent, value, env)

    def jump(self, to: int, indent: int, env: Env, owned: Names, expanded: Blocks) -> None:
        """Write the block that comes next, or a call of it where it has a function of its own."""
        if to == self.header:
            self.line(indent, "continue")
            return
        shared = to in self.flow.headers
        if (shared and to in expanded) or self.writer.too_long or indent > DEEPEST:
            name = self.writer.want("J", to, None)
            self.leave_to(indent, name, self.flow.live_before(to, 0), env)
            return
        self.walk(to, 0, indent, env, owned, expanded | {to} if shared else expanded)

    def give(self, indent: int, value: ast.expr | None, env: Env) -> None:
        """Write a return of the predicate, or of one of its recursive functions."""
        if value is None:
            self.leaf(indent, None)
        elif self.writer.function.recursive:
            if isinstance(value, ast.Constant) and not value.value:
                # Most candidates end here: do not carry False up through every caller when they all pass it on.
                self.line(indent, "if k[1]:")
                self.leaf(indent + 1, None)
            self.leave(indent, f"k[0]({self.text(value, env)}, k, st)")
        elif self.writer.checker:
            if not isinstance(value, ast.Constant | ast.Name):
                self.line(indent, self.text(value, env))
            self.leaf(indent, "True")
        else:
            self.leaf(indent, self.text(value, env))

    def text(self, node: ast.AST, env: Env) -> str:
        """Return code as it is spelled on this path."""
        return ast.unparse(ast.fix_missing_locations(Spelling(env).visit(clone(node))))

    # -- instructions ---------------------------------------------------------------------------

    def spell(self, name: str, env: Env) -> str:
        """Return the spelling for a new value of a variable; a choice loop must keep the old one."""
        if self.loop and name in self.params:
            self.writer.counter += 1
            env[name] = f"{name}_n{self.writer.counter}"
        else:
            env.pop(name, None)
        return env.get(name, name)

    def read(self, indent: int, read: Instruction, number: int, place: int, env: Env) -> None:
        """Write the read of a field; one without a value is a choice."""
        name = self.writer.want("C", number, place)
        field, _ = places(respelled(read, env))
        live = self.flow.live_before(number, place)
        arguments = [env.get(one, one) for one in live]
        target = self.spell(read.target, env)  # type: ignore[union-attr]
        if self.pending and self.may_be_same(read):
            self.line(indent, self.pending)  # the field read may be the very one just chosen
        self.line(indent, f"{target} = {field}")
        self.line(indent, f"if {target} is UNSET:")
        self.leave(indent + 1, f"{name}({', '.join([*arguments, *self.writer.k, 'st'])})")

    def may_be_same(self, read: Instruction) -> bool:
        """Return whether a read may be of the field whose value is not yet stored."""
        chosen = self.pending.split(" = ")[0]
        match read:
            case Read(_, _, name):
                return chosen.endswith(f".{FIELD}{name}")
            case ReadLength():
                return chosen.endswith(f".{FIELD}len")
            case _:
                return ".items[" in chosen

    def place(self, indent: int, one: CheckedIndex, env: Env) -> None:
        """Write an index counted from the front."""
        index, length = env.get(one.index, one.index), env.get(one.length, one.length)
        target = self.spell(one.target, env)
        self.line(
            indent, f"{target} = {index} if 0 <= {index} < {length} else wrapped({index}, {length})"
        )

    def invoke(self, indent: int, call: RecursiveCall, number: int, place: int, env: Env) -> None:
        """Write a recursive call, with what is to go on once it returns."""
        resume = self.writer.want("R", number, place)
        live = [one for one in self.flow.live_before(number, place + 1) if one != call.target]
        fails = self.flow.false_passes(number, place)
        passes = ("k[1]" if self.writer.k else "True") if fails else "False"
        saved = [resume, passes, *(env.get(one, one) for one in live), *(self.writer.k or ["None"])]
        arguments = [env.get(one, one) for one in call.arguments]
        continuation = f"({', '.join(saved)},)"
        self.leave(indent, f"E_{call.function}({', '.join([*arguments, continuation, 'st'])})")

    def plain(self, indent: int, node: ast.stmt, env: Env, owned: Names) -> Names:
        """Write a statement; copy what it changes unless we made it since the last choice."""
        changed = changed_by(node, self.flow.variables, self.writer.program.kinds)
        if short := self.fused(indent, node, changed - owned, env):
            return owned | short
        for name in sorted(changed - owned):
            self.check_private(name)
            before = env.get(name, name)
            self.line(indent, f"{self.spell(name, env)} = {before}.copy()")
        owned |= changed
        stored = names_in(node)[1]
        if not isinstance(node, ast.Assign):
            for name in sorted(stored & self.params if self.loop else ()):
                before = env.get(name, name)
                self.line(indent, f"{self.spell(name, env)} = {before}")
            self.line(indent, self.text(node, env))
        else:
            value = self.text(node.value, env)
            made = Spelling(env, store=lambda name: self.spell(name, env))
            targets = [ast.unparse(made.visit(clone(target))) for target in node.targets]
            self.line(indent, f"{' = '.join(targets)} = {value}")
        fresh = {
            name
            for name in stored
            if isinstance(node, ast.Assign) and kind_of(node.value) != "other"
        }
        return (owned - (stored - changed)) | fresh

    def fused(self, indent: int, node: ast.stmt, changed: set[str] | Names, env: Env) -> set[str]:
        """Write the commonest changes of lists and sets as one expression that makes a new one."""
        if len(changed) != 1:
            return set()
        (name,) = changed
        kind, call = self.writer.program.kinds.get(name), mutator_call(node, name)
        if call is None or kind not in ("list", "set"):
            return set()
        self.check_private(name)
        old = env.get(name, name)
        target = node.targets[0] if isinstance(node, ast.Assign) else None
        arguments = [self.text(one, env) for one in call.args]
        method = call.func.attr  # type: ignore[attr-defined]
        if method == "append" and kind == "list" and target is None:
            self.line(indent, f"{self.spell(name, env)} = [*{old}, {arguments[0]}]")
        elif method == "add" and kind == "set" and target is None:
            self.line(indent, f"{self.spell(name, env)} = {{*{old}, {arguments[0]}}}")
        elif (
            method == "pop"
            and kind == "list"
            and isinstance(target, ast.Name)
            and arguments in ([], ["0"])
        ):
            first, rest = ("0", "1:") if arguments else ("-1", ":-1")
            self.line(indent, f"{self.spell(target.id, env)} = {old}[{first}]")
            self.line(indent, f"{self.spell(name, env)} = {old}[{rest}]")
        else:
            return set()
        return {name}

    def check_private(self, name: str) -> None:
        """Refuse to copy what somebody else may hold too."""
        if self.writer.program.kinds.get(name, "other") in ("other", "array"):
            raise NotResumable(
                f"cannot see where the container {name.rpartition('_')[0]} comes from"
            )


class Spelling(ast.NodeTransformer):
    """Replaces variables by their spelling on a path."""

    def __init__(self, env: Env, store: Callable[[str], str] | None = None) -> None:
        self.env, self.store = env, store

    def visit_Name(self, node: ast.Name) -> ast.Name:
        if isinstance(node.ctx, ast.Store) and self.store is not None:
            return ast.Name(self.store(node.id), node.ctx)
        return ast.Name(self.env.get(node.id, node.id), node.ctx)


def respelled(read: Instruction, env: Env) -> Instruction:
    """Return a read with its variables as they are spelled on a path."""
    match read:
        case Read(target, owner, name):
            return Read(target, env.get(owner, owner), name)
        case ReadLength(target, owner):
            return ReadLength(target, env.get(owner, owner))
        case ReadItem(target, owner, index):
            return ReadItem(target, env.get(owner, owner), env.get(index, index))
        case _:
            return read


def source_of(program: Program, *, checker: bool = False, trace: bool = False) -> str:
    """Return the Python source of the resumable predicate."""
    lines: list[str] = []
    for function in (program.main, *program.functions.values()):
        escaping(program, function)
        lines += FunctionWriter(program, function, checker=checker, trace=trace).write()
    return "\n".join(lines)
