"""The table of options: `Options`, whose fields say all there is to say about each, and `OPTIONS`, the same by name.

An option has a default with the reason for it, a kind, its flags on the command line, its key in `[tool.refute]`, its
keywords in Python, and a line of help.  Whoever reads, writes or explains options reads them here.  `Options` is frozen,
built once, passed down, never global.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

from refute.model.option_kinds import (
    BOUNDS,
    CLASS_NAMES,
    COUNT,
    DURATION,
    EFFECTS,
    EXPRESSIONS,
    KNOWN_FINDINGS,
    MEMORY,
    METHODS,
    NUMBER,
    POSITIVE,
    PROBABILITY,
    SWITCH,
    VARIABLES,
    WORDS,
    Kind,
    one_of,
)

# How to search: one generator, or the mix of all that suit the subject.
GENERATORS = ("mix", "graph", "feedback", "walk", "structures", "walk-blind")
SEVERITIES = ("error", "likely", "robustness", "doubtful")

_LONG = 100.0


@dataclass(frozen=True, slots=True)
class Option:
    """How one field of `Options` is given from outside."""

    name: str  # of the field
    default: Any
    kind: Kind
    flags: tuple[str, ...]  # on the command line; none: it can only be configured
    metavar: str | None
    group: str  # under which it stands in the help
    help: str
    key: str  # in [tool.refute]
    keywords: tuple[str, ...]  # of `refute.find`
    repeats: bool  # whether the command that makes a file of tests again has to say it
    shown: str | None  # the default, where it is not the field's

    @property
    def default_text(self) -> str:
        """The default as a user would write it; "" where there is none."""
        if self.shown is not None:
            return self.shown
        is_none = self.default is None or self.default is False or self.default == ()
        return "" if is_none else " ".join(self.kind.write(self.default))

    @property
    def help_text(self) -> str:
        """The help with the default."""
        return f"{self.help} (default: {self.default_text})" if self.default_text else self.help


def option(
    default: Any,
    kind: Kind,
    typed: str = "",
    group: str = "",
    help: str = "",
    *,
    key: str = "",
    keywords: tuple[str, ...] | None = None,
    repeats: bool = True,
    shown: str | None = None,
) -> Any:
    """Return a field of `Options`; `typed` is what the command line takes, such as `-n, --jobs JOBS`.

    The key is the long flag, else the name of the field; the keyword is the name of the field.
    """
    words = typed.replace(",", "").split()
    flags = tuple(word for word in words if word.startswith("-"))
    about = {
        "kind": kind,
        "flags": flags,
        "metavar": words[-1] if len(words) > len(flags) else None,
        "group": group,
        "help": help,
        "key": key or "".join(flags[-1:]).removeprefix("--"),
        "keywords": keywords,
        "repeats": repeats,
        "shown": shown,
    }
    return dataclasses.field(default=default, metadata=about)


@dataclass(frozen=True, slots=True)
class Options:
    """What a campaign may do.  Sent to the workers as JSON, so plain values only."""

    # 60 s: most shallow findings come in the first second; a minute is what people wait for.
    seconds: float = option(60.0, DURATION, "--for TIME", "budget", "how long: 500ms, 60s, 2m")
    # A number of sequences instead of a time makes two runs with the same seed equal.
    sequences: int | None = option(
        None, POSITIVE, "--sequences N", "budget", "a number of sequences instead of a time"
    )
    until_dry: bool = option(
        False,
        SWITCH,
        "--until-dry",
        "budget",
        "stop early when hardly anything new is to be expected",
    )
    stop_at_first: bool = option(
        False,
        SWITCH,
        "-x, --exitfirst",
        "budget",
        "stop at the first finding",
        keywords=("stop_at_first", "exitfirst"),
    )
    # One, so that a run from Python is repeatable; the command line takes all cores, since people wait for it.
    jobs: int = option(
        1, POSITIVE, "-n, --jobs JOBS", "budget", "worker processes", shown="the number of cores"
    )
    seed: int = option(0, NUMBER, "--seed N", "search", "start of the random numbers")
    keep: tuple[str, ...] = option(
        (),
        WORDS,
        "-k PATTERN",
        "search",
        "only operations whose name matches: a part of the name, *, 'not', 'and', 'or'",
        key="keep",
        keywords=("keep", "k"),
    )
    exclude: tuple[str, ...] = option(
        (), WORDS, "--exclude PATTERN", "search", "never call operations whose name matches"
    )
    by: str = option(
        "mix",
        one_of(*GENERATORS),
        "--by GENERATOR",
        "search",
        "how to search: mix, all ways together; graph, planned combinations of arguments alone; walk-blind, the "
        "undirected baseline",
    )
    # Randoop's default.
    length: int = option(100, POSITIVE, "--length N", "search", "calls in the longest sequences")
    # Randoop's defaults (thesis 7.5): repeated calls reach resizing and eviction.
    repeat: float = option(
        0.1, PROBABILITY, "--repeat P", "search", "probability that an operation is repeated"
    )
    most_repeats: int = option(100, POSITIVE, "--most-repeats N", "search", "how often at the most")
    # Enough around the object that it meets others.
    on_target: float = option(
        0.8,
        PROBABILITY,
        "--on-target P",
        "search",
        "in a walk, probability that a call is made on the object walked around",
    )
    # Half of the arguments are values that the sequence has already: so objects meet, and states build up.
    reuse: float = option(
        0.55,
        PROBABILITY,
        "--reuse P",
        "search",
        "probability that an argument is a value the sequence has already",
    )
    # The user's own values, by type or parameter, and the classes that stand for others: see `discover.user_presets`.
    presets: tuple[tuple[str, tuple[str, ...]], ...] = option(
        (), EXPRESSIONS, key="presets", keywords=()
    )
    implementations: tuple[tuple[str, tuple[str, ...]], ...] = option(
        (), CLASS_NAMES, key="implementations", keywords=()
    )
    learn_from: tuple[str, ...] = option(
        (),
        WORDS,
        "--learn-from PATH",
        "search",
        "pytest tests to run first: what they call is where sequences begin (repeatable)",
    )
    past_exceptions: bool = option(
        False, SWITCH, "--past-exceptions", "search", "extend sequences beyond a call that raised"
    )
    # Larger numbers mostly make calls slow (thesis 7.4).
    largest_number: int = option(
        1_000_000,
        POSITIVE,
        "--largest-number N",
        "search",
        "results beyond it are not used as arguments",
    )
    private: bool = option(False, SWITCH, "--private", "search", "also names that begin with _")
    # `__all__` is often not kept up to date; who keeps it says by "strict" that it means what it says.
    public: str = option(
        "names",
        one_of("names", "strict"),
        "--public WHICH",
        "search",
        "what is public: names, all without a leading _; strict, only what __all__ lists",
    )
    # Operations that exist for testing only lead to states that no user of the class meets; a finding says so.
    no_probes: bool = option(
        False,
        SWITCH,
        "--no-probes",
        "search",
        "do not call probe_… methods, which exist for testing only",
    )
    invariants: tuple[str, ...] = option(
        (),
        METHODS,
        "--invariants NAME",
        "search",
        "a method of this name, too, says whether an object is good (repeatable)",
    )
    # Randoop's 5 s (7.3), long enough for slow but honest code; of a short run a twentieth, so that a few calls that do
    # not return leave time for the others.
    call_timeout: float = option(
        0.0,
        DURATION,
        "--call-timeout TIME",
        "limits",
        "a call is stopped after this long",
        shown="5s; of a short run a twentieth",
    )
    memory: int = option(
        2 << 30, MEMORY, "--memory SIZE", "limits", "memory of one process", shown="2G"
    )
    allow: frozenset[str] = option(
        frozenset(),
        EFFECTS,
        "--allow EFFECTS",
        "limits",
        "files,network,processes,threads: what the code may do outside its scratch folder",
    )
    # Secrets are kept in the environment, and what the code returns is written into tests.
    env: tuple[str, ...] = option(
        (),
        VARIABLES,
        "--env NAME",
        "limits",
        "an environment variable that the code may see (repeatable); else only those that say where and how Python runs",
    )
    # Off, since a search with half a sandbox is better than none: it is said on every run.
    require_sandbox: bool = option(
        False,
        SWITCH,
        "--require-sandbox",
        "limits",
        "do not go on where the kernel cannot refuse what C code does",
        repeats=False,
    )
    severity: str = option(
        "likely",
        one_of(*SEVERITIES),
        "--severity SEVERITY",
        "results",
        "show findings down to this severity",
    )
    fail_on: str = option(
        "likely",
        one_of(*SEVERITIES),
        "--fail-on SEVERITY",
        "results",
        "end with exit code 1 for findings down to this severity",
        repeats=False,
    )
    # Few enough to be run again in a second or two.  Nothing is saved from Python, and no test depends on it.
    walks: int = option(
        64,
        COUNT,
        "--walks N",
        "results",
        "passing sequences kept in .refute/walks for replay",
        keywords=(),
        repeats=False,
    )
    # Bounds of classes: which small objects of them are tried.
    class_bounds: tuple[tuple[str, str], ...] = option(
        (), BOUNDS, key="bounds", keywords=("bounds",)
    )
    # Findings that are not to be told of, by id or as rule:operation.
    ignore: tuple[str, ...] = option((), KNOWN_FINDINGS, key="ignore")
    # Dotted names of laws, preset sources and visitors from the user's own packages.
    plugins: tuple[str, ...] = option((), WORDS, key="plugins")

    # ---- what only refute itself sets ----
    record: bool = False  # keep passing sequences for a suite
    hash_seed: int = 0
    machine: int = 0  # as on which other machine it is run; 0 is this one
    # Which of the workers this one is, and the seed of the first: they share one plan.
    worker: int = 0
    first_seed: int | None = None
    # Without it each sequence sees what those before it left behind: for tests that show what that leads to.
    clean_slate: bool = True

    def __post_init__(self) -> None:
        if not self.call_timeout:
            budget = self.seconds if self.sequences is None else _LONG
            object.__setattr__(self, "call_timeout", min(5.0, max(0.5, budget / 20)))


def _option_of(field: dataclasses.Field[Any]) -> Option:
    about = {**field.metadata}
    if about["keywords"] is None:
        about["keywords"] = (field.name,)
    return Option(field.name, field.default, **about)


# By the name of the field.
OPTIONS = {one.name: _option_of(one) for one in dataclasses.fields(Options) if one.metadata}
