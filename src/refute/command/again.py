"""The command that makes a file anew, as the file's header says it: `again_command`."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from typing import Any

from refute.model.options import Options


def again_command(verb: str, targets: list[str], options: Options, directory: str) -> str:
    """Return the command with all that makes the run what it is; no path of this machine.

    >>> again_command("suite", ["shop"], Options(seconds=12.0, keep=("Cart or Till",)), "DIR")
    "refute suite shop --seed 0 --for 12s -k 'Cart or Till' -o DIR"
    """
    words = ["refute", verb, *targets, "--seed", str(options.seed)]
    plain = Options(seconds=options.seconds, sequences=options.sequences)
    if options.sequences is not None:
        # How many workers there are is told here only: two runs for a time are never quite the same.
        words += ["--sequences", str(options.sequences), "-n", str(options.jobs)]
    elif options.seconds != Options().seconds:
        words += ["--for", _duration(options.seconds)]
    for name, (flag, written) in _WORDS.items():
        value = getattr(options, name)
        if value != getattr(plain, name):
            words += [word for text in written(value) for word in (flag, text) if word]
    return shlex.join([*words, "-o", directory])


def _duration(seconds: float) -> str:
    return f"{seconds:g}s"


def _one(value: Any) -> list[str]:
    return [str(value)]


def _switch(value: bool) -> list[str]:
    return [""]  # the flag alone


# Not `ignore`, `presets` and others that are only configured: whoever makes the file anew does so in the same project.
_WORDS: dict[str, tuple[str, Callable[[Any], list[str]]]] = {
    "until_dry": ("--until-dry", _switch),
    "stop_at_first": ("-x", _switch),
    "keep": ("-k", list),
    "exclude": ("--exclude", list),
    "by": ("--by", _one),
    "length": ("--length", _one),
    "repeat": ("--repeat", _one),
    "most_repeats": ("--most-repeats", _one),
    "on_target": ("--on-target", _one),
    "reuse": ("--reuse", _one),
    "past_exceptions": ("--past-exceptions", _switch),
    "largest_number": ("--largest-number", _one),
    "private": ("--private", _switch),
    "no_probes": ("--no-probes", _switch),
    "invariants": ("--invariants", list),
    "call_timeout": ("--call-timeout", lambda seconds: [_duration(seconds)]),
    "memory": ("--memory", lambda size: [f"{size >> 20}M"]),
    "allow": ("--allow", lambda effects: [",".join(sorted(effects))]),
    "severity": ("--severity", _one),
}
