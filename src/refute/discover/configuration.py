"""From the command line and `[tool.refute]` of the nearest pyproject.toml to `Options`; the command line wins."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from refute.discover.bounding.bounds_text import parse_bounds
from refute.discover.user_presets import table
from refute.model.errors import UsageError
from refute.model.options import GENERATORS, Options
from refute.model.quantities import parse_duration, parse_size

_EFFECTS = frozenset({"files", "network", "processes", "threads"})
_LEAST_MEMORY = 64 << 20
SEVERITIES = ("error", "likely", "robustness")


def options_from(given: dict[str, Any], folder: Path) -> Options:
    """Return the options: what was given, else what is configured, else the defaults."""
    configured = read_configuration(folder)
    merged: dict[str, Any] = {"jobs": os.cpu_count() or 1}
    for name, (key, convert) in SETTINGS.items():
        value, where = given.get(name), f"--{key}"
        if value is None:
            value, where = configured.get(key), f"[tool.refute] {key}"
        if value is not None:
            merged[name] = _converted(convert, value, where)
    return Options(**merged)


def read_configuration(folder: Path) -> dict[str, Any]:
    """Return `[tool.refute]` of the nearest pyproject.toml at or above the folder."""
    for place in (folder, *folder.parents):
        path = place / "pyproject.toml"
        if path.is_file():
            try:
                data = tomllib.loads(path.read_text(encoding="utf-8"))
            except (OSError, ValueError) as wrong:
                raise UsageError(f"{path} cannot be read: {wrong}.", "bad-configuration") from None
            tools = data.get("tool", {})
            section = tools.get("refute", {}) if isinstance(tools, dict) else tools
            if not isinstance(section, dict):
                raise UsageError(f"{path}: [tool.refute] is not a table.", "bad-configuration")
            _check_names(section, path)
            return section
    return {}


def _check_names(section: dict[str, Any], path: Path) -> None:
    known = {key for key, _ in SETTINGS.values()}
    unknown = sorted(set(section) - known)
    if unknown:
        raise UsageError(
            f"{path}: [tool.refute] has no setting {unknown[0]}; there are {', '.join(sorted(known))}.",
            "bad-configuration",
        )


def _converted(convert: Callable[[Any], Any], value: Any, where: str) -> Any:
    try:
        return convert(value)
    except ValueError as wrong:
        raise UsageError(f"{where}: {wrong}.", "usage") from None


def _duration(value: Any) -> float:
    return parse_duration(str(value))


def _memory(value: Any) -> int:
    size = parse_size(str(value))
    if size < _LEAST_MEMORY:
        raise ValueError(f"{value} is too little: a worker alone needs 64M")
    return size


def _positive(value: Any) -> int:
    if type(value) is not int or value < 1:
        raise ValueError(f"{value!r} is not a whole number above 0")
    return value


def _count(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(f"{value!r} is not a whole number from 0")
    return value


def _probability(value: Any) -> float:
    if type(value) not in (int, float) or not 0 <= value <= 1:
        raise ValueError(f"{value!r} is not a number between 0 and 1")
    return float(value)


def _number(value: Any) -> int:
    if type(value) is not int:
        raise ValueError(f"{value!r} is not a whole number")
    return value


def _switch(value: Any) -> bool:
    if type(value) is not bool:
        raise ValueError(f"{value!r} is neither true nor false")
    return value


def _one_of(*names: str) -> Callable[[Any], str]:
    def chosen(value: Any) -> str:
        if value not in names:
            raise ValueError(f"{value!r} is none of {', '.join(names)}")
        return str(value)

    return chosen


def _words(value: Any) -> tuple[str, ...]:
    if not isinstance(value, str | list):
        raise ValueError(f"{value!r} is neither a text nor a list of texts")
    return (value,) if isinstance(value, str) else tuple(map(str, value))


def _effects(value: Any) -> frozenset[str]:
    named = {word.strip() for text in _words(value) for word in text.split(",") if word.strip()}
    unknown = sorted(named - _EFFECTS)
    if unknown:
        raise ValueError(f"no such effect: {unknown[0]}; there are {', '.join(sorted(_EFFECTS))}")
    return frozenset(named)


def _bounds(value: Any) -> tuple[tuple[str, str], ...]:
    if not isinstance(value, dict) or not all(isinstance(text, str) for text in value.values()):
        raise ValueError("not a table of texts by class")
    for text in value.values():
        parse_bounds(text)
    return tuple(sorted(value.items()))


# Field of Options → its name outside, and how a given value becomes one.
SETTINGS: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "seconds": ("for", _duration),
    "sequences": ("sequences", _positive),
    "seed": ("seed", _number),
    "jobs": ("jobs", _positive),
    "keep": ("keep", _words),
    "exclude": ("exclude", _words),
    "stop_at_first": ("exitfirst", _switch),
    "length": ("length", _positive),
    "repeat": ("repeat", _probability),
    "most_repeats": ("most-repeats", _positive),
    "on_target": ("on-target", _probability),
    "call_timeout": ("call-timeout", _duration),
    "memory": ("memory", _memory),
    "allow": ("allow", _effects),
    "class_bounds": ("bounds", _bounds),
    "ignore": ("ignore", _words),
    "presets": ("presets", table),
    "implementations": ("implementations", partial(table, classes=True)),
    "reuse": ("reuse", _probability),
    "by": ("by", _one_of(*GENERATORS)),
    "past_exceptions": ("past-exceptions", _switch),
    "until_dry": ("until-dry", _switch),
    "largest_number": ("largest-number", _positive),
    "private": ("private", _switch),
    "no_probes": ("no-probes", _switch),
    "invariants": ("invariants", _words),
    "plugins": ("plugins", _words),
    "walks": ("walks", _count),
    "severity": ("severity", _one_of(*SEVERITIES)),
}
