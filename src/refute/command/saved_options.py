"""The arguments of `refute replay` and `refute show`; what they do is in `replay_cli` and `show_cli`, loaded when asked."""

from __future__ import annotations

import argparse
from typing import Any


def add_parsers(verbs: Any) -> None:
    """Add the verbs that work on saved sequences."""
    _add_replay(verbs)
    _add_show(verbs)


def _add_replay(verbs: Any) -> None:
    replay = verbs.add_parser(
        "replay",
        help="run saved sequences again and say what happened",
        description="Run saved sequences again, each in a fresh process, and say what happened: all that are saved here, "
        "or those that are named.  Exit code 1 if a finding still fails or a walk behaves differently.",
    )
    replay.add_argument(
        "saved",
        metavar="ID|FILE",
        nargs="*",
        help="a finding's or walk's id, or the file it is saved in (default: all)",
    )
    replay.add_argument(
        "--changed",
        action="store_true",
        help="show only what behaves differently from the recording; exit code 1 if anything does",
    )
    replay.add_argument(
        "--accept",
        action="store_true",
        help="record anew what behaves differently; findings that do not fail any more go to .refute/mended",
    )
    replay.set_defaults(run=_replay)


def _replay(parsed: argparse.Namespace) -> int:
    from refute.command.replay import replay

    return replay(parsed)


def _add_show(verbs: Any) -> None:
    show = verbs.add_parser(
        "show",
        help="one finding or walk in full: the code, the values step by step, blame, how it was found",
        description="Show one finding or walk in full: the code, the values step by step, blame, how it was found.",
    )
    show.add_argument(
        "finding", metavar="ID|FILE", help="the id of a finding or walk, or the file it is saved in"
    )
    how = show.add_mutually_exclusive_group()
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
    show.set_defaults(run=_show)


def _show(parsed: argparse.Namespace) -> int:
    from refute.command.show import show

    return show(parsed)
