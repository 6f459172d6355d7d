"""What has come out of bodies as an exception, and what that means: `RaisedInBodies`."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from refute.model.execution import Interruption, OutOfFuel
from refute.model.verdict import OWN_PROMISE, Blame, Violation

# So many exceptions that came out of bodies, the last ones: the code may keep one, call another function, and raise it then.
_MOST_RAISED = 100


class Blamed(NamedTuple):
    """What a call in a body has raised, what that means, and the receiver of the call."""

    raised: BaseException
    violation: Violation
    receiver: object


class RaisedInBodies:
    """Exceptions that left bodies within the running step."""

    def __init__(self) -> None:
        # Raised by bodies on purpose.
        self._on_purpose: deque[BaseException] = deque(maxlen=_MOST_RAISED)
        # Raised by calls in bodies, the last first.
        self._blamed: deque[Blamed] = deque(maxlen=_MOST_RAISED)
        self._forget_raised()

    def _forget_raised(self) -> None:
        # What was raised on purpose stays ours: the code may keep it, and raise it when it is asked for a result.
        self._blamed.clear()
        # What ends the step: the first thing that the code is to blame for in a body that the step itself has called, or a
        # promise of ours that was broken, after which nobody is to blame for what the code does.
        self._first: Blamed | None = None
        self.is_caught = False  # the code has caught it and went on
        # The first call of a function of ours with another number of arguments, as Python says it, and what that means.
        self._miscounted: tuple[TypeError, Callable[[], Blamed | None]] | None = None
        self.is_dry = False  # functions of ours were called too often, or by another thread

    def _blame(
        self, raised: BaseException, violation: Violation, receiver: object, is_outermost: bool
    ) -> None:
        """Remember what an exception means that leaves a body, and the first one that ends the step.

        Further inside it is for the body around it to say whether that is the code's fault.
        """
        blamed = Blamed(raised, violation, receiver)
        self._blamed.appendleft(blamed)
        ends = violation.rule == OWN_PROMISE or (is_outermost and violation.blame is Blame.CODE)
        if ends and self._first is None:
            self._first = blamed

    def unheard(self, raised: BaseException | None) -> BaseException | None:
        """Return what ends a step though it raised something else, or nothing: the code may catch what comes out of bodies."""
        if self.is_dry:
            return OutOfFuel()
        first = self._first or self._swallowed_number(raised)
        if first is None or raised is first.raised or isinstance(raised, Interruption):
            return None
        self._blamed.appendleft(first)
        self.is_caught = raised is None
        return first.raised

    def _swallowed_number(self, raised: BaseException | None) -> Blamed | None:
        """Return what it means that the code has caught what Python says of a wrong number of arguments."""
        if self._miscounted is None or raised is self._miscounted[0]:
            return None  # where it comes out it is judged as it is
        return self._miscounted[1]()

    def is_origin(self, raised: BaseException | None) -> bool:
        """Return whether an exception came out of a body."""
        return raised is not None and (self.is_own(raised) or self.blamed(raised) is not None)

    def is_own(self, raised: BaseException) -> bool:
        """Return whether a body has raised an exception on purpose, be it before others."""
        return any(one is raised for one in self._on_purpose)

    def blamed(self, raised: BaseException) -> Blamed | None:
        """Return what an exception means that a call in a body has raised; None where none did."""
        return next((one for one in self._blamed if one.raised is raised), None)
