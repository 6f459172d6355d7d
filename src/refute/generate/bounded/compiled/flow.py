"""What the blocks of a lowered predicate need to know about each other: loops, reads already made, live variables.

Main name: `Flow`.  Textbook data flow (available expressions, liveness) on the few blocks of one function.
"""

from __future__ import annotations

import ast

from refute.generate.bounded.compiled.blocks import (
    Block,
    Branch,
    CheckedIndex,
    Give,
    Instruction,
    Jump,
    LoweredFunction,
    Plain,
    Read,
    ReadItem,
    ReadLength,
    RecursiveCall,
)


def names_in(node: ast.AST) -> tuple[set[str], set[str]]:
    """Return the names loaded and stored; the variables of a comprehension are its own business."""
    loads: set[str] = set()
    stores: set[str] = set()
    if isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
        for child in ast.iter_child_nodes(node):
            inner_loads, inner_stores = names_in(child)
            loads |= inner_loads
            stores |= inner_stores
        return loads - stores, set()
    if isinstance(node, ast.Name):
        (loads if isinstance(node.ctx, ast.Load) else stores).add(node.id)
    for child in ast.iter_child_nodes(node):
        inner_loads, inner_stores = names_in(child)
        loads |= inner_loads
        stores |= inner_stores
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        loads.add(node.target.id)
    return loads, stores


def uses(instruction: Instruction) -> set[str]:
    """Return the variables that an instruction reads."""
    match instruction:
        case Plain(node):
            return names_in(node)[0]
        case Read(_, owner, _) | ReadLength(_, owner):
            return {owner}
        case ReadItem(_, owner, index):
            return {owner, index}
        case CheckedIndex(_, index, length):
            return {index, length}
        case RecursiveCall(_, _, arguments):
            return set(arguments)


def defines(instruction: Instruction) -> set[str]:
    """Return what an instruction may assign."""
    if isinstance(instruction, Plain):
        return names_in(instruction.node)[1]
    return {instruction.target}


def surely_defines(instruction: Instruction) -> set[str]:
    """Return what an instruction assigns in any case."""
    if isinstance(instruction, Plain) and not isinstance(instruction.node, ast.Assign):
        return set()
    return defines(instruction)


def successors(block: Block) -> list[int]:
    """Return the blocks that may come next."""
    match block.end:
        case Jump(to):
            return [to]
        case Branch(_, yes, no):
            return [yes, no]
        case _:
            return []


def end_uses(block: Block) -> set[str]:
    """Return the variables that the end of a block reads."""
    match block.end:
        case Branch(test, _, _):
            return names_in(test)[0]
        case Give(value) if value is not None:
            return names_in(value)[0]
        case _:
            return set()


class Flow:
    """The flow of one function; makes reads that are surely repeated disappear."""

    def __init__(self, function: LoweredFunction) -> None:
        self.function = function
        self.blocks = function.blocks
        self.reached, self.headers = self._search()
        self.variables = set(function.parameters)
        for number in self.reached:
            for instruction in self.blocks[number].code:
                self.variables |= defines(instruction)
        self._drop_repeated_reads()
        self.live_in = self._liveness()

    def _search(self) -> tuple[set[int], set[int]]:
        """Return the reachable blocks, and those that a jump goes back to."""
        headers: set[int] = set()
        done: set[int] = set()
        open_: set[int] = set()

        def visit(number: int) -> None:
            open_.add(number)
            for following in successors(self.blocks[number]):
                if following in open_:
                    headers.add(following)
                elif following not in done:
                    visit(following)
            open_.discard(number)
            done.add(number)

        visit(0)
        return done, headers

    # -- available reads ------------------------------------------------------------------------

    def _drop_repeated_reads(self) -> None:
        parents = self._dependencies()
        everything = set(parents)
        known = {number: set(everything) for number in self.reached}
        known[0] = set()
        changed = True
        while changed:
            changed = False
            for number in sorted(self.reached):
                leaving = self._after(number, known[number], parents)
                for following in successors(self.blocks[number]):
                    meet = known[following] & leaving
                    if meet != known[following]:
                        known[following] = meet
                        changed = True
        for number in self.reached:
            self._keep_new_reads(number, known[number], parents)

    def _dependencies(self) -> dict[str, set[str]]:
        """Return, for each variable that holds a read, the variables it was read from."""
        found: dict[str, set[str]] = {}
        for number in self.reached:
            for instruction in self.blocks[number].code:
                if isinstance(instruction, Read | ReadLength | ReadItem | CheckedIndex):
                    found[instruction.target] = uses(instruction)
        return found

    @staticmethod
    def _kill(available: set[str], changed: set[str], parents: dict[str, set[str]]) -> set[str]:
        return {one for one in available if not parents[one] & changed and one not in changed}

    def _after(self, number: int, available: set[str], parents: dict[str, set[str]]) -> set[str]:
        for instruction in self.blocks[number].code:
            available = self._step(instruction, available, parents)
        return available

    def _step(
        self, instruction: Instruction, available: set[str], parents: dict[str, set[str]]
    ) -> set[str]:
        is_read = isinstance(instruction, Read | ReadLength | ReadItem | CheckedIndex)
        if is_read and instruction.target in available:  # type: ignore[union-attr]
            return available
        available = self._kill(available, defines(instruction), parents)
        return available | defines(instruction) if is_read else available

    def _keep_new_reads(
        self, number: int, available: set[str], parents: dict[str, set[str]]
    ) -> None:
        kept: list[Instruction] = []
        for instruction in self.blocks[number].code:
            is_read = isinstance(instruction, Read | ReadLength | ReadItem | CheckedIndex)
            if not (is_read and instruction.target in available):  # type: ignore[union-attr]
                kept.append(instruction)
            available = self._step(instruction, available, parents)
        self.blocks[number].code = kept

    # -- live variables -------------------------------------------------------------------------

    def _liveness(self) -> dict[int, set[str]]:
        live: dict[int, set[str]] = {number: set() for number in self.reached}
        changed = True
        while changed:
            changed = False
            for number in sorted(self.reached, reverse=True):
                before = self._before(number, 0, live)
                if before != live[number]:
                    live[number] = before
                    changed = True
        return live

    def _before(self, number: int, place: int, live: dict[int, set[str]]) -> set[str]:
        block = self.blocks[number]
        alive = end_uses(block).union(*(live[following] for following in successors(block)))
        for instruction in reversed(block.code[place:]):
            alive = (alive - surely_defines(instruction)) | uses(instruction)
        return alive & self.variables

    def live_before(self, number: int, place: int) -> list[str]:
        """Return the variables needed from one instruction on, sorted."""
        return sorted(self._before(number, place, self.live_in))

    def false_passes(self, number: int, place: int) -> bool:
        """Tell whether False from the call at this place makes the caller return False at once, too."""
        call = self.blocks[number].code[place]
        assert isinstance(call, RecursiveCall)
        false = {call.target}
        block, rest = self.blocks[number], self.blocks[number].code[place + 1 :]
        for _ in range(len(self.blocks)):
            for instruction in rest:
                name = copied_name(instruction, false)
                if name is None:
                    return False
                false.add(name)
            match block.end:
                case Jump(to):
                    block = self.blocks[to]
                case Branch(ast.Name(id=name), _, no) if name in false:
                    block = self.blocks[no]
                case Give(ast.Name(id=name)):
                    return name in false
                case Give(ast.Constant(value=value)):
                    return value is False
                case _:
                    return False
            rest = block.code
        return False


def copied_name(instruction: Instruction, names: set[str]) -> str | None:
    """Return x for `x = y` where y is one of the names."""
    match instruction:
        case Plain(ast.Assign(targets=[ast.Name(id=target)], value=ast.Name(id=name))) if (
            name in names
        ):
            return target
        case _:
            return None
