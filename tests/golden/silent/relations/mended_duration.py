"""Durations such as 2h5m."""

from __future__ import annotations

import re

_PATTERN = re.compile(r"(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?")


class Duration:
    def __init__(self, seconds: int) -> None:
        if seconds < 0:
            raise ValueError("a duration is not negative")
        self.seconds = seconds

    @classmethod
    def parse(cls, text: str) -> Duration:
        """Read what str() writes.

        Raises:
            ValueError: the text is no duration.
        """
        match = _PATTERN.fullmatch(text.strip())
        if match is None or not text.strip():
            raise ValueError(f"{text!r} is no duration")
        hours, minutes, seconds = (int(group or 0) for group in match.groups())
        return cls(hours * 3600 + minutes * 60 + seconds)

    def __str__(self) -> str:
        minutes, seconds = divmod(self.seconds, 60)
        hours, minutes = divmod(minutes, 60)
        parts = [f"{n}{unit}" for n, unit in ((hours, "h"), (minutes, "m"), (seconds, "s")) if n]
        return "".join(parts) or "0s"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Duration) and self.seconds == other.seconds

    def __hash__(self) -> int:
        return hash(self.seconds)
