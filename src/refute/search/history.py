"""Where state cannot be put back, all that a worker has done is one long sequence: `History`."""

from __future__ import annotations

from refute.model.sequence import Sequence
from refute.search.campaign_tuning import LONGEST_PAST


class History:
    """The sequences that a worker has run since it started, as long as they are few."""

    def __init__(self) -> None:
        self._steps = Sequence()
        self.is_known = True  # all of it is kept

    def add(self, sequence: Sequence) -> None:
        """Keep one more."""
        self.is_known &= len(self._steps) + len(sequence) <= LONGEST_PAST
        self._steps = self._steps.concatenate(sequence) if self.is_known else Sequence()

    def then(self, sequence: Sequence) -> Sequence:
        """Return a sequence with all before it that may have had a part in what it did."""
        return self._steps.concatenate(sequence) if self.is_known else sequence
