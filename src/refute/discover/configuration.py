"""From the command line and `[tool.refute]` of the nearest pyproject.toml to `Options`; the command line wins."""

from __future__ import annotations

import difflib
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from refute.discover.bounding.bounds_text import parse_bounds
from refute.model.errors import UsageError
from refute.model.options import OPTIONS, Option, Options


def options_from(given: Mapping[str, Any], folder: Path) -> Options:
    """Return the options: what was given, else what is configured, else the defaults."""
    configured = read_configuration(folder)
    merged: dict[str, Any] = {"jobs": os.cpu_count() or 1}
    for name, option in OPTIONS.items():
        value, where = given.get(name), "".join(option.flags[-1:])
        if value is None:
            value, where = configured.get(option.key), f"[tool.refute] {option.key}"
        if value is not None:
            try:
                merged[name] = read_value(option, value)
            except ValueError as wrong:
                raise UsageError(f"{where}: {wrong}.", "usage") from None
    return Options(**merged)


def read_value(option: Option, value: object) -> Any:
    """Return a value as `Options` holds it; ValueError says what is wrong about it."""
    read = option.kind.read(value)
    if option.name == "class_bounds":
        for _, text in read:
            parse_bounds(text)  # complains about what cannot be read
    return read


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
            _check_keys(section, path)
            return section
    return {}


def _check_keys(section: dict[str, Any], path: Path) -> None:
    known = {option.key for option in OPTIONS.values()}
    unknown = sorted(set(section) - known)
    if unknown:
        near = difflib.get_close_matches(unknown[0], known, n=1)
        meant = f" Did you mean {near[0]}?" if near else ""
        raise UsageError(
            f"{path}: [tool.refute] has no setting {unknown[0]}.{meant} There are {', '.join(sorted(known))}.",
            "bad-configuration",
        )
