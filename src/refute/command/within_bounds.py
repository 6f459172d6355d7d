"""`refute structures` and `refute exhaust`: every small object within bounds, and a method tried on every small input.

The class runs where it may do no harm, in a sandboxed fork: `List` and `Exhaust` are what is done there.
"""

from __future__ import annotations

import argparse
import inspect
import itertools
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from refute.command.command_line import FINDINGS, INTERRUPTED, NOTHING_FOUND, NOTHING_TO_TEST
from refute.command.settings import typed
from refute.command.writable import check_outputs
from refute.discover.bounding.bounds_text import parse_bounds
from refute.discover.bounding.parameter_bounds import split_bounds, without_parameters
from refute.discover.configuration import options_from
from refute.discover.discovery import named
from refute.discover.modules import locate, path_entries
from refute.exhaustive.inputs import method_of, root_of
from refute.exhaustive.method import Exhaustion
from refute.exhaustive.method import exhaust as exhaust_method
from refute.exhaustive.predicate_warnings import the_invariant
from refute.exhaustive.structures import Structures, bounds
from refute.exhaustive.structures import structures as all_structures
from refute.generate.bounded.tasks import Forking, SearchTally
from refute.model.bounds import Bounds, Domain, Objects, domain_text, parts_of, power
from refute.model.errors import UsageError
from refute.model.options import Options
from refute.model.quantities import counted
from refute.model.subject import Located
from refute.render.files import relative_entries
from refute.render.input_code import text_of
from refute.report import draw_objects
from refute.report.progress import ProgressLine, exhaustive_progress
from refute.supervise.sandboxed import Inside, run_sandboxed

DRAWN = 200  # a picture with more is a wall


def structures(parsed: argparse.Namespace) -> int:
    """List every small object of a class."""
    check_outputs(parsed.json, parsed.output)
    located, options = _located(parsed, form="pkg.mod:Class")
    given = parse_bounds(parsed.bounds or dict(options.class_bounds).get(parsed.target, ""))
    files = {name for name in (parsed.json, parsed.output) if name}
    forks = parsed.processes if parsed.processes > 1 else 0
    return run_sandboxed(List(parsed, given), located, options, files=files, forks=forks)


def exhaust(parsed: argparse.Namespace) -> int:
    """Try a method on every small input."""
    check_outputs(parsed.json)
    located, options = _located(parsed, form="pkg.mod:Class.method or pkg.mod:function")
    owner = parsed.target.rpartition(".")[0] if "." in qualname_of(parsed.target) else parsed.target
    given = parse_bounds(parsed.bounds or dict(options.class_bounds).get(owner, ""))
    entries = relative_entries(path_entries([located]), Path.cwd())
    work = Exhaust(parsed, given, [entry for entry in entries if entry != "."])
    return run_sandboxed(work, located, options, files={parsed.json} - {None})


def _located(parsed: argparse.Namespace, form: str) -> tuple[Located, Options]:
    """Return where the target is, which has to name something in one module, and the options."""
    options = options_from(vars(parsed), Path.cwd())
    located = locate(parsed.target, Path.cwd())
    if not located.qualname or len(located.modules) > 1:
        raise UsageError(
            f"{parsed.target!r} names nothing to list objects for. Write {form}.", "bad-target"
        )
    return located, options


# ---- in the fork -------------------------------------------------------------------------------------------------


class List:
    """`refute structures`."""

    def __init__(self, args: argparse.Namespace, given: dict[str, Any]) -> None:
        self.args, self.given = args, given
        self.progress = BoundedProgress(args.quiet)

    def __call__(self, inside: Inside) -> int:
        args = self.args
        owner = class_in(inside, qualname_of(args.target))
        # Before bounds are asked for: without a predicate they would be of no use.
        the_invariant(owner, args.predicate, inside.options.invariants)
        given = self.given if args.bounds else without_parameters(owner, self.given)
        space = bounds_from(owner, given)
        found = all_structures(
            owner,
            space,
            predicate=args.predicate,
            representatives=args.representatives,
            path=args.path,
            strict=args.strict,
            invariants=inside.options.invariants,
        )
        self.progress.line.stream = inside.err
        found.on_progress = self.progress.show
        found.forking = Forking(inside.guard.trusted, inside.forked)
        began = time.perf_counter()
        try:
            show(args, found, inside)
            interrupted = False
        except KeyboardInterrupt:
            interrupted = True
        self.progress.line.clear()
        seconds = time.perf_counter() - began
        if not args.draw or args.output:
            tail = " (interrupted)" if interrupted else ""
            print(summary(found.tally, seconds) + tail, file=inside.out)
        for line in found.warnings():
            print(f"refute: {line}", file=inside.err)
        if args.json:
            save_json(inside, args.json, result_of(space, found.tally, seconds, args.target))
        if interrupted:
            return INTERRUPTED
        return NOTHING_FOUND if found.tally.found else NOTHING_TO_TEST


def show(args: argparse.Namespace, found: Structures, inside: Inside) -> None:
    """Count, draw or list, as asked."""
    if args.count:
        found.count(processes=args.processes)
        return
    limit = args.limit if args.limit is not None else DRAWN if args.draw in ("svg", "dot") else None
    descriptions = itertools.islice(found.descriptions(args.processes), limit)
    if args.draw in ("svg", "dot"):
        every = list(descriptions)
        caption = f"{args.target} within {args.bounds or 'its own bounds'}: {len(every)} structures"
        picture = (
            draw_objects.svg(every, caption) if args.draw == "svg" else draw_objects.dot(every)
        )
        if args.output:
            inside.save(args.output, picture)
        else:
            print(picture, file=inside.out)
        return
    keys = [key for key, domain in found.space.fields.items() if holds_objects(domain)]
    linking = {(owner, name) for owner, _, name in (key.rpartition(".") for key in keys)}
    for number, one in enumerate(descriptions, 1):
        drawn = draw_objects.text(one, linking) if args.draw == "text" else one_line(one)
        inside.out.write(f"{number}: {drawn}\n")  # at once, lest an interruption leave half a line


def holds_objects(domain: Domain) -> bool:
    return any(isinstance(part, Objects) for part in parts_of(domain))


def one_line(description: Any) -> str:
    """Return a structure in one line: each object with its fields."""
    names = draw_objects.labels(description.classes)
    parts: dict[int, list[str]] = {number: [] for number in range(len(names))}
    for number, field, value in description.assignments:
        parts[number].append(f"{field}={text_of(value, names)}")
    return "  ".join(f"{names[number]}({', '.join(fields)})" for number, fields in parts.items())


def summary(tally: SearchTally, seconds: float) -> str:
    """Return the line that `--count` prints.

    >>> summary(SearchTally(candidates=54418, found=1430), 0.1)
    '1430 structures, 54418 candidates, 0.1 s'
    """
    found, candidates = counted(tally.found, "structure"), counted(tally.candidates, "candidate")
    return f"{found}, {candidates}, {seconds:.1f} s"


def result_of(space: Bounds, tally: SearchTally, seconds: float, target: str) -> dict[str, Any]:
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
    fields = {key: domain_text(one, space.objects, None) for key, one in space.fields.items()}
    return {"root": space.root, "objects": dict(space.objects), "fields": fields}


def save_json(inside: Inside, file: str, result: dict[str, Any]) -> None:
    inside.save(file, json.dumps(result, indent=2) + "\n")


class Exhaust:
    """`refute exhaust`.  `path_entries` are the folders from which a test here imports the code."""

    def __init__(
        self, args: argparse.Namespace, given: dict[str, Any], path_entries: list[str]
    ) -> None:
        self.args, self.given, self.path_entries = args, given, path_entries
        self.progress = BoundedProgress(args.quiet)

    def __call__(self, inside: Inside) -> int:
        args = self.args
        owner, function = method_in(inside, qualname_of(args.target))
        name = qualname_of(args.target).rpartition(".")[2]
        root, number = (owner, 1) if owner else root_of(function)
        given = self.given if args.bounds else without_parameters(root, self.given, but=name)
        method = method_of(function, owner, root, name)
        own, parameters = split_bounds(root, name, method.given, given)
        if number > 1:
            own.setdefault(root.__name__, number)  # so that they need not be one and the same
        try:
            space = bounds_from(root, own)
        except UsageError as wrong:
            if wrong.slug != "unknown-bound" or not method.given:
                raise
            every = ", ".join(f"{name}.{one}" for one in method.given)
            raise UsageError(f"{wrong.message}; parameters: {every}", wrong.slug) from None
        self.progress.line.stream = inside.err
        report = exhaust_method(
            method,
            space,
            raises=tuple(
                exception_named(name, function) for name in args.raises.split(",") if name
            ),
            owner=owner,
            first=args.first,
            limit=inside.options.call_timeout,
            path=args.path,
            representatives=args.representatives,
            invariants=inside.options.invariants,
            on_progress=self.progress.show,
            parameters=parameters,
        )
        self.progress.line.clear()
        if args.pytest and report.failed:
            again = typed(["refute", "exhaust", args.target, "--bounds", report.within])
            print(report.as_pytest(*self.path_entries, again=again), end="", file=inside.out)
            print(report, file=inside.err)
        else:
            print(report, file=inside.out)
        for line in report.notes:
            print(f"refute: {line}", file=inside.err)
        if args.json:
            save_json(inside, args.json, exhaustion_json(report, args.target))
        if not report.complete and not (args.first and report.failed):
            return INTERRUPTED
        if report.failed:
            return FINDINGS
        return NOTHING_FOUND if report.tested else NOTHING_TO_TEST


def exhaustion_json(report: Exhaustion, target: str) -> dict[str, Any]:
    smallest, space = report.smallest, report.space
    parameters = {
        name.rpartition(".")[2]: domain_text(domain, space.objects, None)
        for name, domain in report.parameters.items()
    }
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
            "code": report.code(smallest),
            "source": report.source(),
        },
        "bounds": {**bounds_json(space), "parameters": parameters, "line": report.within},
    }


def exception_named(name: str, method: Callable[..., Any]) -> type[BaseException]:
    import builtins

    found = getattr(method, "__globals__", {}).get(name, getattr(builtins, name, None))
    if not (isinstance(found, type) and issubclass(found, BaseException)):
        raise UsageError(f"--raises {name}: no exception of that name", "unknown-exception")
    return found


# -- names and bounds -----------------------------------------------------------------------------


def qualname_of(target: str) -> str:
    return target.rpartition(":")[2].strip()


def class_in(inside: Inside, qualname: str) -> type:
    found = named(inside.module, qualname)
    if not isinstance(found, type):
        raise UsageError(f"{inside.module.__name__}:{qualname} is not a class.", "bad-target")
    return found


def method_in(inside: Inside, qualname: str) -> tuple[type | None, Callable[..., Any]]:
    """Return a method and its class, or a function of the module and no class."""
    of_class, _, name = qualname.rpartition(".")
    owner = class_in(inside, of_class) if of_class else None
    found = named(inside.module, qualname)
    if not inspect.isroutine(found):
        what = "is not a method" if owner else "is neither a function nor a method"
        raise UsageError(f"{inside.module.__name__}:{qualname} {what}.", "bad-target")
    return owner, found if owner is None else getattr(owner, name)


def bounds_from(owner: type, given: dict[str, Any]) -> Bounds:
    """Return the bounds given, else those beside the class."""
    named = {name: value for name, value in given.items() if name}
    return bounds(owner, given.get(""), **named)


class BoundedProgress:
    """How far a search within bounds is, shown on the terminal that the process was started from."""

    def __init__(self, quiet: bool) -> None:
        self.line = ProgressLine(sys.stderr, quiet=quiet, only_live=True)
        self.began = time.perf_counter()

    def show(self, tally: SearchTally) -> None:
        """Show where the search stands, if it is time to."""
        now = time.perf_counter() - self.began
        self.line.update(
            now, lambda: exhaustive_progress(tally.done, tally.candidates, tally.found, now)
        )
