"""Which values are equal to one seen before, by a number: `Equals` (thesis 5.8, 7.4)."""

from __future__ import annotations

from refute.execute.machine import StopCall
from refute.look.subject_time import calls_subject
from refute.model.execution import Interruption
from refute.model.forgetful import Forgetful

# So many values of one kind are held on to, to compare others with; then memory starts afresh.
_MOST = 1000
# So many of all kinds together, and so many classes are known.
_MOST_OF_ALL = 5000
_MOST_CLASSES = 2000


class Equals:
    """Numbers for values: those of one kind that are equal by their own `==` have the same.

    With one exception: the first that is equal and yet in another state keeps a number of its own, since two such
    values together are what shows a hash or an order that does not agree with `==`.

    Only for classes that define both `==` and `hash`, by a hash set.  For all others, and where either raises or
    says nonsense, the number of the state is the answer: the same state means equal for any honest `==`.
    """

    def __init__(self) -> None:
        self._comparable: dict[type, bool] = Forgetful(_MOST_CLASSES)
        self._known: dict[int, dict[object, list[int]]] = {}
        self._held = 0  # at the most

    @calls_subject
    def equality_number(self, kind: int, value: object, state: int) -> int:
        """Return the number that stands for all values of this kind that are equal to this one."""
        cls = type(value)
        comparable = self._comparable.get(cls)
        if comparable is None:
            comparable = self._comparable[cls] = _is_comparable(cls)
        if not comparable:
            return state
        known = self._known.setdefault(kind, {})
        try:
            states = known.get(value)
            if states is None:
                known = self._with_room(kind, known)
                states = known[value] = []
                self._held += 1
        except StopCall:
            self._comparable[cls] = False  # it did not answer: never asked again
            return state
        except Interruption:
            raise
        except BaseException:
            return state
        if state not in states and len(states) < 2:
            states.append(state)
        return state if state in states else states[0]

    def _with_room(self, kind: int, known: dict[object, list[int]]) -> dict[object, list[int]]:
        """Return where the next value of a kind is held on to."""
        if self._held >= _MOST_OF_ALL:
            self._known.clear()
            self._held = 0
            known = self._known[kind] = {}
        elif len(known) >= _MOST:
            self._held -= len(known)
            known.clear()
        return known


def _is_comparable(cls: type) -> bool:
    own = [base for base in cls.__mro__ if base.__module__ != "builtins"]
    equal = any("__eq__" in vars(base) for base in own)
    hashing: object = cls.__hash__
    return equal and hashing is not None and hashing is not object.__hash__
