"""Objects made field by field, written shortly: `folded` puts the fields of an object into one expression.

Few fields are set one to a line, as anybody would write it.  Many make a wall; then each object is one call of a helper
that the test file holds: `_build(Node, key=1, left=None, right=None)`.
"""

from __future__ import annotations

from refute.model.sequence import Allocate, Call, Literal, Sequence, SetField, Step
from refute.model.typeform import ANY, NONE, TypeForm

# So many fields are still read more easily one to a line than through a helper.
FEW_FIELDS = 6

BUILD_HELPER = '''\
def _build(cls, **fields):
    """Return an object with these fields; its constructor is not called."""
    made = object.__new__(cls)
    for name, value in fields.items():
        object.__setattr__(made, name, value)
    return made'''

_NOTHING = Step(Literal("None", NONE), ())


def folded(sequence: Sequence) -> Sequence:
    """Return the sequence with `build` calls in place of allocations, where it sets many fields.

    Positions stay what they are: a step that sets a field becomes a literal that nobody uses.  A field whose value is
    made after the object, as in a ring, is set as before.
    """
    if sum(isinstance(step.operation, SetField) for step in sequence.steps) <= FEW_FIELDS:
        return sequence
    steps = list(sequence.steps)
    for place, (operation, _) in enumerate(steps):
        if isinstance(operation, Allocate):
            fields = _fields_after(sequence, place)
            call = _build(operation, tuple(fields))
            steps[place] = Step(call, tuple(place - source for _, source in fields.values()))
            for setting, _ in fields.values():
                steps[setting] = _NOTHING
    return Sequence(tuple(steps))


def _build(allocate: Allocate, names: tuple[str, ...]) -> Call:
    return Call(allocate.target, (ANY,) * len(names), TypeForm(allocate.target), names, "build")


def _fields_after(sequence: Sequence, place: int) -> dict[str, tuple[int, int]]:
    """Return the fields that are set right after an allocation to values made before it: by which step, to which."""
    fields: dict[str, tuple[int, int]] = {}
    for later in range(place + 1, len(sequence)):
        operation = sequence.steps[later].operation
        if not isinstance(operation, SetField):
            break
        target, value = sequence.sources(later)
        if target != place:
            break
        if value < place and operation.name not in fields and operation.name.isidentifier():
            fields[operation.name] = (later, value)
    return fields
