"""Texts that begin with something that the code looks for."""


def setting(line: str) -> str:
    """Return the value of a line of settings."""
    if line.startswith("set-option "):
        return line.split("=")[1]  # wrong: there may be no equals sign
    return line
