"""The command `refute`: from what was typed to the verb that does it, and to the exit code: `main`."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable
from importlib import import_module
from typing import Any, TextIO

from refute.command.command_line import (
    DEFECT,
    INTERRUPTED,
    NOTHING_TO_TEST,
    SEARCHING,
    USAGE,
    VERBS,
    parser,
)
from refute.command.output import occupy_closed, outputs
from refute.model.errors import Defect, NothingToTest, UsageError


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    if arguments is not None:
        return _main(arguments)
    from refute.supervise import interrupts

    occupy_closed()
    interrupts.felt_alike()
    code = _main(sys.argv[1:])
    interrupts.ignore()  # the process is about to end: nothing is left to interrupt
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            _give_up_if_stuck(stream)
    return code


def _main(given: list[str]) -> int:
    with outputs() as (out, _):
        if out.is_closed:
            print("refute: standard output is closed: nothing is shown.", file=sys.stderr)
        code = _told(given)
        out.flush()
        if out.failure is None:
            return code
        if isinstance(out.failure, BrokenPipeError):
            return INTERRUPTED  # who read it has seen enough
        keeps = given and (_is_target(given[0]) or given[0] in ("find", "suite"))
        saved = " What was found is saved." if keeps else ""
        print(
            f"refute: cannot write to standard output: {out.failure.strerror}.{saved}  [unwritable]",
            file=sys.stderr,
        )
        return code if code in (INTERRUPTED, DEFECT) else USAGE


def _give_up_if_stuck(stream: TextIO) -> None:
    """Have what cannot be written forgotten: Python would try again at its end, and complain."""
    try:
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _told(given: list[str]) -> int:
    """Run, say what goes wrong, and return the exit code."""
    try:
        return _run(given)
    except UsageError as wrong:
        print(f"refute: {wrong}", file=sys.stderr)
        return NOTHING_TO_TEST if isinstance(wrong, NothingToTest) else USAGE
    except KeyboardInterrupt:
        print("refute: interrupted", file=sys.stderr)
        return INTERRUPTED
    except Exception as ours:
        told = str(ours) if isinstance(ours, Defect) else traceback.format_exc()
        print(
            f"refute: a defect of refute itself: {told}\nPlease report it.  [defect]",
            file=sys.stderr,
        )
        return DEFECT


def _is_target(word: str) -> bool:
    """Return whether a first word is no verb: `refute TARGET` means `refute find TARGET`."""
    return word not in VERBS and not word.startswith("-")


def _run(given: list[str]) -> int:
    if given and _is_target(given[0]):
        _check_verb(given[0])
        given = ["find", *given]
    typed = next((word for word in given if word in VERBS), "")
    whole = parser(typed)
    parsed, unknown = whole.parse_known_args(given)
    if unknown:
        # Said by the parser of the verb: only its options can have been meant.
        whole.of_verb(given[0]).error(f"unrecognized arguments: {' '.join(unknown)}")
    if parsed.verb in SEARCHING:
        _start_server(parsed)
    run: Callable[[Any], int] = getattr(import_module(VERBS[parsed.verb].module), parsed.verb)
    _say_what_is_not_refused(getattr(parsed, "require_sandbox", False))
    return run(parsed)


def _start_server(parsed: Any) -> None:
    """Start what workers are forked from: it imports refute while we do."""
    from pathlib import Path

    from refute.discover.configuration import options_from
    from refute.supervise.worker_process import environment_for, start_server

    start_server(environment_for(options_from(vars(parsed), Path.cwd())))


def _say_what_is_not_refused(is_required: bool) -> None:
    from refute.execute.sandbox.process import missing_walls

    missing = missing_walls()
    if missing and not is_required:
        print(f"refute: {missing} (docs/security.md).  [no-sandbox]", file=sys.stderr)


def _check_verb(word: str) -> None:
    """Refuse what is more likely a misspelt verb than a target."""
    import difflib
    from importlib.machinery import PathFinder

    near = difflib.get_close_matches(word, VERBS, n=1, cutoff=0.7)
    if not near or not word.isidentifier() or os.path.exists(word) or os.path.exists(f"{word}.py"):
        return
    if word not in sys.builtin_module_names and PathFinder.find_spec(word) is None:
        raise UsageError(
            f"there is no verb {word}, and no module of that name. Did you mean refute {near[0]}?",
            "usage",
        )


if __name__ == "__main__":
    raise SystemExit(main())
