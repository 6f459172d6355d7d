"""What probes have to do with a failure: methods that exist for testing only, and may themselves be wrong.

T2 (Prasetya, Vos and Baars 2007), section 3.3: a probe is called like any other method, and leads to states that the
tester believes to be hot.  The paper warns that properties may mean something else then; here it is said who did what.
"""

from __future__ import annotations

import ast
from dataclasses import replace

from refute.look.function_source import tree_of
from refute.model.sequence import Call, Sequence, is_check, is_probe
from refute.model.verdict import Blame, Violation


def naming_probes(violation: Violation, sequence: Sequence) -> Violation:
    """Say so where a failure needs an operation that exists for testing only: no user of the class meets it."""
    calls = [o for o, _ in sequence.steps if isinstance(o, Call) and not is_check(o)]
    probes = dict.fromkeys(o.target.rpartition(".")[2] for o in calls if is_probe(o))
    if not probes:
        return violation
    last = calls[-1].target.rpartition(".")[2]
    if not is_probe(calls[-1]):
        more = f"it takes the probe {', '.join(probes)} to show"
    elif violation.rule == "ensures":
        return replace(
            violation,
            reason="an assertion of the probe does not hold",
            remedy="mend the code, or assert less in the probe",
        )
    elif violation.rule in ("invariant", "temporal"):
        more = f"the probe {last} does nothing that others could not do"
    else:
        more = f"it comes from what the probe {last} calls"
    return replace(violation, reason=f"{violation.reason}; {more}")


def reaches_inside(probe: object) -> bool:
    """Return whether a probe may do to its object what no caller could do: it writes attributes, or knows private ones.

    What one that only uses public attributes leads to, any caller may lead to.  Whatever else it does with the object,
    such as giving it another name or handing it on, may come to the same as reaching inside.
    """
    tree = tree_of(probe)
    if tree is None or not tree.args.args:
        return True
    receiver = tree.args.args[0].arg
    harmless = {id(used) for node in ast.walk(tree) for used in _publicly_used(node)}
    return any(
        (isinstance(node, ast.Name) and node.id == receiver and id(node) not in harmless)
        or (isinstance(node, ast.Attribute) and node.attr.startswith("_"))
        for node in ast.walk(tree)
    )


def _publicly_used(node: ast.AST) -> list[ast.expr]:
    """Return the part of an expression that is used as anybody could use it: `x` in `x.put(1)` and `len(x)`."""
    match node:
        case ast.Attribute(value=used, ctx=ast.Load()):
            return [used]
        case ast.Call(func=ast.Name(id="len" | "bool" | "list"), args=[used], keywords=[]):
            return [used]
    return []


def broken_by_probe(violation: Violation) -> Violation:
    """Return a promise that a probe itself has broken: what comes after it means nothing."""
    return replace(
        violation,
        rule="probe",
        blame=Blame.TEST,
        signature=("probe", violation.operation),
        reason="the probe itself leaves the object as it should not be",
    )


def stumbling(name: str, what: str) -> str:
    """Return what is said of a probe that raises by itself."""
    return f"{name} itself raises {what}, and shows nothing. Mend the probe.  [probe-breaks]"


def complaint(name: str, violation: Violation) -> str:
    """Return what is said of a probe that breaks a promise by itself."""
    return (
        f"{name} itself leaves the object as it should not be ({violation.message}), so that what comes after it does not "
        "count. Let it lead only to states that are allowed.  [probe-breaks]"
    )
