"""The two families of errors: `UsageError` is yours, `Defect` is ours."""


class UsageError(Exception):
    """Something the user can change; `slug` names the paragraph that explains it."""

    def __init__(self, message: str, slug: str) -> None:
        super().__init__(message)
        self.message = message
        self.slug = slug

    def __str__(self) -> str:
        return f"{self.message}  [{self.slug}]"


class Defect(Exception):
    """Something we did wrong."""
