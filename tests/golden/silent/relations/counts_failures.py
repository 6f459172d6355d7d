"""Objects that remember what went wrong: a call that raises changes them, as it should."""

from __future__ import annotations


class WrongPassword(Exception):
    """It was another one."""


class Login:
    def __init__(self, password: str = "secret") -> None:
        self._password = password
        self.failures = 0

    @property
    def is_locked(self) -> bool:
        return self.failures >= 3

    def enter(self, password: str) -> None:
        """Let somebody in.

        Raises:
            WrongPassword: three of them lock the door.
        """
        if self.is_locked or password != self._password:
            self.failures += 1
            raise WrongPassword
        self.failures = 0


class Scanner:
    """Reads numbers one after the other, and stops where there is none."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.position = 0

    def number(self) -> int:
        """Return the next number.

        Raises:
            ValueError: something else comes next.
        """
        while self._text[self.position : self.position + 1] == " ":
            self.position += 1
        start = self.position
        while self._text[self.position : self.position + 1] in tuple("0123456789"):
            self.position += 1
        if start == self.position:
            raise ValueError(f"no number at {start}")
        return int(self._text[start : self.position])


class Journal:
    def __init__(self) -> None:
        self.lines: list[str] = []

    def run(self, command: str) -> None:
        """Note the command, and refuse what is not known."""
        self.lines.append(command)
        if command not in ("start", "stop"):
            self.lines.append("failed")
            raise ValueError(f"unknown command {command!r}")
