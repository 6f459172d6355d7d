"""A story as scenes: each statement with what came of it and how the objects differ from the scene before.

`scenes` makes them of what was told; `scene_lines` and `clause_lines` write them for the terminal, `report.page` as HTML.
T2 prints the whole target object after every step (figure 2 of its paper); here only what changed is in front.
"""

from __future__ import annotations

import linecache
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from refute.model.execution import Frame, Raised, RecordedOutcome, Returned
from refute.model.story import Cell, Explained, Node, Story, written
from refute.report.text import Style, one_line, short_path

# A value is written on one line up to this width; of one object so many rows are shown.
_WIDTH = 60
_MOST_ROWS = 40
# An object of more rows is shown without those that stayed as they were.
_FEW_ROWS = 12
# What makes a function or a class: there is nothing to say about it.
_DEFINITIONS = ("def ", "async def ", "class ", "@")
_COLLECTIONS = frozenset(["list", "tuple", "set", "frozenset", "dict", "deque"])

# Of a long message so many lines are shown, below the first so far to the right.
_MOST_LINES, _BELOW = 12, " " * 9


@dataclass(frozen=True, slots=True)
class Row:
    """A place in an object, what is there, and what was there: `mark` is " ", "+", "~" or "-"."""

    mark: str
    path: str
    now: str
    before: str = ""


@dataclass(slots=True)
class Scene:
    """One statement of the sequence."""

    code: list[str]
    given: list[tuple[str, str]] = field(default_factory=list)  # variables it uses: what they are
    outcome: str = ""
    failed: bool = False
    objects: list[list[Row]] = field(default_factory=list)
    # Calls that functions of the test made meanwhile: how deep, the code, what came of it.
    inside: list[tuple[int, str, str]] = field(default_factory=list)


def scenes(
    story: Story,
    statements: Mapping[int, list[str]],
    names: Mapping[int, str],
    used: Mapping[int, list[int]],
    bodies: Mapping[tuple[int, ...], list[str]] = MappingProxyType({}),
) -> list[Scene]:
    """Return the statements of a sequence with what happened.

    `statements` has the lines of each step that is written as one; `names` the variables; `used` the positions of the
    values each of those statements speaks of; `bodies` the lines of calls in functions of the test.
    """
    made: list[Scene] = []
    nodes: dict[int, Node] = {}
    cells: dict[int, Cell] = {}
    before: dict[str, dict[str, str]] = {}
    for position, step in enumerate(story.steps):
        given = [(names[p], cells[p]) for p in used.get(position, ()) if p in names and p in cells]
        texts = [(name, written(cell, nodes)) for name, cell in given if not isinstance(cell, int)]
        nodes.update(step.changed)
        failed = not isinstance(step.outcome, Returned)
        if not failed:
            cells[position] = step.value
        if position not in statements and not failed:
            continue
        at = next((p for p in sorted(statements) if p >= position), None)
        if at is None:
            continue
        held = {names[p]: cell for p, cell in cells.items() if p in names and isinstance(cell, int)}
        now = _states(held, nodes)
        receivers = [name for name, cell in given if isinstance(cell, int)]
        known = _name_of(step.value, held, nodes, names.get(position))
        is_silent = not failed and statements[at][0].startswith(_DEFINITIONS)
        made.append(
            Scene(
                statements[at],
                texts,
                "" if is_silent else _said(step.outcome, known),
                failed,
                _differences(before, now, receivers[:1]),
                [
                    (one.depth, " ".join(map(str.strip, bodies[one.path])), _said(one.outcome, ""))
                    for one in step.inside
                    if one.path in bodies
                ],
            )
        )
        before = now
        if failed:
            break
    return made


def _said(outcome: RecordedOutcome, known: str) -> str:
    match outcome:
        case Returned(form, summary):
            told = known or form.name == "None" or summary == f"a {form}"
            kind = "" if told else f"    ({form})"
            return f"→ {known or summary}{kind}"
        case Raised(name, message):
            return f"raises {name}: {_in_full(message)}" if message else f"raises {name}"
    return f"stopped: {outcome.reason}"


def _in_full(message: str) -> str:
    """Return a message of several lines, as libraries of contracts write them: the clause, then the values in it."""
    if len(message) <= _WIDTH:
        return one_line(message)
    lines = [one_line(line) for line in message.splitlines() if line.strip()]
    if len(lines) > 1 and lines[0].startswith("File "):
        del lines[0]  # where the clause stands: its text follows
    return f"\n{_BELOW}".join(lines[:_MOST_LINES]) if lines else ""


def _name_of(
    cell: Cell, held: Mapping[str, Cell], nodes: Mapping[int, Node], own: str | None
) -> str:
    """Return how an object is called: by the name that it had before, or by its class, for its fields follow."""
    if not isinstance(cell, int):
        return ""
    for name, other in held.items():
        if other == cell and name != own:
            return f"{name} itself"
    return _some(nodes[cell].name) if nodes[cell].kind == "object" and own else ""


def _some(name: str) -> str:
    return f"{'an' if name[:1] in 'AEIOUaeiou' else 'a'} {name}"


# ---- objects as rows ---------------------------------------------------------------------------------------------


def _states(held: Mapping[str, Cell], nodes: Mapping[int, Node]) -> dict[str, dict[str, str]]:
    """Return for each variable its object as rows: path and text; what is shared is told at the second place."""
    drawing = _Drawing(nodes)
    return {name: drawing.rows(name, cell) for name, cell in held.items()}


class _Drawing:
    def __init__(self, nodes: Mapping[int, Node]) -> None:
        self._nodes = nodes
        self._home: dict[int, str] = {}

    def rows(self, path: str, cell: Cell) -> dict[str, str]:
        found: dict[str, str] = {}
        self._add(path, cell, found, 0)
        return found

    def _add(self, path: str, cell: Cell, found: dict[str, str], depth: int) -> None:
        node = None if isinstance(cell, str) else self._nodes.get(cell)
        if node is None or isinstance(cell, str):
            found[path] = written(cell, self._nodes)
            return
        # Nobody can change it, so sharing it means nothing.
        is_value = node.name in ("tuple", "frozenset")
        if cell in self._home and not is_value:
            found[path] = f"is {self._home[cell]}"
            return
        self._home.setdefault(cell, path)
        text = written(cell, self._nodes, 10_000)
        if self._is_flat(node) and (node.kind in _COLLECTIONS or depth) and len(text) <= _WIDTH:
            found[path] = text
            return
        if depth or not node.entries:
            is_object = node.kind == "object"
            found[path] = _some(node.name) if is_object else f"{node.name} of {_size(node)}"
        if len(found) > 4 * _MOST_ROWS or depth > 30:
            return
        for place, (label, item) in enumerate(node.entries):
            self._add(_joined(path, node, label, place), item, found, depth + 1)

    def _is_flat(self, node: Node) -> bool:
        return not node.left and all(isinstance(item, str) for _, item in node.entries)


def _size(node: Node) -> int:
    return len(node.entries) + node.left


def _joined(path: str, node: Node, label: str, place: int) -> str:
    if node.kind != "object":
        return f"{path}[{label}]" if label else f"{path}{{{place}}}"
    if label.startswith("["):
        return path + label
    return f"{path}.{label}" if label else f"{path} value"


def _differences(
    before: Mapping[str, Mapping[str, str]],
    now: Mapping[str, Mapping[str, str]],
    always: list[str],
) -> list[list[Row]]:
    """Return the objects that changed, and those in `always`: the target first, then the others."""
    order = [*always, *(name for name in now if name not in always)]
    found = []
    for name in order:
        if name not in now or (now[name] == before.get(name) and name not in always):
            continue
        old = before.get(name)
        rows = _rows(old, now[name])
        if rows:
            found.append(_limited(rows))
    return found


def _rows(old: Mapping[str, str] | None, now: Mapping[str, str]) -> list[Row]:
    rows = []
    for path, text in now.items():
        if old is None or old.get(path) == text:
            rows.append(Row(" ", path, text))
        elif path in old:
            rows.append(Row("~", path, text, old[path]))
        else:
            rows.append(Row("+", path, text))
    gone = [Row("-", path, "", text) for path, text in (old or {}).items() if path not in now]
    return rows + gone


def _limited(rows: list[Row]) -> list[Row]:
    changed = [row for row in rows if row.mark != " "]
    if len(rows) > _FEW_ROWS and changed:
        left = len(rows) - len(changed)
        rows = [*changed, Row(" ", "…", f"{left} more as before")] if left else changed
    if len(rows) > _MOST_ROWS:
        rows = [*rows[:_MOST_ROWS], Row(" ", "…", f"{len(rows) - _MOST_ROWS} more")]
    return rows


# ---- the terminal ------------------------------------------------------------------------------------------------

_MARKS = {"+": "green", "~": "yellow", "-": "red", " ": "dim"}


def scene_lines(number: int, scene: Scene, style: Style) -> list[str]:
    """Return one scene as lines."""
    head, *more = scene.code
    lines = [
        style("bold", f"{number:3}  {head}"),
        *(style("bold", f"     {line}") for line in more),
    ]
    lines += [style("dim", f"       with {name} = {text}") for name, text in scene.given]
    lines += [style("dim", line) for line in inside_lines(scene)]
    if scene.outcome:
        lines.append(f"       {style('red', scene.outcome) if scene.failed else scene.outcome}")
    rows = [row for one in scene.objects for row in one]
    width = min(max((len(row.path) for row in rows), default=0), 40)
    for row in rows:
        lines.append(style(_MARKS[row.mark], f"     {row.mark} {row.path:{width}}  {change(row)}"))
    return lines


def inside_lines(scene: Scene) -> list[str]:
    """Return what functions of the test called meanwhile, indented below the call that led there."""
    return [f"     {'    ' * depth}{code}    {outcome}" for depth, code, outcome in scene.inside]


def change(row: Row) -> str:
    """Return what is in a row: what was there before and what is there now."""
    if row.mark == "~":
        return f"{_shortened(row.before)}  →  {_shortened(row.now)}"
    return f"{row.before}  is gone" if row.mark == "-" else row.now


def _shortened(text: str) -> str:
    return text if len(text) <= _WIDTH else text[: _WIDTH - 1] + "…"


def clause_lines(clause: Explained, style: Style, folder: str) -> list[str]:
    """Return a clause that does not hold, with the values of the expressions in it."""
    where = f"  {_where(clause.where, folder)}" if clause.where else ""
    lines = [style("red", f"{says_what(clause)}{where}")]
    lines += [f"    {line}" for line in clause.source.splitlines()]
    width = min(max((len(text) for text, _ in clause.values), default=0), 48)
    lines += [f"      {text:{width}}  {style('cyan', value)}" for text, value in clause.values]
    return lines


def says_what(clause: Explained) -> str:
    """Return what is to be said of a clause: it does not hold; or it is a statement that raises."""
    return "raises" if clause.raises else "does not hold"


def frame_lines(frames: tuple[Frame, ...], raised: str, style: Style, folder: str) -> list[str]:
    """Return the traceback, cut to the subject, as Python writes it; of a call that raised nothing where it was stopped."""
    if not frames:
        return []
    lines = [f"{raised} comes from" if raised else "it was stopped in"]
    for frame in frames:
        where = f"{short_path(frame.file, folder)}:{frame.line}"
        lines.append(f"    {where}  in {frame.function}")
        source = linecache.getline(frame.file, frame.line).strip()
        lines += [style("dim", f"        {source}")] if source else []
    return lines


def _where(place: str, folder: str) -> str:
    file, _, line = place.rpartition(":")
    return f"{short_path(file, folder)}:{line}"
