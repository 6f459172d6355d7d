"""The verb `plan`: what is typed."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from refute.model.errors import UsageError


def add_parser(subparsers: Any) -> argparse.ArgumentParser:
    """Add the verb to a command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "plan",
        help="say how many combinations of arguments there are, and what cannot be called and why",
        description="For every operation, say what can be passed and how many combinations of arguments there are: "
        "at depth 1 every argument is a value known without a call, at depth 2 it may be the result of a call on "
        "such values, and so on.  Say how many of them fit into the time, and which types nothing supplies.  "
        "The code is imported, but nothing of it is called.",
    )
    parser.add_argument(
        "targets",
        metavar="TARGET",
        nargs="+",
        help="a module (pkg.mod), a package, pkg.mod:Class, pkg.mod:function, or a path to a file or folder",
    )
    budget = parser.add_argument_group("budget")
    budget.add_argument(
        "--for", dest="seconds", metavar="TIME", help="how long: 60s (default), 500ms, 2m"
    )
    budget.add_argument(
        "--sequences", metavar="N", type=int, help="a number of sequences instead of a time"
    )
    budget.add_argument(
        "-n", "--jobs", metavar="JOBS", type=int, help="processes (default: the number of cores)"
    )
    scope = parser.add_argument_group("what is planned")
    scope.add_argument(
        "-k",
        dest="keep",
        metavar="PATTERN",
        action="append",
        help="only operations whose name matches: a part of the name, *, 'not', 'and', 'or'",
    )
    scope.add_argument(
        "--exclude",
        metavar="PATTERN",
        action="append",
        help="never call operations whose name matches",
    )
    scope.add_argument(
        "--private", action="store_true", default=None, help="also names that begin with _"
    )
    results = parser.add_argument_group("results")
    results.add_argument("--dot", metavar="FILE", help="draw the parameter graph for Graphviz")
    results.add_argument("--svg", metavar="FILE", help="draw the parameter graph as SVG")
    results.add_argument(
        "--json", metavar="FILE", help="write the plan as JSON, sizes to the digit"
    )
    results.add_argument(
        "-v", "--verbose", action="count", default=0, help="show all operations, however many"
    )
    limits = parser.add_argument_group("limits")
    limits.add_argument("--memory", metavar="SIZE", help="memory of the process (default 2G)")
    limits.add_argument(
        "--allow",
        metavar="EFFECTS",
        action="append",
        help="files,network,processes,threads: what importing the code may do outside a scratch folder",
    )
    return parser


def files_of(args: argparse.Namespace) -> list[str]:
    """Return the files that are to be written."""
    return [name for name in (args.dot, args.svg, args.json) if name is not None]


def run(args: argparse.Namespace) -> int:
    """Do what the command line says and return the exit code."""
    from refute.command.plan_tables import Plan
    from refute.discover.configuration import options_from
    from refute.discover.modules import locate
    from refute.supervise.confined import run_confined

    folder = Path.cwd()
    options = options_from(vars(args), folder)
    located = [locate(target, folder) for target in args.targets]
    files = files_of(args)
    if len(set(files)) < len(files):
        raise UsageError("two results cannot go into one file.", "usage")
    return run_confined(Plan(args, located), located[0], options, files=set(files))
