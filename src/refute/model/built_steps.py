"""Objects built field by field inside a sequence: which steps build, and what can take their place.

Structures (Korat) enter sequences as `Allocate` and `SetField` steps.  An object with fewer fields than its class has, or
with values that nobody meant, is no object of the class, so that those steps stay as they are (`built_part`) or others,
of an object just as valid, take their place (`beginning_with`).
"""

from __future__ import annotations

from refute.model.sequence import Allocate, Display, Literal, Sequence, SetField, Step


def built_part(sequence: Sequence) -> Sequence | None:
    """Return the steps that build objects, with what they use; None where there are none."""
    built = _built(sequence)
    return sequence.slice_for(*built) if built else None


def root_of(sequence: Sequence) -> int | None:
    """Return the position of the built object that the calls use, None where there is none or more than one."""
    built = _built(sequence)
    used = {
        source
        for position in range(len(sequence))
        if position not in built
        for source in sequence.sources(position)
        if source in built
    }
    if len(used) != 1:
        return None
    root = used.pop()
    return root if isinstance(sequence.steps[root].operation, Allocate) else None


def beginning_with(sequence: Sequence, start: Sequence, made: int) -> Sequence | None:
    """Return the sequence with the steps of `start` in place of the built object: the value at `made` is used."""
    root = root_of(sequence)
    if root is None:
        return None
    gone = _with_contents(sequence, _built(sequence))
    steps = list(start.steps)
    moved = {root: made}
    for old, (operation, _) in enumerate(sequence.steps):
        if old not in gone:
            here = moved[old] = len(steps)
            sources = [moved[source] for source in sequence.sources(old)]
            steps.append(Step(operation, tuple(here - source for source in sources)))
    return Sequence(tuple(steps))


def _built(sequence: Sequence) -> set[int]:
    """Return the positions of the steps that build: allocations, settings, and lists with built objects in them."""
    built: set[int] = set()
    for position, (operation, _) in enumerate(sequence.steps):
        holds = isinstance(operation, Display) and not built.isdisjoint(sequence.sources(position))
        if isinstance(operation, Allocate | SetField) or holds:
            built.add(position)
    return built


def _with_contents(sequence: Sequence, built: set[int]) -> set[int]:
    """Return those steps, and those that write down what only they use."""
    gone = set(built)
    for position in reversed(range(len(sequence))):
        users = sequence.users(position)
        if isinstance(sequence.steps[position].operation, Literal | Display) and users:
            gone.update([position] if gone.issuperset(users) else [])
    return gone
