"""What a sequence did, step by step, as data: `Node`, `Telling`, `Story`; ⇄ JSON.

Values are drawn as graphs of nodes, so that what two objects share is one node.  Text and numbers only: a story is
told in a child process and read in its parent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from refute.model.execution import Frame, Raised, RecordedOutcome, Returned, Stopped
from refute.model.typeform import TypeForm

# What stands in a field: text for a plain value, the number of a node for an object.
Cell: TypeAlias = str | int


@dataclass(frozen=True, slots=True)
class Node:
    """An object: its class, how it is written, and what it holds.

    `kind` is "object", whose entries are fields, or the builtin collection it is or derives from.  `left` says how
    many entries are not listed.
    """

    name: str
    kind: str
    entries: tuple[tuple[str, Cell], ...]
    left: int = 0


@dataclass(frozen=True, slots=True)
class CalledBack:
    """A step of a body that was performed while another step ran, and what came of it.

    `path` says where it stands: the step that made the function, which of the functions that this made, the step of its
    body, and so on; `depth` how many bodies were running.
    """

    path: tuple[int, ...]
    depth: int
    outcome: RecordedOutcome


@dataclass(frozen=True, slots=True)
class Telling:
    """One step: what came of it, the value it made, and the nodes that are new or differ from the step before.

    `inside` has the steps of bodies that were performed meanwhile, in the order in which they were begun.
    """

    outcome: RecordedOutcome
    value: Cell
    changed: Mapping[int, Node] = field(default_factory=dict)
    inside: tuple[CalledBack, ...] = ()


@dataclass(frozen=True, slots=True)
class Story:
    """All steps; for one that raised or was stopped the frames in the subject, outermost first, and what it raised."""

    steps: tuple[Telling, ...]
    frames: tuple[Frame, ...] = ()
    raised: str = ""


@dataclass(frozen=True, slots=True)
class Explained:
    """What does not hold: its source and where it stands, with the values of the expressions in it, innermost first.

    A statement that raises by itself, rather than by an `assert`, says so.
    """

    where: str
    source: str
    values: tuple[tuple[str, str], ...] = ()
    raises: bool = False


@dataclass(frozen=True, slots=True)
class Did:
    """What one step of a saved sequence did when it was recorded.

    Others see the `outcome`, in which objects are no more than their class; `state` is the target after the step, with
    all its fields; `source` makes the value again, where that can be written down.  `seen` is what the object that the
    step made shows to others after the last step: expressions with {0} for it, and what each gave.
    """

    outcome: RecordedOutcome
    state: str = ""
    source: str | None = None
    seen: tuple[tuple[str, str], ...] = ()


def in_common(one: tuple[Did, ...], other: tuple[Did, ...]) -> tuple[Did, ...] | None:
    """Return what two runs of a sequence did alike; None where they differ in more than in what was seen."""
    if len(one) != len(other) or any(
        replace(a, seen=()) != replace(b, seen=()) for a, b in zip(one, other, strict=True)
    ):
        return None
    return tuple(
        replace(a, seen=tuple(each for each in a.seen if each in b.seen))
        for a, b in zip(one, other, strict=True)
    )


def written(cell: Cell, nodes: Mapping[int, Node], most: int = 120, hide: bool = False) -> str:
    """Return a value on one line, an object with its fields; cut, and with … where it contains itself.

    With `hide` an object is its class and no more: what others do not see of it may change at any time.

    >>> nodes = {0: Node("Cart", "object", (("items", 1),)), 1: Node("list", "list", (("0", "7"), ("1", 1)))}
    >>> written(0, nodes), written(0, nodes, hide=True)
    ('Cart(items=[7, …])', '<Cart>')
    """
    text = _written(cell, nodes, (), hide)
    return text if len(text) <= most else text[: most - 1] + "…"


_BRACKETS = {"list": "[]", "tuple": "()", "set": "{}", "dict": "{}"}
# So deep a value is written out on one line.
_DEEPEST = 6


def _written(cell: Cell, nodes: Mapping[int, Node], outer: tuple[int, ...], hide: bool) -> str:
    if isinstance(cell, str):
        return cell
    node = nodes.get(cell)
    if node is None or cell in outer or len(outer) > _DEEPEST:
        return "…"
    if node.kind == "object" and hide:
        return f"<{node.name}>"
    inside = [(label, _written(item, nodes, (*outer, cell), hide)) for label, item in node.entries]
    return _joined(node, inside)


def _joined(node: Node, inside: list[tuple[str, str]]) -> str:
    more = ["…"] if node.left else []
    if node.kind == "object":
        fields = [f"{label}={text}" if label else text for label, text in inside]
        return f"{node.name}({', '.join([*fields, *more])})"
    items = [f"{label}: {text}" if node.kind == "dict" else text for label, text in inside]
    if node.kind == "tuple" and len(items) == 1:
        items = [f"{items[0]},"]
    brackets = _BRACKETS.get(node.kind, "[]") if items or node.kind != "set" else "()"
    text = f"{brackets[0]}{', '.join([*items, *more])}{brackets[1]}"
    if node.name == node.kind in _BRACKETS:
        return f"set{text}" if text == "()" and node.kind == "set" else text
    return f"{node.name}({text})"


# ---- JSON -------------------------------------------------------------------------------------------------------


def outcome_to_json(outcome: RecordedOutcome) -> dict[str, Any]:
    """Return an outcome as one JSON object."""
    match outcome:
        case Returned(form, summary):
            return {"returned": summary, "type": str(form)}
        case Raised(name, message):
            return {"raised": name, "message": message}
    return {"stopped": outcome.reason}


def outcome_from_json(data: Mapping[str, Any]) -> RecordedOutcome:
    """Return the outcome written by `outcome_to_json`; the type comes back as a name."""
    if "returned" in data:
        return Returned(TypeForm(str(data["type"])), str(data["returned"]))
    if "raised" in data:
        return Raised(str(data["raised"]), str(data["message"]))
    return Stopped(str(data["stopped"]))


def did_to_json(did: Did) -> dict[str, Any]:
    """Return what a step did as one JSON object."""
    more = {"state": did.state} if did.state else {}
    source = {"source": did.source} if did.source is not None else {}
    seen = {"seen": [list(each) for each in did.seen]} if did.seen else {}
    return {**outcome_to_json(did.outcome), **more, **source, **seen}


def did_from_json(data: Mapping[str, Any]) -> Did:
    """Return what `did_to_json` wrote."""
    source = data.get("source")
    return Did(
        outcome_from_json(data),
        str(data.get("state", "")),
        None if source is None else str(source),
        tuple((str(expression), str(text)) for expression, text in data.get("seen", ())),
    )
