"""Who is to blame where functions of ours are called: `given_something_else`, `demanded`.

Klein, Flatt and Findler (2010), section 2: of a function that the test makes, what it asks for is the code's to see to,
and what it promises is the test's.
"""

from __future__ import annotations

import ast
import builtins
import re

from refute.judge.exceptions.rules import CALLBACK_REQUIRES, RULE
from refute.model.sequence import Callback
from refute.model.verdict import Blame, Violation


def given_something_else(made: Callback, condition: str) -> Violation:
    """Return what it means that the code has called a function of ours otherwise than it may; who has, is not said yet."""
    return Violation(
        rule=CALLBACK_REQUIRES,
        step=0,
        blame=Blame.CODE,
        message=f"{made.role} asks for {condition}",
        operation="",
        signature=(CALLBACK_REQUIRES, made.role, condition),
        exception="AssertionError",
        reason=RULE[CALLBACK_REQUIRES].reason,
        remedy=RULE[CALLBACK_REQUIRES].remedy,
        because=CALLBACK_REQUIRES,
    )


def demanded(condition: str, names: tuple[str, ...]) -> tuple[tuple[int, ...], str] | None:
    """Return which parameters a condition speaks of, and the condition with {0}, {1}… for them; None where of others, too.

    >>> demanded("not stack.empty()", ("self", "stack", "item"))
    ((1,), 'not {0}.empty()')
    """
    try:
        tree = ast.parse(condition, mode="eval")
    except SyntaxError:
        return None
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    used = dict.fromkeys(node.id for node in found)
    ours = [name for name in used if name in names]
    if not ours or not all(name in names or hasattr(builtins, name) for name in used):
        return None
    if any(isinstance(node, ast.arg) for node in ast.walk(tree)) or any(
        isinstance(node.ctx, ast.Store) for node in found
    ):
        return None  # a name of its own hides a parameter
    for node in found:
        if node.id in ours:
            node.id = f"_refute_{ours.index(node.id)}_"
    text = ast.unparse(tree).replace("{", "{{").replace("}", "}}")
    indices = tuple(names.index(name) for name in ours)
    return indices, re.sub(r"\b_refute_(\d+)_\b", r"{\1}", text)
