"""Settings read from a file: the fault needs a file that is there, and has no section."""

from pathlib import Path


def average(path: Path) -> float:
    """Return the average number of entries in a section; a section begins with a line `[name]`."""
    sections = entries = 0
    for line in path.read_text().splitlines():
        if line.startswith("["):
            sections += 1
        elif line:
            entries += 1
    return entries / sections
