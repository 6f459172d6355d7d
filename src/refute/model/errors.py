"""The two families of trouble: yours (`UsageError`) and ours (`Defect`); what the code under test does to us (`Unworkable`, `GivenUp`).

Every message has a slug; `docs/messages.md` has a paragraph for each.
"""


class UsageError(Exception):
    """Something the user can mend; printed as one line, never as a traceback."""

    def __init__(self, message: str, slug: str) -> None:
        super().__init__(message)
        self.message = message
        self.slug = slug

    def __str__(self) -> str:
        return f"{self.message}  [{self.slug}]"


class NothingToTest(UsageError):
    """The target holds nothing that can be called; exit code 5, as pytest's."""


class GivenUp(UsageError):
    """What was imported keeps a process from doing what it is asked."""

    def __init__(self, why: str) -> None:
        super().__init__(f"a worker cannot go on with what was imported: {why}.", "given-up")


class Unworkable(Exception):
    """A call of an operation, `by`, has left something behind that keeps refute from going on in this process."""

    def __init__(self, what: str, by: str) -> None:
        super().__init__(what)
        self.by = by


class Defect(Exception):
    """Something refute did wrong; the message asks for a report."""
