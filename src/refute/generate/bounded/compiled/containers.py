"""Which containers a statement of a predicate changes, and which have a second name and so must not be copied."""

from __future__ import annotations

import ast

from refute.generate.bounded.compiled.blocks import (
    CONTAINERS,
    HARMLESS,
    MUTATORS,
    LoweredFunction,
    NotResumable,
    Plain,
    Program,
)


def mutator_call(node: ast.stmt, name: str) -> ast.Call | None:
    """Return `name.method(…)` when the statement is just that, perhaps assigned."""
    value = node.value if isinstance(node, ast.Expr | ast.Assign) else None
    if (
        not isinstance(value, ast.Call)
        or not isinstance(value.func, ast.Attribute)
        or value.keywords
    ):
        return None
    if isinstance(node, ast.Assign) and len(node.targets) != 1:
        return None
    receiver = value.func.value
    return value if isinstance(receiver, ast.Name) and receiver.id == name else None


def changed_by(node: ast.AST, variables: set[str], kinds: dict[str, str]) -> set[str]:
    """Return the variables whose contents a statement may change."""
    found: set[str] = set()
    for part in ast.walk(node):
        if isinstance(part, ast.Call):
            found |= changed_by_call(part)
        elif isinstance(part, ast.Subscript) and not isinstance(part.ctx, ast.Load):
            if not isinstance(part.value, ast.Name):
                raise NotResumable("a change inside a container")
            found.add(part.value.id)
        elif isinstance(part, ast.AugAssign) and isinstance(part.target, ast.Name):
            name = part.target.id
            found |= {name} if kinds.get(name) in CONTAINERS else set()  # `n += 1` changes none
    return found & variables


def changed_by_call(call: ast.Call) -> set[str]:
    """Return the variable whose contents a call of a method changes."""
    func = call.func
    if isinstance(func, ast.Attribute) and func.attr in MUTATORS:
        if isinstance(func.value, ast.Name):
            return {func.value.id}
        raise NotResumable("a change inside a container")
    return set()


def escaping(program: Program, function: LoweredFunction) -> None:
    """Refuse containers that are changed somewhere and have a second name or sit inside another container."""
    changed: set[str] = set()
    nodes = [
        instruction.node
        for block in function.blocks
        for instruction in block.code
        if isinstance(instruction, Plain)
    ]
    for node in nodes:
        changed |= changed_by(node, set(program.kinds), program.kinds)
    for node in nodes:
        for name in second_names(node) & changed:
            raise NotResumable(f"the container {name.rpartition('_')[0]} has a second name")


def second_names(node: ast.AST) -> set[str]:
    """Return variables that a statement stores, passes on or puts into a container as they are."""
    found: set[str] = set()
    for part in ast.walk(node):
        holders: list[ast.expr] = []
        if isinstance(part, ast.Assign):
            holders = [part.value]
        elif isinstance(part, ast.Tuple | ast.List | ast.Set):
            holders = part.elts
        elif isinstance(part, ast.Dict):
            holders = part.values
        elif isinstance(part, ast.Call):
            harmless = isinstance(part.func, ast.Name) and part.func.id in HARMLESS
            holders = [] if harmless else part.args
        found |= {one.id for one in holders if isinstance(one, ast.Name)}
    return found
