"""The verbs `refute structures` and `refute exhaust`: their options.

`add_parsers` hangs them into the main command line, `run` does what was asked.  The search itself is in `exhaustive`,
and runs where the class may do no harm: in a fork of its own.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from refute.model.errors import UsageError

if TYPE_CHECKING:
    from refute.discover.modules import Located
    from refute.model.options import Options


def add_parsers(subparsers: Any) -> None:
    """Add both verbs to an argparse subparsers object."""
    listing = subparsers.add_parser(
        "structures",
        help="list every small object that satisfies its class's predicate",
        description="List every object within bounds that satisfies its class's predicate, one of each shape.",
    )
    listing.add_argument("target", metavar="TARGET", help="the class, as pkg.mod:Class")
    add_bounds(listing)
    listing.add_argument(
        "--predicate", metavar="NAME", help="the predicate, when it is not rep_ok or the like"
    )
    listing.add_argument("--count", action="store_true", help="print only how many there are")
    listing.add_argument("--draw", choices=("svg", "dot", "text"), help="draw the object graphs")
    listing.add_argument(
        "-o", "--output", metavar="FILE", help="where the drawing goes (default: standard output)"
    )
    listing.add_argument("--limit", metavar="N", type=int, help="stop after so many structures")
    listing.add_argument(
        "--representatives", action="store_true", help="fields never read: one value, not all"
    )
    listing.add_argument(
        "--strict", action="store_true", help="a predicate that raises is in error, not False"
    )
    listing.add_argument(
        "-n", "--jobs", dest="processes", metavar="JOBS", type=int, default=1, help="processes (1)"
    )
    add_limits(listing)
    testing = subparsers.add_parser(
        "exhaust",
        help="try a method on every small input that satisfies its precondition",
        description="Try a method on every input within bounds that satisfies its precondition: it keeps its "
        "promises up to that size, or the smallest input on which it does not is shown.",
    )
    testing.add_argument("target", metavar="TARGET", help="the method, as pkg.mod:Class.method")
    add_bounds(testing)
    testing.add_argument(
        "--raises",
        metavar="NAMES",
        default="",
        help="exceptions that are a normal end, with commas",
    )
    testing.add_argument(
        "--representatives", action="store_true", help="fields never read: one value, not all"
    )
    testing.add_argument(
        "-x",
        "--exitfirst",
        dest="first",
        action="store_true",
        help="stop at the first failing input",
    )
    testing.add_argument(
        "--call-timeout", metavar="TIME", help="a call is stopped after this long (default 5s)"
    )
    testing.add_argument(
        "--pytest",
        action="store_true",
        help="print the smallest failing input as a pytest test that fails now",
    )
    add_limits(testing)


def add_bounds(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--bounds", metavar="BOUNDS", default="", help='how large, for example "Node=3 size=0..3"'
    )
    parser.add_argument(
        "--path", choices=("auto", "general", "resumable"), default="auto", help=argparse.SUPPRESS
    )


def add_limits(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--memory", metavar="SIZE", help="memory of the process (default 2G)")
    parser.add_argument(
        "--allow",
        metavar="EFFECTS",
        action="append",
        help="files,network,processes,threads: what the code may do outside its scratch folder",
    )
    parser.add_argument("--json", metavar="FILE", help="write the result as JSON")
    parser.add_argument("-q", "--quiet", action="store_true", help="no progress")


def run(verb: str, args: argparse.Namespace) -> int:
    """Do what the command line says and return the exit code."""
    from refute.discover.bounding.bounds_text import parse_bounds
    from refute.discover.configuration import options_from
    from refute.discover.modules import locate, path_entries
    from refute.render.files import relative_entries
    from refute.supervise.confined import run_confined

    folder = Path.cwd()
    options = options_from(vars(args), folder)
    located = locate(args.target, folder)
    check_named(args.target, located, parts=1 if verb == "structures" else 2)
    given = parse_bounds(args.bounds or configured(args.target, verb, options))

    from refute.command.structures_output import Exhaust, List

    entries = [entry for entry in relative_entries(path_entries([located]), folder) if entry != "."]
    work = List(args, given) if verb == "structures" else Exhaust(args, given, entries)
    files = {name for name in (args.json, getattr(args, "output", None)) if name}
    may_fork = getattr(args, "processes", 1) > 1
    return run_confined(work, located, options, files=files, may_fork=may_fork)


def check_named(target: str, located: Located, parts: int) -> None:
    """Complain about a target that names no class, or no method of one."""
    named = located.qualname.split(".") if located.qualname else []
    if len(named) < parts or len(located.modules) > 1:
        form = "pkg.mod:Class" + ".method" * (parts - 1)
        what = "class" if parts == 1 else "method"
        raise UsageError(f"{target!r} names no {what}. Write {form}.", "bad-target")


def configured(target: str, verb: str, options: Options) -> str:
    """Return what `[tool.refute.bounds]` says about a class."""
    table = dict(options.class_bounds)
    return table.get(target if verb == "structures" else target.rpartition(".")[0], "")
