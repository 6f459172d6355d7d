"""Where a search stands, while it runs: `ProgressLine`, and what it says."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from typing import TextIO

from refute.model.results import Results

# Often enough to look alive on a terminal; elsewhere, in the log of a CI system say, seldom enough to be read.
_LIVE, _PLAIN = 0.2, 10.0


class ProgressLine:
    """One live line on a terminal; a plain line every ten seconds elsewhere, or none if it is to be `only_live`."""

    def __init__(self, stream: TextIO, *, quiet: bool, only_live: bool = False) -> None:
        self.stream = stream
        self._live = stream.isatty()
        escape = getattr(stream, "mark", "\x1b")
        self._clear = f"{escape}[2K{escape}[G"  # the whole line, then to its beginning
        self._quiet = quiet or (only_live and not self._live)
        self._last = 0.0
        self._shown = False

    def update(self, now: float, text: Callable[[], str]) -> None:
        """Show the text if it is time to; `now` is in seconds from the start."""
        if self._quiet or now - self._last < (_LIVE if self._live else _PLAIN):
            return
        self._last = now
        if self._live:
            # A line that wraps could not be cleared.
            width = shutil.get_terminal_size().columns - 1
            self.stream.write(f"{self._clear}{text()[:width]}")
            self._shown = True
        else:
            self.stream.write(text() + "\n")
        self.stream.flush()

    def clear(self) -> None:
        """Take the live line away."""
        if self._shown:
            self.stream.write(self._clear)
            self.stream.flush()
            self._shown = False


def search_progress(results: Results, left: float) -> str:
    """Return where a random search stands; of a number of sequences how many there are, not the time."""
    wanted = results.options.sequences
    rate = results.calls / results.seconds if results.seconds else 0.0
    reached = f" · {results.branches:,} branches" if results.branches is not None else ""
    if wanted is None:
        done = f"{left:3.0f} s left · {results.sequences:,} sequences"
    else:
        done = f"{results.sequences:,} of {wanted:,} sequences"
    return f"{done} · {rate:,.0f} calls/s{reached} · {results.tally()}"


def exhaustive_progress(done: float, candidates: int, found: int, seconds: float) -> str:
    """Return how far a search within bounds is, how fast, and how long it still takes.

    >>> exhaustive_progress(0.25, 2_000_000, 10, 1.0)
    '25 %  2000000 candidates, 10 structures, 2000000/s, about 3 s left'
    """
    left = f"about {seconds * (1 - done) / done:.0f} s left" if done > 0.01 else "…"
    rate = f"{candidates / max(seconds, 1e-9):.0f}/s"
    share = f"{done:.0%}".replace("%", " %")
    return f"{share}  {candidates} candidates, {found} structures, {rate}, {left}"
