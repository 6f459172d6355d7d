"""What `refute.find` and `refute.suite` take by keyword, and how it becomes `Options`: `Settings`, `chosen`."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, Literal, TypedDict

from refute.discover.configuration import SETTINGS
from refute.model.options import Options

# Named as on the command line, or as `Options` has them.
_ALSO = {"k": "keep", "exitfirst": "stop_at_first", "bounds": "class_bounds"}


class Settings(TypedDict, total=False):
    """The options by keyword; None means the default."""

    seconds: float | str  # 10, "500ms", "2m"
    sequences: int | None
    seed: int
    jobs: int
    until_dry: bool
    stop_at_first: bool
    exitfirst: bool
    keep: str | Collection[str]
    k: str | Collection[str]
    exclude: str | Collection[str]
    by: Literal["mix", "graph", "feedback", "walk", "structures", "walk-blind"]
    length: int
    repeat: float
    most_repeats: int
    on_target: float
    reuse: float
    past_exceptions: bool
    largest_number: int
    private: bool
    no_probes: bool
    invariants: str | Collection[str]
    plugins: str | Collection[str]
    call_timeout: float | str
    memory: int | str  # bytes, "512M"
    allow: str | Collection[str]
    severity: Literal["error", "likely", "robustness"]
    ignore: str | Collection[str]
    bounds: Mapping[str, str]


def chosen(function: str, options: Options | None, settings: Settings) -> Options:
    """Return the options with what is given by keyword in their place.

    Raises TypeError for what is no option, as Python does for arguments, and ValueError for a value that makes no sense.
    """
    given: dict[str, Any] = {}
    for name, value in settings.items():
        if name not in Settings.__annotations__:
            raise TypeError(f"{function}() has no option {name!r}{_near(name)}")
        field = _ALSO.get(name, name)
        if field in given:
            raise TypeError(f"{function}() was given {field!r} twice: it is {name!r}, too")
        if value is not None:
            given[field] = _converted(function, name, field, value)
    # Made anew where there are no others: the limit of a call follows from the time.
    return Options(**given) if options is None else replace(options, **given)


def _converted(function: str, name: str, field: str, value: object) -> object:
    if isinstance(value, tuple | set | frozenset):
        value = sorted(value) if isinstance(value, set | frozenset) else list(value)
    try:
        return SETTINGS[field][1](dict(value) if isinstance(value, Mapping) else value)
    except ValueError as wrong:
        raise ValueError(f"{function}(): {name}: {wrong}") from None


def _near(name: str) -> str:
    known = sorted(Settings.__annotations__)
    close = difflib.get_close_matches(name, known, n=1, cutoff=0.7)
    return f". Did you mean {close[0]!r}?" if close else f"; there are {', '.join(known)}"
