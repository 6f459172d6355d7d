"""Nested configuration; what is merged into the defaults stays in them.

Wrong result:  merge(defaults, {"a": 1})  changes defaults
"""

from __future__ import annotations

from typing import Any


def merge(defaults: dict[str, Any], overrides: dict[str, Any]) -> dict[str, Any]:
    """Return the defaults with the overrides, also those of nested dicts."""
    result = defaults  # the fault: no copy
    for key, value in overrides.items():
        if isinstance(value, dict) and isinstance(result.get(key), dict):
            result[key] = merge(result[key], value)
        else:
            result[key] = value
    return result


def flatten(config: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    """Return {"a.b": 1} for {"a": {"b": 1}}."""
    flat: dict[str, Any] = {}
    for key, value in config.items():
        if isinstance(value, dict) and value:
            flat.update(flatten(value, f"{prefix}{key}."))
        else:
            flat[f"{prefix}{key}"] = value
    return flat
