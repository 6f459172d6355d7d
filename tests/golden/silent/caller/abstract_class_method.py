"""Protocols that are opened by their class: what is abstract is not."""

from __future__ import annotations

import abc


class Protocol(abc.ABC):
    """A way to speak to an engine."""

    @classmethod
    def opened(cls) -> Protocol:
        """Return one that speaks."""
        return cls()

    @abc.abstractmethod
    def ping(self) -> str:
        """Return an answer."""


class Plain(Protocol):
    """One that says nothing."""

    def ping(self) -> str:
        return ""
