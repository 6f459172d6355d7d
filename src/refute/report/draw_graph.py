"""The parameter graph drawn: boxes with lines, arrows from a line to the types it needs, as Graphviz or SVG: `dot`, `svg`.

What is under test stands on the left; to the right of it the types, each to the left of what it needs.  So most arrows
point to the right, to something simpler; those that do not are cycles, and go around.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from html import escape

LINE, TITLE, PAD, GAP_X, GAP_Y, MARGIN = 14, 18, 8, 70, 14, 16
CHARACTER = 5.7  # average width at the size of the text
MOST_LINES = 12  # of one box; the rest is counted
MOST_CHARACTERS = 40  # of one line; the whole is shown under the pointer
MOST_ARROWS = 3  # from one box to another; more are drawn as one, from the title


@dataclass(slots=True)
class Box:
    """A type with what supplies it, or a group of operations under test."""

    name: str
    column: int  # 0 for what is under test
    # Text, names of boxes it needs.
    lines: list[tuple[str, list[str]]] = field(default_factory=list)
    needs: list[str] = field(default_factory=list)  # what all the lines need
    is_missing: bool = False  # nothing supplies it


def shortened(box: Box) -> tuple[list[str], list[tuple[str, list[str]]]]:
    """Return what the title needs and the lines that are drawn; the others are counted, and what they need is kept."""
    lines = box.lines
    if len(lines) > MOST_LINES:
        rest = lines[MOST_LINES - 1 :]
        needed = list(dict.fromkeys(name for _, names in rest for name in names))
        lines = [*lines[: MOST_LINES - 1], (f"… {len(rest)} more", needed)]
    counted = Counter(name for _, names in lines for name in names)
    often = [name for name, count in counted.items() if count > MOST_ARROWS]
    needs = list(dict.fromkeys([*box.needs, *often]))
    return needs, [(text, [name for name in names if name not in needs]) for text, names in lines]


def _cut(text: str) -> str:
    return text if len(text) <= MOST_CHARACTERS else f"{text[: MOST_CHARACTERS - 1]}…"


# ---- Graphviz ---------------------------------------------------------------------------------------------------


def dot(boxes: list[Box]) -> str:
    """Return the graph for Graphviz."""
    numbers = {box.name: number for number, box in enumerate(boxes)}
    lines = ["digraph parameters {", "  rankdir=LR; node [shape=record, fontsize=10];"]
    for number, box in enumerate(boxes):
        _, shown = shortened(box)
        rows = [f"<t> {_quoted(box.name)}"]
        rows += [f"<l{i}> {_quoted(_cut(text))}\\l" for i, (text, _) in enumerate(shown)]
        colour = ", color=red" if box.is_missing else ""
        lines.append(f'  b{number} [label="{"|".join(rows)}"{colour}];')
    for number, box in enumerate(boxes):
        needs, shown = shortened(box)
        ends = [("t", name) for name in needs]
        ends += [(f"l{i}", name) for i, (_, names) in enumerate(shown) for name in names]
        lines += [
            f"  b{number}:{port} -> b{numbers[name]}:t;" for port, name in ends if name in numbers
        ]
    return "\n".join([*lines, "}"])


def _quoted(text: str) -> str:
    return "".join(f"\\{c}" if c in '"{}|<>\\' else c for c in text)


# ---- SVG --------------------------------------------------------------------------------------------------------

_STYLE = (
    "rect{fill:#eef3fb;stroke:#3b5b8c}.test rect{fill:#f6f1e4;stroke:#8c7a3b}.missing rect{fill:#fbeeee;stroke:#a33}"
    "path{fill:none;stroke:#3b5b8c;stroke-opacity:.55}path.back{stroke:#a66a2c}path:hover{stroke-opacity:1;stroke-width:2}"
    "text{font-family:sans-serif;fill:#1c2733;font-size:10px}.title{font-weight:bold}.caption{font-size:11px}"
    "line{stroke:#3b5b8c;stroke-opacity:.4}"
)
_ARROW = (
    '<marker id="arrow" viewBox="0 0 6 6" refX="6" refY="3" markerWidth="6" markerHeight="6" orient="auto">'
    '<path d="M0,0 L6,3 L0,6 z" style="fill:#3b5b8c;stroke:none"/></marker>'
)


class _Placed:
    """A box with its place."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.needs, self.lines = shortened(box)
        longest = max([len(box.name) * 1.12, *(len(_cut(text)) for text, _ in self.lines)])
        self.width = longest * CHARACTER + 2 * PAD
        self.height = TITLE + LINE * len(self.lines) + (PAD / 2 if self.lines else 0)
        self.x = self.y = 0.0

    def line_y(self, number: int) -> float:
        return self.y + TITLE + LINE * (number + 0.5)

    @property
    def title_y(self) -> float:
        return self.y + TITLE / 2


def svg(boxes: list[Box], caption: str = "") -> str:
    """Return the graph as an SVG picture."""
    placed = {box.name: _Placed(box) for box in boxes}
    width, height = _arrange(list(placed.values()), MARGIN + (16 if caption else 0))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}">'
        f"<style>{_STYLE}</style><defs>{_ARROW}</defs>",
        '<rect width="100%" height="100%" style="fill:#fff;stroke:none"/>',
    ]
    if caption:
        parts.append(f'<text class="caption" x="{MARGIN}" y="18">{escape(caption)}</text>')
    for one in placed.values():
        parts += _arrows(one, placed)
    for one in placed.values():
        parts += _drawn(one)
    return "\n".join([*parts, "</svg>"])


def _arrange(every: list[_Placed], top: float) -> tuple[float, float]:
    """Put the boxes into columns, each near the middle of what points to it; return the size of the whole."""
    columns: dict[int, list[_Placed]] = {}
    for one in every:
        columns.setdefault(one.box.column, []).append(one)
    x, bottom = float(MARGIN), top
    wished: dict[str, list[float]] = {}
    for number in sorted(columns):
        column = columns[number]
        column.sort(key=lambda one: _mean(wished.get(one.box.name, [])))
        y = top
        for one in column:
            middle = _mean(wished.get(one.box.name, []))
            one.x, one.y = x, max(y, middle - one.height / 2)
            y = one.y + one.height + GAP_Y
            for place, name in _ends(one):
                wished.setdefault(name, []).append(place)
        bottom = max(bottom, y)
        x += max(one.width for one in column) + GAP_X
    return x - GAP_X + 2 * MARGIN + 20, bottom + MARGIN


def _mean(places: list[float]) -> float:
    return sum(places) / len(places) if places else 0.0


def _ends(one: _Placed) -> list[tuple[float, str]]:
    """Return where arrows begin, and the names of the boxes where they end."""
    ends = [(one.title_y, name) for name in one.needs]
    return ends + [
        (one.line_y(i), name) for i, (_, names) in enumerate(one.lines) for name in names
    ]


def _arrows(one: _Placed, placed: dict[str, _Placed]) -> list[str]:
    parts = []
    start = one.x + one.width
    for y, name in _ends(one):
        other = placed.get(name)
        if other is None:
            continue
        title = f"<title>{escape(one.box.name)} needs {escape(name)}</title>"
        end_y = other.title_y
        if other.x > start:
            bend = min(60.0, (other.x - start) / 2)
            path = f"M{start:.0f},{y:.0f} C{start + bend:.0f},{y:.0f} {other.x - bend:.0f},{end_y:.0f} {other.x:.0f},{end_y:.0f}"
            parts.append(f'<path marker-end="url(#arrow)" d="{path}">{title}</path>')
        else:  # back to the left, or to itself: around the right-hand side
            edge = other.x + other.width
            side = max(start, edge) + 26
            path = f"M{start:.0f},{y:.0f} C{side:.0f},{y:.0f} {side:.0f},{end_y:.0f} {edge:.0f},{end_y:.0f}"
            parts.append(f'<path class="back" marker-end="url(#arrow)" d="{path}">{title}</path>')
    return parts


def _drawn(one: _Placed) -> list[str]:
    box = one.box
    kind = "missing" if box.is_missing else "test" if box.column == 0 else "type"
    x, y = one.x, one.y
    parts = [
        f'<g class="{kind}"><rect x="{x:.0f}" y="{y:.0f}" width="{one.width:.0f}" height="{one.height:.0f}" rx="4"/>',
        f'<text class="title" x="{x + PAD:.0f}" y="{y + TITLE - 5:.0f}">{escape(box.name)}</text>',
    ]
    if one.lines:
        parts.append(
            f'<line x1="{x:.0f}" y1="{y + TITLE:.0f}" x2="{x + one.width:.0f}" y2="{y + TITLE:.0f}"/>'
        )
    parts += [
        f'<text x="{x + PAD:.0f}" y="{one.line_y(i) + 4:.0f}">{_text(text)}</text>'
        for i, (text, _) in enumerate(one.lines)
    ]
    return [*parts, "</g>"]


def _text(text: str) -> str:
    cut = _cut(text)
    return escape(cut) if cut == text else f"<title>{escape(text)}</title>{escape(cut)}"
