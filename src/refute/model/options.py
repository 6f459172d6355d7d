"""Every setting with its default and the reason for it: frozen `Options`, built once, passed down, never global."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

# How to search, for --by: one generator, or the mix of all that suit the subject.
GENERATORS = ("mix", "graph", "feedback", "walk", "structures", "walk-blind")


_LONG = 100.0


@dataclass(frozen=True, slots=True)
class Options:
    """What a campaign may do.  Sent to the workers as JSON, so plain values only."""

    # 60 s: most shallow findings come in the first second; a minute is what people wait for.
    seconds: float = 60.0
    # A number of sequences instead of a time makes two runs with the same seed equal.
    sequences: int | None = None
    seed: int = 0
    jobs: int = 1
    keep: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    stop_at_first: bool = False
    # Calls in the longest sequences; Randoop's default.
    length: int = 100
    # Randoop's defaults (thesis 7.5): repeated calls reach resizing and eviction.
    repeat: float = 0.1
    most_repeats: int = 100
    # Of a walk: enough around the object that it meets others.
    on_target: float = 0.8
    # By default Randoop's 5 s (7.3), long enough for slow but honest code; of a short run a twentieth, so that a few
    # calls that do not return leave time for the others.
    call_timeout: float = 0.0
    memory: int = 2 << 30
    allow: frozenset[str] = frozenset()
    by: str = "mix"
    past_exceptions: bool = False
    until_dry: bool = False
    # Larger numbers mostly make calls slow (thesis 7.4).
    largest_number: int = 1_000_000
    private: bool = False
    # Operations that exist for testing only lead to states that no user of the class meets; a finding says so.
    no_probes: bool = False
    # Names of invariants, besides those that are known.
    invariants: tuple[str, ...] = ()
    # Dotted names of laws, preset sources and visitors from the user's own packages.
    plugins: tuple[str, ...] = ()
    severity: str = "likely"
    # Findings that are not to be told of, by id or as rule:operation.
    ignore: tuple[str, ...] = ()
    # The user's own values, by type or parameter, and the classes that stand for others: see `given`.
    presets: tuple[tuple[str, tuple[str, ...]], ...] = ()
    implementations: tuple[tuple[str, tuple[str, ...]], ...] = ()
    # Half of the arguments are values that the sequence has already: so objects meet, and states build up.
    reuse: float = 0.55
    # Bounds of classes, as written in [tool.refute.bounds]: which small objects of them are tried.
    class_bounds: tuple[tuple[str, str], ...] = ()
    # Passing sequences kept in the corpus for each run; few enough to be run again in a second or two.
    walks: int = 64
    record: bool = False  # keep passing sequences for a suite
    hash_seed: int = 0
    # Which of the workers this one is, and the seed of the first: they share one plan.
    worker: int = 0
    first_seed: int | None = None
    # Without it each sequence sees what those before it left behind: for tests that show what that leads to.
    clean_slate: bool = True

    def __post_init__(self) -> None:
        if not self.call_timeout:
            budget = self.seconds if self.sequences is None else _LONG
            object.__setattr__(self, "call_timeout", min(5.0, max(0.5, budget / 20)))

    def to_json(self) -> dict[str, Any]:
        """Return the options as plain JSON."""
        data = dataclasses.asdict(self)
        data["allow"] = sorted(self.allow)
        return data

    @staticmethod
    def from_json(data: dict[str, Any]) -> Options:
        """Return the options written by `to_json`."""
        tuples = {
            name: tuple(data[name])
            for name in ("keep", "exclude", "plugins", "invariants", "ignore")
        }
        for name in ("presets", "implementations"):
            tuples[name] = tuple((key, tuple(texts)) for key, texts in data[name])
        tuples["class_bounds"] = tuple((name, text) for name, text in data["class_bounds"])
        return Options(**{**data, **tuples, "allow": frozenset(data["allow"])})
