"""An annotation says which numbers are meant; the fault is at their edge."""

from typing import Annotated


class Between:
    def __init__(self, ge: int, lt: int) -> None:
        self.ge = ge
        self.lt = lt


def share(parts: Annotated[int, Between(ge=5, lt=4_000)]) -> float:
    """Return one of so many parts."""
    return 1 / (3_999 - parts)  # wrong: of the last


def rest(parts: Annotated[int, Between(ge=5, lt=4_000)]) -> float:
    """Return what is right: nobody may pass 4."""
    return 1 / (parts - 4)
