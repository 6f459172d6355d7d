"""`refute plan`: how many combinations of arguments there are, as a table, a picture or JSON.

`Plan` is what is done inside the sandbox, where the code is imported: the parameter graph, and what it says.
"""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path
from typing import Any

from refute.command.command_line import NOTHING_FOUND
from refute.command.inferred import guesses_json, inferred_lines
from refute.command.writable import check_outputs
from refute.discover.configuration import options_from
from refute.discover.discovery import discover, explain_nothing
from refute.discover.modules import locate, search_first
from refute.discover.user_presets import settle
from refute.generate.combinations import Operation, Want
from refute.generate.displays import ELEMENTS
from refute.generate.parameter_graph import Graph
from refute.generate.planned import chosen_depth
from refute.generate.presets import Presets
from refute.generate.tuning import RATE
from refute.judge.arguments import is_subclass
from refute.look.kinds import Kinds
from refute.model.errors import NothingToTest
from refute.model.options import Options
from refute.model.sequence import Display, Literal
from refute.model.subject import Located, Subject
from refute.model.typeform import ANY, TypeForm, members
from refute.report import draw_graph as drawing
from refute.search.plugins import load_extensions
from refute.supervise.importing import load_modules
from refute.supervise.sandboxed import Inside, run_sandboxed

# A table of more rows is not read; -v prints it all the same.
_MOST_ROWS = 40
_MOST_PARAMETERS = 4
# With more arrows to them, types that need no call are not drawn: everything needs an int.
_MOST_PLAIN_ARROWS = 30
# Integers beyond it are written as texts in JSON: most readers have floats only.
_EXACT_IN_JSON = 1 << 53
# Python refuses to write longer integers in decimal.
_MOST_DIGITS = 4000


def plan(parsed: argparse.Namespace) -> int:
    """Say what there is to test."""
    files = [name for name in (parsed.dot, parsed.svg, parsed.json) if name is not None]
    check_outputs(*files)
    options = options_from(vars(parsed), Path.cwd())
    located = [locate(target, Path.cwd()) for target in parsed.targets]
    work = Plan(parsed, located)
    return run_sandboxed(work, located[0], options, files=set(files), prepare=work.discover)


class Plan:
    """What is done inside the sandbox."""

    def __init__(self, args: argparse.Namespace, located: list[Located]) -> None:
        self.args, self.located = args, located

    def discover(self, inside: Inside) -> None:
        """Import all of it, and look what there is to be called."""
        options = inside.options
        for one in self.located:
            search_first(one.path_entries)
        load_modules(self.located, inside.guard)
        self.subject = subject = discover(
            self.located,
            keep=options.keep,
            exclude=options.exclude,
            private=options.private,
            strict=options.public == "strict",
        )
        if not subject.routines:
            why = explain_nothing(subject, bool(options.keep or options.exclude))
            raise NothingToTest(why, "nothing-to-test")

    def __call__(self, inside: Inside) -> int:
        args, options, subject = self.args, inside.options, self.subject
        settle(subject, options.presets, options.implementations)
        graph = graph_of(subject, options)
        rows = None if args.verbose else _MOST_ROWS
        lines = [
            *table(graph, rows),
            "",
            *conclusion(graph, options),
            *inferred_lines(graph, args.verbose),
        ]
        print("\n".join(lines), file=inside.out)
        if args.json:
            text = json.dumps(as_json(graph, options, args.targets), indent=2) + "\n"
            inside.save(args.json, text)
        if args.dot or args.svg:
            boxes = boxes_of(graph)
            if args.dot:
                inside.save(args.dot, drawing.dot(boxes) + "\n")
            if args.svg:
                inside.save(args.svg, drawing.svg(boxes, caption(graph, args.targets)) + "\n")
        return NOTHING_FOUND


def graph_of(subject: Subject, options: Options) -> Graph:
    """Return the parameter graph of a subject, as a search would use it."""
    names = {cls: name for name, cls in subject.classes.items() if isinstance(cls, type)}
    kinds = Kinds(names, options.largest_number)
    presets = Presets(subject, sources=load_extensions(options.plugins).presets)
    return Graph(subject, presets, lambda name, other: is_subclass(subject, kinds, name, other))


# ---- the table --------------------------------------------------------------------------------------------------


def table(graph: Graph, most: int | None) -> list[str]:
    """Return a row for each operation: what supplies its parameters, and how many combinations at each depth."""
    depths = range(1, graph.depth + 1)
    shown = graph.operations
    if most is not None and len(shown) > most:
        largest = sorted(shown, key=lambda one: one.sizes[-1], reverse=True)[:most]
        shown = [one for one in shown if one in largest]
    rows = [["operation", *(f"depth {d}" if d == 1 else str(d) for d in depths), "parameters"]]
    for one in shown:
        sizes = [number(one.sizes[d]) for d in depths]
        rows.append([short(one), *sizes, parameters(one, _MOST_PARAMETERS if most else None)])
    if len(shown) < len(graph.operations):
        rest = [one for one in graph.operations if one not in shown]
        sizes = [number(sum(one.sizes[d] for one in rest)) for d in depths]
        rows.append([f"{len(rest)} smaller ones (-v)", *sizes, ""])
    if len(graph.operations) > 1:
        rows.append(["all", *(number(graph.total(d)) for d in depths), ""])
    return aligned(rows)


def aligned(rows: list[list[str]]) -> list[str]:
    """Return rows with their columns under each other: the outer ones to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    outer = (0, len(widths) - 1)
    return [
        "  ".join(
            cell.ljust(width) if place in outer else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def short(operation: Operation) -> str:
    return operation.routine.target.rpartition(":")[2]


def parameters(operation: Operation, most: int | None) -> str:
    """Return what supplies each parameter: values known without a call + operations; collections by their kind.

    A parameter that may be left out is in brackets.
    """
    inputs = operation.routine.inputs
    texts = []
    for index in sorted(operation.inputs):
        text = f"{inputs[index].name} {supply(operation.inputs[index])}"
        texts.append(text if inputs[index].required else f"[{text}]")
    if most is not None and len(texts) > most:
        texts = [*texts[:most], f"… {len(texts) - most} more"]
    return ", ".join(texts) or "–"


def supply(want: Want) -> str:
    kinds = dict.fromkeys(
        r.operation.kind for r in want.displays if isinstance(r.operation, Display)
    )
    return "+".join([str(len(want.presets)), str(len(want.producers)), *kinds])


def number(size: int) -> str:
    """Return a number that can be read at a glance.

    >>> number(1234567), number(12345678901234567890)
    ('1,234,567', '1.2e19')
    """
    if size < 10_000_000:
        return f"{size:,}"
    exponent = math.log10(size)  # of any size: a float would overflow
    return f"{10 ** (exponent % 1):.1f}e{int(exponent)}"


# ---- what it means -----------------------------------------------------------------------------------------------


def tests_within(options: Options) -> int:
    """Return about how many planned sequences the budget is enough for."""
    if options.sequences is not None:
        return options.sequences
    return round(options.seconds * options.jobs * RATE)


def conclusion(graph: Graph, options: Options) -> list[str]:
    """Return how far the budget goes, and what cannot be had."""
    lines = ["parameters: values known without a call + operations that produce one"]
    lines += [budget_line(graph, options)]
    if graph.unreachable():
        lines += ["", "nothing supplies"]
        lines += [
            f"  {form}: {reason}{needed(graph, form)}"
            for form, reason in graph.unreachable().items()
        ]
    return lines


def budget_line(graph: Graph, options: Options) -> str:
    tests = tests_within(options)
    depth = chosen_depth(graph, tests)
    total, whole = graph.total(depth), graph.total(graph.depth)
    if options.sequences is None:
        cores = "core" if options.jobs == 1 else "cores"
        time = f"{options.seconds:g} seconds on {options.jobs} {cores}"
        budget = f"{time} are enough for about {number(tests)}"
    else:
        budget = f"asked for {number(tests)}"
    if whole <= tests:
        return f"{budget}: depth {graph.depth}, all {number(whole)} combinations"
    if total <= tests:
        return f"{budget}: depth {depth}, all {number(total)} combinations; beyond it a sample"
    return f"{budget}: depth {depth}, a sample of {number(total)} combinations"


def needed(graph: Graph, form: TypeForm) -> str:
    names = [short(one) for one in graph.operations if (w := one.missing()) and w.form == form]
    if not names:
        return ""
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return f" (needed by {', '.join(names[:3])}{more})"


# ---- JSON --------------------------------------------------------------------------------------------------------


def as_json(graph: Graph, options: Options, targets: list[str]) -> dict[str, Any]:
    """Return the plan as plain data."""
    tests = tests_within(options)
    wants = graph.wants()
    numbers = {id(want): number for number, want in enumerate(wants)}
    return {
        "targets": targets,
        "depths": graph.depth,
        "budget": tests,
        "depth": chosen_depth(graph, tests),
        "sizes": [exact(graph.total(depth)) for depth in range(1, graph.depth + 1)],
        "operations": [
            {
                "operation": one.routine.target,
                "parameters": [
                    {
                        "name": one.routine.inputs[index].name,
                        "required": one.routine.inputs[index].required,
                        "supply": numbers[id(want)],
                        "guesses": guesses_json(one.routine.inputs[index]),
                    }
                    for index, want in sorted(one.inputs.items())
                ],
                "sizes": [exact(size) for size in one.sizes[1:]],
            }
            for one in graph.operations
        ],
        "supplies": [supply_json(want) for want in wants],
        "unreachable": {str(form): reason for form, reason in graph.unreachable().items()},
    }


def supply_json(want: Want) -> dict[str, Any]:
    displays = [rule.operation for rule in want.displays if isinstance(rule.operation, Display)]
    return {
        "type": str(want.form),
        "presets": [source(step.operation) for step in want.presets],
        # With what each says it returns: of a subtype, the subtype.
        "producers": {one.routine.target: str(one.routine.output) for one in want.producers},
        "displays": [f"{one.kind}({', '.join(map(str, one.inputs))})" for one in displays],
        "sizes": [exact(size) for size in want.sizes[1:]],
    }


def source(operation: object) -> str:
    return operation.source if isinstance(operation, Literal) else ""


def exact(size: int) -> int | str:
    """Return a size as JSON can hold it to the digit."""
    if size < _EXACT_IN_JSON:
        return size
    return str(size) if size.bit_length() < 3 * _MOST_DIGITS else hex(size)


# ---- the picture -------------------------------------------------------------------------------------------------


def caption(graph: Graph, targets: list[str]) -> str:
    return f"{' '.join(targets)}: {len(graph.operations)} operations"


def boxes_of(graph: Graph) -> list[drawing.Box]:
    """Return what is drawn: operations under test by their class, and every type they need with what supplies it."""
    return _Boxes(graph).all()


class _Boxes:
    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.types: dict[str, drawing.Box] = {}
        arrows = sum(len(self.parts(w.form)) for o in graph.operations for w in o.inputs.values())
        self.with_plain = arrows <= _MOST_PLAIN_ARROWS

    def all(self) -> list[drawing.Box]:
        tested: dict[str, drawing.Box] = {}
        for one in self.graph.operations:
            group = one.routine.owner or one.routine.target.partition(":")[0]
            name = f"test {group.rpartition(':')[2]}"
            box = tested.setdefault(name, drawing.Box(name, 0))
            needed = self.targets(one)
            if has_receiver(one) and one.routine.owner:  # drawn once, from the title
                box.needs = self.targets_of(TypeForm(one.routine.owner))
                needed = [name for name in needed if name not in box.needs]
            box.lines.append((signature(one), needed))
        self.place()
        return [*tested.values(), *self.types.values()]

    def place(self) -> None:
        """Put every type to the left of what it needs, as far as there are no cycles."""
        heights: dict[str, int] = {}
        for name in self.types:
            self.height(name, heights)
        highest = max(heights.values(), default=0)
        for name, box in self.types.items():
            box.column = 1 + highest - heights[name]

    def height(self, name: str, heights: dict[str, int]) -> int:
        if name not in heights:
            heights[name] = 0  # what a cycle finds
            needed = dict.fromkeys(n for _, names in self.types[name].lines for n in names)
            heights[name] = max(
                (1 + self.height(n, heights) for n in needed if n != name), default=0
            )
        return heights[name]

    def targets(self, operation: Operation) -> list[str]:
        """Return the names of the boxes an operation needs; they are made on the way."""
        wants = [want for _, want in sorted(operation.inputs.items())]
        return list(dict.fromkeys(name for w in wants for name in self.targets_of(w.form)))

    def targets_of(self, form: TypeForm) -> list[str]:
        return [str(part) for part in self.parts(form) if self.box(part) is not None]

    def parts(self, form: TypeForm) -> list[TypeForm]:
        """Return the types a form is about: members of a union, elements of a collection."""
        found: list[TypeForm] = []
        for part in members(form):
            if part.name in ELEMENTS and part.args:
                found += [one for arg in part.args for one in self.parts(arg)]
            elif part != ANY and part.name not in ("...", "None"):
                found.append(part)
        return list(dict.fromkeys(found))

    def box(self, form: TypeForm) -> drawing.Box | None:
        name = str(form)
        if name in self.types:
            return self.types[name]
        producers = self.graph.producers(form)
        presets = [source(step.operation) for step in self.graph.presets(form)]
        is_plain = ":" not in form.name and bool(presets)
        if is_plain and not self.with_plain:
            return None
        box = self.types[name] = drawing.Box(name, 1)
        box.is_missing = not presets and not any(one.sizes[-1] for one in producers)
        if presets:
            more = f", … {len(presets)} in all" if len(presets) > 4 else ""
            box.lines.append((", ".join(presets[:4]) + more, []))
        box.lines += [(signature(one), self.targets(one)) for one in producers]
        if box.is_missing:
            box.lines.append((self.graph.unreachable().get(form, "nothing supplies it"), []))
        return box


def signature(operation: Operation) -> str:
    inputs = operation.routine.inputs
    texts = [
        str(inputs[index].form) if inputs[index].required else f"{inputs[index].form}?"
        for index in sorted(operation.inputs)
        if index or not has_receiver(operation)
    ]
    return f"{short(operation)}({', '.join(texts)})"


def has_receiver(operation: Operation) -> bool:
    return operation.routine.how in ("method", "get", "operator")
