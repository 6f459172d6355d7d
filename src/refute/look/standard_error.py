"""What was written to standard error while something was done: `ErrorOutput`.

Inside the sandbox that is a file nobody sees; where an import fails, its last line often says why.
"""

from __future__ import annotations

import os
import sys

_LONGEST = 200
# The original: inside the sandbox the one in `os` is a stand-in.
_pread = getattr(os, "pread", None)


class ErrorOutput:
    """Standard error from now on."""

    def __init__(self) -> None:
        self._start = _size()

    def hint(self) -> str:
        """Return the last line as it is told behind something else, nothing where there is none or it cannot be read."""
        lines = self._text().split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f" (it wrote: {last[:_LONGEST]})" if last else ""

    def _text(self) -> str:
        try:
            sys.stderr.flush()
            start = max(self._start, _size() - 4096)
            return _pread(2, 4096, start).decode("utf-8", "replace") if _pread else ""
        except Exception:  # a terminal, or whatever the module has put there
            return ""


def _size() -> int:
    try:
        return os.fstat(2).st_size
    except OSError:
        return 0
