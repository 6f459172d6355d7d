"""The verbs `refute structures` and `refute exhaust`.

`add_parsers` hangs them into the main command line, `run` does what was asked; `python -m refute.structures_cli` is
the same without the rest.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import inspect
import itertools
import json
import os
import re
import sys
import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from refute import structures as api
from refute.errors import UsageError
from refute.generate.exploration import Tally
from refute.model.bounds import Bounds, Domain, Objects, domain_text, parts_of, power
from refute.report import draw

OK, FOUND, INTERRUPTED, USAGE, NOTHING = 0, 1, 2, 4, 5
DRAWN = 200  # a picture with more is a wall


def add_parsers(subparsers: Any) -> None:
    """Add both verbs to an argparse subparsers object."""
    listing = subparsers.add_parser(
        "structures", help="list every small object that satisfies its class's predicate"
    )
    listing.add_argument("target", help="the class, as package.module:Class")
    common(listing)
    listing.add_argument("--count", action="store_true", help="print only how many there are")
    listing.add_argument("--draw", choices=("svg", "dot", "text"), help="draw the object graphs")
    listing.add_argument("-o", "--output", help="where the drawing goes (default: standard output)")
    listing.add_argument("--limit", type=int, help="stop after so many structures")
    listing.add_argument(
        "--representatives", action="store_true", help="fields never read: one value, not all"
    )
    testing = subparsers.add_parser(
        "exhaust", help="try a method on every small input that satisfies its precondition"
    )
    testing.add_argument("target", help="the method, as package.module:Class.method")
    common(testing)
    testing.add_argument(
        "--raises", default="", help="exceptions that are a normal end, with commas"
    )
    testing.add_argument(
        "-x", "--first", action="store_true", help="stop at the first failing input"
    )


def common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--bounds", default="", help='for example "Node=3 size=0..3"')
    parser.add_argument(
        "--predicate", help="name of the predicate, when it is not rep_ok or the like"
    )
    parser.add_argument("--json", metavar="FILE", help="write the result as JSON")
    parser.add_argument(
        "--path", choices=("auto", "general", "resumable"), default="auto", help=argparse.SUPPRESS
    )
    parser.add_argument(
        "-n", "--processes", type=int, default=1, help="processes to use when counting"
    )
    parser.add_argument("-q", "--quiet", action="store_true", help="no progress")


def run(args: argparse.Namespace) -> int:
    """Do what the command line says and return the exit code."""
    try:
        return run_structures(args) if args.verb == "structures" else run_exhaust(args)
    except UsageError as error:
        print(f"refute: {error}", file=sys.stderr)
        return USAGE


# -- structures -----------------------------------------------------------------------------------


def run_structures(args: argparse.Namespace) -> int:
    owner = class_at(args.target)
    space = bounds_at(owner, args.target, args.bounds)
    found = api.structures(
        owner, space, predicate=args.predicate, representatives=args.representatives, path=args.path
    )
    progress = Progress(quiet=args.quiet)
    found.on_progress = progress.show
    began = time.perf_counter()
    try:
        show(args, found)
        interrupted = False
    except KeyboardInterrupt:
        interrupted = True
    progress.clear()
    seconds = time.perf_counter() - began
    if not args.draw or args.output:
        print(summary(found.tally, seconds) + (" (interrupted)" if interrupted else ""))
    for line in found.warnings():
        print(f"refute: {line}", file=sys.stderr)
    if args.json:
        write_json(args.json, result_of(space, found.tally, seconds, args.target))
    if interrupted:
        return INTERRUPTED
    return OK if found.tally.found else NOTHING


def show(args: argparse.Namespace, found: api.Structures) -> None:
    """Count, draw or list, as asked."""
    if args.count:
        found.count(processes=args.processes)
        return
    limit = args.limit if args.limit is not None else DRAWN if args.draw in ("svg", "dot") else None
    descriptions = itertools.islice(found.descriptions(args.processes), limit)
    if args.draw in ("svg", "dot"):
        every = list(descriptions)
        caption = f"{args.target} within {args.bounds or 'its own bounds'}: {len(every)} structures"
        picture = draw.svg(every, caption) if args.draw == "svg" else draw.dot(every)
        if args.output:
            Path(args.output).write_text(picture, encoding="utf-8")
        else:
            print(picture)
        return
    linking = {
        tuple(key.rsplit(".", 1))
        for key, domain in found.space.fields.items()
        if holds_objects(domain)
    }
    for number, one in enumerate(descriptions, 1):
        print(f"{number}:", draw.text(one, linking) if args.draw == "text" else one_line(one))  # type: ignore[arg-type]


def holds_objects(domain: Domain) -> bool:
    return any(isinstance(part, Objects) for part in parts_of(domain))


def one_line(description: Any) -> str:
    """Return a structure in one line: each object with its fields."""
    names = draw.labels(description.classes)
    parts: dict[int, list[str]] = {number: [] for number in range(len(names))}
    for number, field, value in description.assignments:
        parts[number].append(f"{field}={api.text_of(value, names)}")
    return "  ".join(f"{names[number]}({', '.join(fields)})" for number, fields in parts.items())


def summary(tally: Tally, seconds: float) -> str:
    """Return the line that `--count` prints.

    >>> summary(Tally(candidates=54418, found=1430), 0.1)
    '1430 structures, 54418 candidates, 0.1 s'
    """
    return f"{tally.found} structures, {tally.candidates} candidates, {seconds:.1f} s"


def result_of(space: Bounds, tally: Tally, seconds: float, target: str) -> dict[str, Any]:
    return {
        "target": target,
        "structures": tally.found,
        "candidates": tally.candidates,
        "state_space": power(space.state_space()),
        "seconds": round(seconds, 3),
        "complete": tally.complete,
        "path": tally.path,
        "bounds": bounds_json(space),
    }


def bounds_json(space: Bounds) -> dict[str, Any]:
    fields = {key: domain_text(domain, space.objects) for key, domain in space.fields.items()}
    return {"root": space.root, "objects": dict(space.objects), "fields": fields}


def write_json(file: str, result: dict[str, Any]) -> None:
    Path(file).write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


# -- exhaust --------------------------------------------------------------------------------------


def run_exhaust(args: argparse.Namespace) -> int:
    owner, method = method_at(args.target)
    given = parse_bounds(args.bounds)
    parameters = list(inspect.signature(method).parameters)[1:]
    own = {name: given[name] for name in parameters if name in given}
    try:
        space = bounds_from(owner, args.target.rpartition(".")[0], given)
    except UsageError as error:
        if error.slug != "unknown-bound":
            raise
        space = bounds_from(owner, args.target, {k: v for k, v in given.items() if k not in own})
    progress = Progress(quiet=args.quiet)
    raises = tuple(exception_named(name, method) for name in args.raises.split(",") if name)
    report = api.exhaust(
        method,
        space,
        raises=raises,
        owner=owner,
        first=args.first,
        path=args.path,
        on_progress=progress.show,
        **own,
    )
    progress.clear()
    print(report)
    for line in report.notes:
        print(f"refute: {line}", file=sys.stderr)
    if args.json:
        write_json(args.json, exhaustion_json(report, space, args.target))
    if report.failed:
        return FOUND
    if not report.complete:
        return INTERRUPTED
    return OK if report.tested else NOTHING


def exhaustion_json(report: api.Exhaustion, space: Bounds, target: str) -> dict[str, Any]:
    smallest = report.smallest
    return {
        "target": target,
        "tested": report.tested,
        "failed": report.failed,
        "rules": report.rules,
        "complete": report.complete,
        "candidates": report.candidates,
        "seconds": round(report.seconds, 3),
        "smallest": None
        if smallest is None
        else {
            "message": smallest.message,
            "code": api.code_of(smallest.before, report.parameters, report.name),
        },
        "bounds": bounds_json(space),
    }


def exception_named(name: str, method: Callable[..., Any]) -> type[BaseException]:
    import builtins

    found = getattr(method, "__globals__", {}).get(name, getattr(builtins, name, None))
    if not (isinstance(found, type) and issubclass(found, BaseException)):
        raise UsageError(f"--raises {name}: no exception of that name", "unknown-exception")
    return found


# -- names and bounds -----------------------------------------------------------------------------


def object_at(target: str) -> Any:
    """Return what `package.module:Class.method` names."""
    module, colon, path = target.partition(":")
    if not colon or not path:
        raise UsageError(f"{target}: write it as package.module:Class", "bad-target")
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        place: Any = importlib.import_module(module)
    except ImportError as error:
        raise UsageError(f"cannot import {module}: {error}", "import-fails") from None
    for part in path.split("."):
        if not hasattr(place, part):
            raise UsageError(f"{target}: {module} has no {path}", "bad-target")
        place = getattr(place, part)
    return place


def class_at(target: str) -> type:
    found = object_at(target)
    if not isinstance(found, type):
        raise UsageError(f"{target} is not a class", "bad-target")
    return found


def method_at(target: str) -> tuple[type, Callable[..., Any]]:
    owner = class_at(target.rpartition(".")[0])
    return owner, object_at(target)


def bounds_at(owner: type, target: str, text: str) -> Bounds:
    return bounds_from(owner, target, parse_bounds(text))


def bounds_from(owner: type, target: str, given: dict[str, Any]) -> Bounds:
    """Return the bounds given, else those in pyproject.toml, else those beside the class."""
    if not given:
        given = parse_bounds(configured(target))
    size = given.pop("", None)
    return api.bounds(owner, size, **given)


def configured(target: str) -> str:
    """Return what `[tool.refute.bounds]` says about a class."""
    file = Path("pyproject.toml")
    if not file.exists():
        return ""
    tool = tomllib.loads(file.read_text(encoding="utf-8")).get("tool", {})
    return str(tool.get("refute", {}).get("bounds", {}).get(target, ""))


def parse_bounds(text: str) -> dict[str, Any]:
    """Return bounds written on one line; a number alone is the size of everything.

    >>> parse_bounds("Node=3 size=0..3 name='a','b' 4")
    {'Node': 3, 'size': range(0, 4), 'name': ['a', 'b'], '': 4}
    """
    given: dict[str, Any] = {}
    for word in re.findall(r"(?:[^\s'\"]|'[^']*'|\"[^\"]*\")+", text):
        name, equals, value = word.partition("=")
        if not equals and not name.isdigit():
            raise UsageError(f"--bounds: {word} is neither a number nor name=values", "bad-bounds")
        given[name if equals else ""] = parse_value(value) if equals else int(name)
    return given


def parse_value(text: str) -> Any:
    parts = re.findall(r"(?:[^,'\"]|'[^']*'|\"[^\"]*\")+", text)
    values = [parse_one(part) for part in parts]
    if len(values) == 1:
        return values[0]
    return [one for value in values for one in (value if isinstance(value, range) else [value])]


def parse_one(text: str) -> Any:
    """Return `0..3` as a range and the rest as Python literals; a bare word is a string."""
    numbers = re.fullmatch(r"(-?\d+)\.\.(-?\d+)", text)
    if numbers:
        return range(int(numbers[1]), int(numbers[2]) + 1)
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text


class Progress:
    """One line on the terminal: candidates per second, and when it may end."""

    def __init__(self, *, quiet: bool) -> None:
        self.on = not quiet and sys.stderr.isatty()
        self.began = self.shown = time.perf_counter()

    def show(self, tally: Tally) -> None:
        now = time.perf_counter()
        if not self.on or now - self.shown < 0.5:
            return
        self.shown = now
        print(f"\r{progress_line(tally, now - self.began)}   ", end="", file=sys.stderr)

    def clear(self) -> None:
        if self.on:
            print("\r" + " " * 78 + "\r", end="", file=sys.stderr)


def progress_line(tally: Tally, seconds: float) -> str:
    """Return how far, how fast and how long still.

    >>> progress_line(Tally(candidates=2_000_000, found=10, done=0.25), 1.0)
    '25 %  2000000 candidates, 10 structures, 2000000/s, about 3 s left'
    """
    left = (
        f"about {seconds * (1 - tally.done) / tally.done:.0f} s left" if tally.done > 0.01 else "…"
    )
    rate = f"{tally.candidates / max(seconds, 1e-9):.0f}/s"
    return (
        f"{tally.done:.0%}".replace("%", " %")
        + f"  {tally.candidates} candidates, {tally.found} structures, {rate}, {left}"
    )


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="refute")
    parser.exit_on_error = True
    add_parsers(parser.add_subparsers(dest="verb", required=True))
    return run(parser.parse_args(arguments))


if __name__ == "__main__":
    sys.exit(main())
