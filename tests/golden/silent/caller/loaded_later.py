"""An object that is made without its data where None is passed, for whoever unpacks it and sets the rest."""

from __future__ import annotations

import io


class Zone:
    """Offsets read from a file; None makes an empty one, to be filled by `unpacked`."""

    def __init__(self, file, name=None):
        self._name = name
        if file is not None:
            self._load(io.StringIO("1\n2"))

    def _load(self, file):
        self._offsets = [int(line) for line in file]

    def offsets(self):
        return list(self._offsets)


def unpacked(name):
    """Return a zone as it was packed."""
    zone = Zone(None, name)
    zone._offsets = [0]
    return zone
