"""What can be typed: verbs, their arguments, exit codes: `parser`, `VERBS`.

Nothing of what the verbs do is loaded here, and of the arguments only those of the verb that was typed are made: most
of the time that `refute --help` takes would be for the others.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Collection
from typing import Any, NamedTuple, NoReturn

from refute import __version__
from refute.model.errors import UsageError

# Those of pytest.
NOTHING_FOUND, FINDINGS, INTERRUPTED, DEFECT, USAGE, NOTHING_TO_TEST = range(6)

_TARGET = (
    "a module (pkg.mod), a package (every module below it), pkg.mod:Class, pkg.mod:Class.method, "
    "pkg.mod:function, or a path to a file or folder"
)


class Parser(argparse.ArgumentParser):
    """An argparse parser that complains in one line, and guesses what was meant."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        # So that `--for -3s` is complained about as a time, not as an option that lacks its argument.
        self._negative_number_matcher = re.compile(r"-\d")

    def error(self, message: str) -> NoReturn:
        """Complain, as everything else does."""
        raise UsageError(f"{message}{self._near(message)} ({self.prog} --help)", "usage")

    def _near(self, message: str) -> str:
        """Return what an unknown option of this verb may have been meant to be."""
        import difflib

        found = re.search(r"unrecognized arguments: (-[\w-]+)", message)
        known = sorted({name for action in self._actions for name in action.option_strings})
        names = difflib.get_close_matches(found[1], known, n=1, cutoff=0.7) if found else []
        return f". Did you mean {names[0]}?" if names else ""

    def of_verb(self, name: str) -> Parser:
        """Return the parser of a verb; this one for what is none."""
        for action in self._actions:
            if isinstance(action, argparse._SubParsersAction) and name in action.choices:
                verb: Parser = action.choices[name]
                return verb
        return self


def parser(verb: str | None = None) -> Parser:
    """Return the parser of the whole command line; given a verb, only that one's arguments are filled in."""
    whole = Parser(
        prog="refute",
        description="Looks for calls that break Python code, shows the shortest, says who is to blame, "
        "and writes the pytest file.",
        epilog="refute TARGET means refute find TARGET.  Exit codes: 0 nothing found, 1 findings, 2 interrupted, "
        "3 a defect of refute, 4 usage, 5 nothing to test.  The code under test RUNS, in child processes, with "
        "writing outside a scratch folder, network and new processes refused unless --allow says otherwise.",
    )
    whole.add_argument("--version", action="version", version=f"refute {__version__}")
    verbs = whole.add_subparsers(metavar="VERB", parser_class=Parser)
    verbs.required = True
    for name, one in VERBS.items():
        added = verbs.add_parser(name, help=one.help, description=one.description)
        added.set_defaults(verb=name)
        if verb in (None, name):
            one.add_arguments(added)
    return whole


def _add_options(parser: Parser, only: Collection[str] | None = None) -> dict[str, Any]:
    """Add options of the table, all or some; return the groups, by name."""
    from refute.model.options import OPTIONS

    groups: dict[str, Any] = {}
    for name, option in OPTIONS.items():
        if option.flags and (only is None or name in only):
            if option.group not in groups:
                groups[option.group] = parser.add_argument_group(option.group)
            typed = {"dest": name, "help": option.help_text, **option.kind.typed}
            if option.metavar and "choices" not in typed:  # which argparse lists in its place
                typed["metavar"] = option.metavar
            groups[option.group].add_argument(*option.flags, **typed)
    return groups


# ---- find and suite ---------------------------------------------------------------------------------------------


def _find(parser: Parser) -> None:
    _add_search(parser)
    parser.add_argument(
        "-o", "--output", metavar="DIR", help="write tests that show the findings to DIR"
    )


def _suite(parser: Parser) -> None:
    _add_search(parser)
    parser.add_argument(
        "-o", "--output", metavar="DIR", required=True, help="the folder for the tests"
    )


def _add_search(parser: Parser) -> None:
    from refute.report.formats import FORMATS

    parser.add_argument("targets", metavar="TARGET", nargs="+", help=_TARGET)
    results = _add_options(parser)["results"]
    for name, writer in FORMATS.items():
        results.add_argument(f"--{name}", metavar="FILE", help=writer.help)
    _add_verbose(results, "say also what could not be tested, and why")
    results.add_argument("-q", "--quiet", action="store_true", help="only the findings")


def _add_verbose(results: Any, help: str) -> None:
    results.add_argument("-v", "--verbose", action="count", default=0, help=help)


# What holds back the code under test, in every verb that imports it.
_HELD = ("memory", "allow", "env", "require_sandbox")


# ---- plan --------------------------------------------------------------------------------------------------------


def _plan(parser: Parser) -> None:
    parser.add_argument("targets", metavar="TARGET", nargs="+", help=_TARGET)
    _add_options(
        parser,
        ("seconds", "sequences", "jobs", "keep", "exclude", "private", "public", *_HELD),
    )
    results = parser.add_argument_group("results")
    results.add_argument("--dot", metavar="FILE", help="draw the parameter graph for Graphviz")
    results.add_argument("--svg", metavar="FILE", help="draw the parameter graph as SVG")
    results.add_argument(
        "--json", metavar="FILE", help="write the plan as JSON, sizes to the digit"
    )
    _add_verbose(results, "show all operations, however many")


# ---- structures and exhaust --------------------------------------------------------------------------------------


def _structures(parser: Parser) -> None:
    parser.add_argument("target", metavar="TARGET", help="the class, as pkg.mod:Class")
    _add_bounds(parser)
    parser.add_argument(
        "--predicate", metavar="NAME", help="the predicate, when it is not rep_ok or the like"
    )
    parser.add_argument("--count", action="store_true", help="print only how many there are")
    parser.add_argument("--draw", choices=("svg", "dot", "text"), help="draw the object graphs")
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="where the drawing goes (default: standard output)"
    )
    parser.add_argument("--limit", metavar="N", type=int, help="stop after so many structures")
    parser.add_argument(
        "--strict", action="store_true", help="a predicate that raises is in error, not False"
    )
    parser.add_argument(
        "-n", "--jobs", dest="processes", metavar="JOBS", type=int, default=1, help="processes (1)"
    )
    _add_options(parser, _HELD)


def _exhaust(parser: Parser) -> None:
    parser.add_argument("target", metavar="TARGET", help="the method, as pkg.mod:Class.method")
    _add_bounds(parser)
    parser.add_argument(
        "--raises",
        metavar="NAMES",
        default="",
        help="exceptions that are a normal end, with commas",
    )
    parser.add_argument(
        "-x",
        "--exitfirst",
        dest="first",
        action="store_true",
        help="stop at the first failing input",
    )
    parser.add_argument(
        "--pytest",
        action="store_true",
        help="print the smallest failing input as a pytest test that fails now",
    )
    _add_options(parser, ("call_timeout", *_HELD))


def _add_bounds(parser: Parser) -> None:
    parser.add_argument(
        "--bounds", metavar="BOUNDS", default="", help='how large, for example "Node=3 size=0..3"'
    )
    parser.add_argument(
        "--path", choices=("auto", "general", "resumable"), default="auto", help=argparse.SUPPRESS
    )
    parser.add_argument(
        "--representatives", action="store_true", help="fields never read: one value, not all"
    )
    parser.add_argument("--json", metavar="FILE", help="write the result as JSON")
    parser.add_argument("-q", "--quiet", action="store_true", help="no progress")


# ---- replay and show ---------------------------------------------------------------------------------------------


def _replay(parser: Parser) -> None:
    parser.add_argument(
        "saved",
        metavar="ID|FILE",
        nargs="*",
        help="a finding's or walk's id, or the file it is saved in (default: all)",
    )
    parser.add_argument(
        "--changed",
        action="store_true",
        help="show only what behaves differently from the recording; exit code 1 if anything does",
    )
    parser.add_argument(
        "--accept",
        action="store_true",
        help="record anew what behaves differently; findings that do not fail any more go to .refute/mended",
    )
    _add_options(parser, ("memory", "allow", "env"))


def _show(parser: Parser) -> None:
    parser.add_argument(
        "finding", metavar="ID|FILE", help="the id of a finding or walk, or the file it is saved in"
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--steps",
        action="store_true",
        help="after every step how the objects changed; which clause does not hold and why",
    )
    how.add_argument(
        "--html",
        metavar="FILE",
        nargs="?",
        const="",
        help="the same as one page to click through (default finding-ID.html or walk-ID.html)",
    )
    how.add_argument("--pytest", action="store_true", help="print the test instead")
    _add_options(parser, ("memory", "allow", "env"))


class Verb(NamedTuple):
    """One verb; the function of its name in the module does what was asked."""

    module: str
    add_arguments: Callable[[Parser], None]
    help: str
    description: str


# The verbs that start workers whatever they are told.
SEARCHING = ("find", "suite")
VERBS = {
    "find": Verb(
        "refute.command.find",
        _find,
        "look for sequences that break the code; print each finding, shortest first",
        "Look for sequences of calls that break the code; print each finding, shortest first.",
    ),
    "suite": Verb(
        "refute.command.find",
        _suite,
        "write a pytest suite that records today's behaviour (and the findings, apart)",
        "Write a pytest suite that records today's behaviour to DIR/test_<module>.py, and tests that "
        "show the findings to DIR/test_<module>_findings.py.  Files of other origin in DIR are never touched.",
    ),
    "plan": Verb(
        "refute.command.plan",
        _plan,
        "say how many combinations of arguments there are, and what cannot be called and why",
        "For every operation, say what can be passed and how many combinations of arguments there are: "
        "at depth 1 every argument is a value known without a call, at depth 2 it may be the result of a call on "
        "such values, and so on.  Say how many of them fit into the time, and which types nothing supplies.  "
        "The code is imported, but nothing of it is called.",
    ),
    "structures": Verb(
        "refute.command.within_bounds",
        _structures,
        "list every small object that satisfies its class's predicate",
        "List every object within bounds that satisfies its class's predicate, one of each shape.",
    ),
    "exhaust": Verb(
        "refute.command.within_bounds",
        _exhaust,
        "try a method on every small input that satisfies its precondition",
        "Try a method on every input within bounds that satisfies its precondition: it keeps its "
        "promises up to that size, or the smallest input on which it does not is shown.",
    ),
    "replay": Verb(
        "refute.command.replay",
        _replay,
        "run saved sequences again and say what happened",
        "Run saved sequences again, each in a fresh process, and say what happened: all that are saved here, "
        "or those that are named.  Exit code 1 if a finding still fails or a walk behaves differently.",
    ),
    "show": Verb(
        "refute.command.show",
        _show,
        "one finding or walk in full: the code, the values step by step, blame, how it was found",
        "Show one finding or walk in full: the code, the values step by step, blame, how it was found.",
    ),
}
