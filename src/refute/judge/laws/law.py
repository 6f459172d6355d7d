"""What the laws of this room have in common: `ObjectLaw`."""

from __future__ import annotations

from refute.look.classes import authored
from refute.model.roles import Law


class ObjectLaw(Law):
    """A law that every Python object obeys.

    The table in docs/laws.md is made from the first paragraph of its docstring, `silent_when` and `example`.
    """

    arity = 1
    dear = False
    reason = "every Python object obeys this law"
    silent_when: str = "–"  # what opts out of it, besides what opts out of all laws
    example: str  # a method that breaks it, of the class Box in docs/laws.md

    def applies(self, cls: type) -> bool:
        """Return whether somebody wrote the method that the law is about."""
        return authored(cls, self.method)
