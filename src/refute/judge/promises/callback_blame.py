"""Who is to blame where functions of ours are called: `given_something_else`, `demanded`.

Klein, Flatt and Findler (2010), section 2: of a function that the test makes, what it asks for is the code's to see to,
and what it promises is the test's.
"""

from __future__ import annotations

import ast
import builtins

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
        tree = ast.parse(condition.replace("{", "{{").replace("}", "}}"), mode="eval")
    except SyntaxError:
        return None
    used = dict.fromkeys(n.id for n in ast.walk(tree) if isinstance(n, ast.Name))
    ours = [name for name in used if name in names]
    if not ours or not all(name in names or hasattr(builtins, name) for name in used):
        return None
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in ours:
            node.id = f"{{{ours.index(node.id)}}}"
    return tuple(names.index(name) for name in ours), ast.unparse(tree)
