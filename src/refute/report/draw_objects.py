"""Pictures of object graphs: text, Graphviz, and SVG drawn by hand.

A structure is drawn as boxes, one per object with its plain values inside, and arrows for fields that hold objects;
None is a small dot, a shared object is one box with several arrows.  Layout: levels by distance from the root, in the
order of the fields, so that trees look like trees and lists like lists.  Main names: `text`, `dot`, `svg`.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any, Protocol

BOX_WIDTH, BOX_HEIGHT, GAP_X, GAP_Y, MARGIN = 44, 24, 12, 30, 14
SLOT = 26  # how far apart the children of one parent want to be
NOTHING = 3  # radius of the dot that means None


class Drawable(Protocol):
    """What is drawn: classes of the objects, and (object, field, value) with references inside values."""

    @property
    def classes(self) -> tuple[str, ...]: ...
    @property
    def assignments(self) -> tuple[tuple[int, str, Any], ...]: ...


class Picture:
    """A structure prepared for drawing: links between objects, plain values, levels."""

    def __init__(self, structure: Drawable, linking: set[tuple[str, str]] | None = None) -> None:
        self.names = labels(structure.classes)
        self.links: list[tuple[int, str, int | None]] = []
        self.values: list[list[str]] = [[] for _ in structure.classes]
        linking = linking_fields([structure]) if linking is None else linking
        for number, field, value in structure.assignments:
            self._add(number, field, value, (structure.classes[number], field) in linking)
        self.levels = self._levels(len(structure.classes))

    def _add(self, number: int, field: str, value: Any, links: bool) -> None:
        if hasattr(value, "number"):
            self.links.append((number, field, value.number))
        elif value is None and links:
            self.links.append((number, field, None))
        elif isinstance(value, list | tuple | set | frozenset) and any(
            hasattr(v, "number") for v in value
        ):
            for place, one in enumerate(value):
                self._add(number, f"{field}[{place}]", one, links=True)
        else:
            self.values[number].append(f"{field}={value!r}")

    def _levels(self, count: int) -> list[list[int]]:
        """Return the objects by distance from the root, children in the order of their parents' fields."""
        seen, levels = {0}, [[0]]
        while levels[-1]:
            following = []
            for one in levels[-1]:
                for source, _, target in self.links:
                    if source == one and target is not None and target not in seen:
                        seen.add(target)
                        following.append(target)
            levels.append(following)
        return levels[:-1]

    def label(self, number: int) -> str:
        return self.names[number]


def linking_fields(structures: Iterable[Drawable]) -> set[tuple[str, str]]:
    """Return the fields that hold an object somewhere; None in them is drawn, elsewhere it is a value."""
    return {
        (structure.classes[number], field)
        for structure in structures
        for number, field, value in structure.assignments
        if hasattr(value, "number")
    }


def labels(classes: Iterable[str]) -> list[str]:
    """Return a name per object: `Node0`, `Node1`; one alone of its class goes without number."""
    listed = [one.rpartition(".")[2] for one in classes]
    seen: dict[str, int] = {}
    names = []
    for one in listed:
        number = seen.get(one, 0)
        seen[one] = number + 1
        names.append(one if listed.count(one) == 1 else f"{one}{number}")
    return names


def text(structure: Drawable, linking: set[tuple[str, str]] | None = None) -> str:
    """Return the object graph as an indented tree; an object met again is only named.

    >>> from refute.model.structure import Description, Ref
    >>> print(text(Description(("Tree", "Node"), ((0, "root", Ref(1)), (0, "size", 1), (1, "left", None)))))
    Tree size=1
      root: Node left=None
    """
    picture = Picture(structure, linking)
    lines: list[str] = []
    shown: set[int] = set()

    def show(number: int, prefix: str, indent: int) -> None:
        again = number in shown
        values = "" if again else "".join(" " + value for value in picture.values[number])
        lines.append(
            "  " * indent + prefix + picture.label(number) + values + (" (above)" if again else "")
        )
        if again:
            return
        shown.add(number)
        for source, field, target in picture.links:
            if source == number and target is None:
                lines.append("  " * (indent + 1) + f"{field}: None")
            elif source == number and target is not None:
                show(target, f"{field}: ", indent + 1)

    show(0, "", 0)
    return "\n".join(lines)


def dot(structures: Iterable[Drawable]) -> str:
    """Return all structures as one Graphviz graph, a cluster each."""
    lines = ["digraph structures {", "  node [shape=box, fontsize=10]; edge [fontsize=8];"]
    every = list(structures)
    linking = linking_fields(every)
    for index, structure in enumerate(every):
        picture = Picture(structure, linking)
        lines.append(f"  subgraph cluster_{index} {{")
        for number, name in enumerate(picture.names):
            label = "\\n".join([name, *picture.values[number]]).replace('"', '\\"')
            lines.append(f'    s{index}_{number} [label="{label}"];')
        for place, (source, field, target) in enumerate(picture.links):
            end = f"s{index}_{target}" if target is not None else f"s{index}_none{place}"
            if target is None:
                lines.append(f'    {end} [shape=point, label=""];')
            lines.append(f'    s{index}_{source} -> {end} [label="{field}"];')
        lines.append("  }")
    return "\n".join([*lines, "}"])


class Cell:
    """One structure laid out: where each box stands, and how large the whole is."""

    def __init__(self, structure: Drawable, linking: set[tuple[str, str]]) -> None:
        self.picture = Picture(structure, linking)
        self.widths = [box_width(self.picture, number) for number in range(len(self.picture.names))]
        self.places: dict[int, tuple[float, float]] = {}
        self.width = 0.0
        self._place()
        self.height = len(self.picture.levels) * (BOX_HEIGHT + GAP_Y) + 2 * MARGIN

    def _place(self) -> None:
        """Put each object above those it was the first to reach, a left child to the left, and nothing on another."""
        children = self._children()
        depth = {one: row for row, level in enumerate(self.picture.levels) for one in level}
        right = [0.0] * (len(self.picture.levels) + 1)  # how far each level is taken

        def place(one: int) -> list[int]:
            below: list[int] = []
            wished: list[float] = []
            slots = children[one]
            for slot, child in enumerate(slots):
                if child is not None:
                    below += place(child)
                    wished.append(self.places[child][0] - (slot - (len(slots) - 1) / 2) * SLOT)
            row, half = depth[one], self.widths[one] / 2
            least = right[row] + GAP_X + half
            middle = max(least, sum(wished) / len(wished)) if wished else least
            if wished and middle > sum(wished) / len(wished):
                self._shift(below, middle - sum(wished) / len(wished), right, depth)
            self.places[one] = (middle, MARGIN + row * (BOX_HEIGHT + GAP_Y))
            right[row] = middle + half
            return [one, *below]

        self._shift(place(0), MARGIN - GAP_X, right, depth)
        self.width = max(right) + MARGIN + GAP_X

    def _children(self) -> dict[int, list[int | None]]:
        """Return the links of each object: those it was the first to make, None for the others and for nothing."""
        children: dict[int, list[int | None]] = {}
        owned = {0}
        for level in self.picture.levels:
            for one in level:
                children[one] = []
                for source, _, target in self.picture.links:
                    if source == one:
                        first = target is not None and target not in owned
                        children[one].append(target if first else None)
                        owned |= {target} if target is not None else set()
        return children

    def _shift(self, some: list[int], by: float, right: list[float], depth: dict[int, int]) -> None:
        for one in some:
            x, y = self.places[one]
            self.places[one] = (x + by, y)
            right[depth[one]] = max(right[depth[one]], x + by + self.widths[one] / 2)

    def svg(self, x: float, y: float) -> list[str]:
        parts = [f'<g transform="translate({x:.0f},{y:.0f})">']
        spread: dict[int, int] = {}
        totals: dict[int, int] = {}
        for source, _, _ in self.picture.links:
            totals[source] = totals.get(source, 0) + 1
        for source, field, target in self.picture.links:
            number = spread.get(source, 0)
            spread[source] = number + 1
            parts += self._link(source, field, target, (number + 1) / (totals[source] + 1))
        for one, (middle, top) in self.places.items():
            parts += self._box(one, middle, top)
        return [*parts, "</g>"]

    def _box(self, one: int, middle: float, top: float) -> list[str]:
        width = self.widths[one]
        lines = [self.picture.label(one), *shown_values(self.picture, one)]
        text_top = top + BOX_HEIGHT / 2 + 3 - (4 if len(lines) > 1 else 0)
        parts = [
            f'<rect x="{middle - width / 2:.1f}" y="{top:.1f}" width="{width:.1f}" height="{BOX_HEIGHT}" rx="5"/>',
            f'<text class="name" x="{middle:.1f}" y="{text_top:.1f}">{escape(lines[0])}</text>',
        ]
        if len(lines) > 1:
            values = escape(" ".join(lines[1:]))
            parts.append(
                f'<text class="value" x="{middle:.1f}" y="{text_top + 10:.1f}">{values}</text>'
            )
        return parts

    def _link(self, source: int, field: str, target: int | None, part: float) -> list[str]:
        x, y = self.places[source]
        start = x - self.widths[source] / 2 + part * self.widths[source]
        bottom = y + BOX_HEIGHT
        if target is None:
            stub = bottom + GAP_Y / 3
            return [
                f'<path d="M{start:.1f},{bottom:.1f} V{stub:.1f}"><title>{escape(field)}: None</title></path>',
                f'<circle cx="{start:.1f}" cy="{stub:.1f}" r="{NOTHING}"/>',
            ]
        end_x, end_y = self.places[target]
        title = f"<title>{escape(field)}</title>"
        if end_y > y:
            path = f"M{start:.1f},{bottom:.1f} C{start:.1f},{bottom + 14:.1f} {end_x:.1f},{end_y - 14:.1f} {end_x:.1f},{end_y:.1f}"
        elif source == target:
            path = self._loop(source, part)
        elif end_y == y:
            path = self._beneath(start, bottom, target, part)
        else:
            path = self._upwards(start, bottom, target, part)
        return [f'<path marker-end="url(#arrow)" d="{path}">{title}</path>']

    def _loop(self, one: int, part: float) -> str:
        """Return the way from an object to itself: an ear on its right-hand side, and one inside another."""
        x, y = self.places[one]
        edge, out, middle = x + self.widths[one] / 2, 12 + 10 * part, y + BOX_HEIGHT / 2
        reach = BOX_HEIGHT * (0.2 + 0.3 * part)
        return (
            f"M{edge:.1f},{middle + reach:.1f} C{edge + out:.1f},{middle + reach + 5:.1f} "
            f"{edge + out:.1f},{middle - reach - 5:.1f} {edge:.1f},{middle - reach:.1f}"
        )

    def _beneath(self, start: float, bottom: float, target: int, part: float) -> str:
        """Return the way to an object on the same level: below the boxes, into the side of it that is nearer."""
        x, _ = self.places[target]
        end = x + (1 if start > x else -1) * self.widths[target] * part / 3
        deep = bottom + GAP_Y * (0.5 + 0.5 * part)
        return f"M{start:.1f},{bottom:.1f} C{start:.1f},{deep:.1f} {end:.1f},{deep:.1f} {end:.1f},{bottom:.1f}"

    def _upwards(self, start: float, bottom: float, target: int, part: float) -> str:
        """Return the way back to an object further up: to the right of all that is on the levels in between."""
        end, y = self.places[target]
        edge, middle = end + self.widths[target] / 2, y + BOX_HEIGHT / 2
        passed = [
            x + self.widths[one] / 2 for one, (x, top) in self.places.items() if y <= top < bottom
        ]
        row = round(bottom / (BOX_HEIGHT + GAP_Y))
        side = max(passed) + 8 + 8 * part + 6 * (row % 2)  # no two levels take the same lane
        return (
            f"M{start:.1f},{bottom:.1f} C{start:.1f},{bottom + 14:.1f} {side:.1f},{bottom + 14:.1f} {side:.1f},{bottom - 4:.1f} "
            f"V{middle + 8:.1f} Q{side:.1f},{middle:.1f} {side - 8:.1f},{middle:.1f} H{edge:.1f}"
        )


def shown_values(picture: Picture, number: int) -> list[str]:
    """Return the values inside a box; one value needs no name when it is the only one."""
    values = [value for value in picture.values[number] if not value.endswith("=None")]
    return [values[0].partition("=")[2]] if len(values) == 1 else values


def box_width(picture: Picture, number: int) -> float:
    longest = max(len(picture.label(number)), len(" ".join(shown_values(picture, number))))
    return max(BOX_WIDTH, longest * 5.6 + 10)


STYLE = (
    "rect{fill:#eef3fb;stroke:#3b5b8c}path{fill:none;stroke:#3b5b8c}circle{fill:#999;stroke:none}"
    "text{font-family:sans-serif;text-anchor:middle;fill:#1c2733}.name{font-size:9px}"
    ".value{font-size:8px;fill:#555}.caption{font-size:10px;text-anchor:start}"
)
ARROW = (
    '<marker id="arrow" viewBox="0 0 6 6" refX="6" refY="3" markerWidth="5" markerHeight="5" orient="auto">'
    '<path d="M0,0 L6,3 L0,6 z" style="fill:#3b5b8c;stroke:none"/></marker>'
)


def svg(structures: Iterable[Drawable], caption: str = "", width: int = 900) -> str:
    """Return all structures in a grid as one SVG picture."""
    every = list(structures)
    linking = linking_fields(every)
    cells = [Cell(one, linking) for one in every]
    parts: list[str] = []
    x, y, row, right = 0.0, 22.0 if caption else 0.0, 0.0, 0.0
    for cell in cells:
        if x and x + cell.width > width:
            x, y, row = 0.0, y + row, 0.0
        parts += cell.svg(x, y)
        x, row = x + cell.width, max(row, cell.height)
        right = max(right, x)
    size = f'width="{max(right, 60):.0f}" height="{y + row:.0f}"'
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}><style>{STYLE}</style><defs>{ARROW}</defs>'
    )
    background = '<rect width="100%" height="100%" style="fill:#fff;stroke:none"/>'
    title = (
        [f'<text class="caption" x="{MARGIN}" y="15">{escape(caption)}</text>'] if caption else []
    )
    return "\n".join([head, background, *title, *parts, "</svg>"])
