"""The command `refute`: from what was typed to the verb that does it, and to the exit code: `main`."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable
from importlib import import_module
from typing import Any

from refute.command.command_line import DEFECT, INTERRUPTED, NOTHING_TO_TEST, USAGE, VERBS, parser
from refute.model.errors import Defect, NothingToTest, UsageError
from refute.supervise.interrupts import ignore


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    given = sys.argv[1:] if arguments is None else arguments
    code = _told(lambda: _run(given))
    if arguments is None:
        ignore()  # the process is about to end: nothing is left to interrupt
    return code


def _told(run: Callable[[], int]) -> int:
    """Run, say what goes wrong, and return the exit code."""
    try:
        return run()
    except UsageError as wrong:
        print(f"refute: {wrong}", file=sys.stderr)
        return NOTHING_TO_TEST if isinstance(wrong, NothingToTest) else USAGE
    except KeyboardInterrupt:
        print("refute: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return INTERRUPTED
    except Exception as ours:
        told = str(ours) if isinstance(ours, Defect) else traceback.format_exc()
        print(
            f"refute: a defect of refute itself: {told}\nPlease report it.  [defect]",
            file=sys.stderr,
        )
        return DEFECT


def _run(given: list[str]) -> int:
    # `refute TARGET` means `refute find TARGET`.
    if given and given[0] not in VERBS and not given[0].startswith("-"):
        _check_verb(given[0])
        given = ["find", *given]
    typed = next((word for word in given if word in VERBS), "")
    whole = parser(typed)
    parsed, unknown = whole.parse_known_args(given)
    if unknown:
        # Said by the parser of the verb: only its options can have been meant.
        whole.of_verb(given[0]).error(f"unrecognized arguments: {' '.join(unknown)}")
    run: Callable[[Any], int] = getattr(import_module(VERBS[parsed.verb].module), parsed.verb)
    return run(parsed)


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
