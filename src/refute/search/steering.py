"""The search is told which branches its sequences take, and led to those that none has taken: `Steering`."""

from __future__ import annotations

import sys
from typing import Any

from refute.execute.marks import Marks
from refute.search.examiner import Examiner


class Steering:
    """Watches the branches of the subject's own code while one campaign searches."""

    def __init__(self, examiner: Examiner) -> None:
        self._examiner = examiner
        self.marks = Marks(_files(examiner))
        examiner.slate.take_over_code()
        self.fresh: list[int] = []  # marks that the running sequence was the first to set
        self._begun = 0
        self._thin_out_at = 1

    def begin(self) -> None:
        """Begin a new sequence: what ran in between, to judge or to shrink, does not count for it."""
        self._begun += 1
        self.fresh = []
        self.marks.begin()

    def noticed(self) -> list[int]:
        """Return the marks of the branches that were taken for the first time, since this was asked last."""
        news = self.marks.news()
        self.fresh += news
        return news

    def settle(self) -> None:
        """Compile away what was seen, after sequences 1, 2, 4, 8 and so on."""
        if self._begun >= self._thin_out_at:
            self._thin_out_at *= 2
            if self.marks.thin_out():
                self._examiner.slate.take_over_code()

    def mark_all(self) -> None:
        """Mark every branch from now on: the search is over, and what single sequences take is asked for."""
        self.marks.mark_all()
        self._examiner.slate.take_over_code()


def _files(examiner: Examiner) -> list[str]:
    """Return the files of the subject, those that have operations under test first."""
    under_test = {routine.target.partition(":")[0] for routine in examiner.subject.routines}
    found: dict[str, bool] = {}
    for name, module in list(sys.modules.items()):
        file: Any = getattr(module, "__file__", None)
        if isinstance(file, str) and examiner.is_subject(name):
            found[file] = found.get(file, False) or name in under_test
    return sorted(found, key=lambda file: not found[file])
