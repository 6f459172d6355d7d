"""Configuration with defaults, layers and checked types."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

Value = str | int | bool

DEFAULTS: Mapping[str, Value] = MappingProxyType({"host": "localhost", "port": 80, "debug": False})


class ConfigError(Exception):
    """A name is unknown or a value has the wrong type."""


class Config:
    """The defaults, overridden where asked for."""

    def __init__(self, **overrides: Value) -> None:
        self._values: dict[str, Value] = {}
        for name, value in overrides.items():
            self.set(name, value)

    def set(self, name: str, value: Value) -> None:
        if name not in DEFAULTS:
            raise ConfigError(f"there is no setting {name!r}")
        if type(value) is not type(DEFAULTS[name]):
            raise ConfigError(f"{name!r} takes {type(DEFAULTS[name]).__name__}")
        self._values[name] = value

    def get(self, name: str) -> Value:
        if name not in DEFAULTS:
            raise ConfigError(f"there is no setting {name!r}")
        return self._values.get(name, DEFAULTS[name])

    def changed(self) -> list[str]:
        """Return the names whose values are not the default."""
        return sorted(n for n, value in self._values.items() if value != DEFAULTS[n])

    def as_dict(self) -> dict[str, Value]:
        return {**DEFAULTS, **self._values}


def port_of(config: Config) -> int:
    """Return the port, which the type check keeps an integer."""
    port = config.get("port")
    return port if isinstance(port, int) else 0
