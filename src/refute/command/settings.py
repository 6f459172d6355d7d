"""Options where no command line is read: by keyword from Python, and in the command that makes a file again.

`Settings` and `chosen` are what `refute.find` and `refute.suite` take; `again_command` is in the header of files of tests.
"""

from __future__ import annotations

import difflib
import re
import shlex
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, Literal, TypedDict

from refute.discover.configuration import read_value
from refute.model.options import OPTIONS, Options

_BY_KEYWORD = {keyword: option for option in OPTIONS.values() for keyword in option.keywords}


class Settings(TypedDict, total=False):
    """The options by keyword; None means the default.  For type checkers: a test holds it equal to the table."""

    seconds: float | str  # 10, "500ms", "2m"
    sequences: int | None
    until_dry: bool
    stop_at_first: bool
    exitfirst: bool
    jobs: int
    seed: int
    keep: str | Collection[str]
    k: str | Collection[str]
    exclude: str | Collection[str]
    by: Literal["mix", "graph", "feedback", "walk", "structures", "walk-blind"]
    length: int
    repeat: float
    most_repeats: int
    on_target: float
    reuse: float
    learn_from: str | Collection[str]
    past_exceptions: bool
    largest_number: int
    private: bool
    public: Literal["names", "strict"]
    no_probes: bool
    invariants: str | Collection[str]
    call_timeout: float | str
    memory: int | str  # bytes, "512M"
    allow: str | Collection[str]
    env: str | Collection[str]
    require_sandbox: bool
    severity: Literal["error", "likely", "robustness", "doubtful"]
    fail_on: Literal["error", "likely", "robustness", "doubtful"]
    bounds: Mapping[str, str]
    ignore: str | Collection[str]
    plugins: str | Collection[str]


def chosen(function: str, options: Options | None, settings: Settings) -> Options:
    """Return the options with what is given by keyword in their place.

    Raises TypeError for what is no option, as Python does for arguments, and ValueError for a value that makes no sense.
    """
    given: dict[str, Any] = {}
    for name, value in settings.items():
        if name not in _BY_KEYWORD:
            raise TypeError(f"{function}() has no option {name!r}{_near(name)}")
        field = _BY_KEYWORD[name].name
        if field in given:
            raise TypeError(f"{function}() was given {field!r} twice: it is {name!r}, too")
        if value is not None:
            try:
                given[field] = read_value(_BY_KEYWORD[name], _plain(value))
            except ValueError as wrong:
                raise ValueError(f"{function}(): {name}: {wrong}") from None
    # Made anew where there are no others: the limit of a call follows from the time.
    return Options(**given) if options is None else replace(options, **given)


def _plain(value: object) -> object:
    """Return a collection as pyproject.toml would have it."""
    if isinstance(value, set | frozenset):
        return sorted(value)
    if isinstance(value, Mapping):
        return dict(value)
    return list(value) if isinstance(value, tuple) else value


def _near(name: str) -> str:
    known = sorted(_BY_KEYWORD)
    close = difflib.get_close_matches(name, known, n=1, cutoff=0.7)
    return f". Did you mean {close[0]!r}?" if close else f"; there are {', '.join(known)}"


def again_command(verb: str, targets: list[str], options: Options, directory: str) -> str:
    """Return the command with all that makes the run what it is; no path of this machine.

    What can only be configured is left out: whoever makes the file again does so in the same project.

    >>> again_command("suite", ["shop"], Options(seconds=12.0, keep=("Cart or Till",)), "DIR")
    "refute suite shop --seed 0 --for 12s -n 1 -k 'Cart or Till' -o DIR"
    """
    plain = Options(seconds=options.seconds, sequences=options.sequences)
    names = [name for name in _REPEATED if getattr(options, name) != getattr(plain, name)]
    # How many workers there are is always told: left out, it is the number of cores of whatever machine it is.
    names = ["jobs", *names]
    if options.sequences is not None:
        names = ["sequences", *names]
    elif options.seconds != Options().seconds:
        names = ["seconds", *names]
    words = ["refute", verb, *targets]
    for name in ("seed", *names):
        flag, write = OPTIONS[name].flags[0], OPTIONS[name].kind.write
        words += [word for text in write(getattr(options, name)) for word in (flag, text) if word]
    return typed([*words, "-o", directory])


def typed(words: list[str]) -> str:
    """Return words as they are typed in a shell: in double quotes what has single ones, where that is plain.

    >>> typed(["refute", "find", "a b", "name='a'"])
    'refute find \'a b\' "name=\'a\'"'
    """
    plain = re.compile(r"[^\"$`\\!]*'[^\"$`\\!]*")
    return " ".join(f'"{w}"' if plain.fullmatch(w) else shlex.quote(w) for w in words)


_REPEATED = [
    name
    for name, option in OPTIONS.items()
    if option.flags and option.repeats and name not in ("seed", "seconds", "sequences", "jobs")
]
