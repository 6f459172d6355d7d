"""What speaks for which type of which place: `TypeEvidence`.

A *place* holds values: a parameter or variable (`function#name`), an attribute (`class.name`), what a function returns
(`function()`), what a collection holds (`place[]`).  Where values go from one place to another, the two are linked, and what
is known of one says something of the other.
"""

from __future__ import annotations

from typing import NamedTuple

from refute.model.typeform import ANY, NONE, TypeForm, members

# What is passed on through more links says too little; and so does what is weaker than this.
_ROUNDS = 4
_WEAKEST = 0.05


class TypeSupport(NamedTuple):
    """How much speaks for a type, and the best reason."""

    weight: float
    reason: str


Supports = dict[TypeForm, TypeSupport]


class TypeEvidence:
    """Collects what the source says about places, and passes it on along the links."""

    def __init__(self) -> None:
        self._direct: dict[str, Supports] = {}
        self._links: dict[str, dict[str, tuple[float, str]]] = {}
        self.asked: dict[str, dict[str, None]] = {}  # attributes asked of what is in a place
        self.tested: dict[str, None] = {}  # places that stand alone as conditions
        self._known: dict[str, Supports] = {}

    def note(self, place: str, form: TypeForm, weight: float, reason: str) -> None:
        """Remember something that speaks for a type; independent reasons add up."""
        found = self._direct.setdefault(place, {})
        parts = [one for one in members(form) if one not in (ANY, NONE)]
        for part in parts:
            old = found.get(part)
            if old is None:
                found[part] = TypeSupport(weight, reason)
            elif old.reason != reason:
                together = 1 - (1 - old.weight) * (1 - weight)
                found[part] = TypeSupport(together, old.reason if old.weight >= weight else reason)

    def link(self, place: str, other: str, weight: float, there: str, back: str) -> None:
        """Remember that values go from `place` to `other`: `there` is the reason at `place`, `back` that at `other`."""
        if place != other:
            self._links.setdefault(place, {}).setdefault(other, (weight, there))
            self._links.setdefault(other, {}).setdefault(place, (weight, back))

    def ask(self, place: str, attribute: str) -> None:
        """Remember that an attribute is asked of what is in a place."""
        self.asked.setdefault(place, {})[attribute] = None

    def has(self, place: str) -> bool:
        """Return whether anything at all was noted of a place itself."""
        return place in self._direct or place in self.asked

    def spread(self) -> None:
        """Pass on what is known along the links: the best of what leads to a place, not the sum, or circles would grow."""
        known = {place: dict(found) for place, found in self._direct.items()}
        changed = set(known)
        for _ in range(_ROUNDS):
            new: dict[str, Supports] = {}
            for place in [one for one in known if one in changed]:
                for other, (damping, _) in self._links.get(place, {}).items():
                    reason = self._links[other][place][1]
                    for form, support in known[place].items():
                        weight = support.weight * damping
                        best = new.get(other, {}).get(form) or known.get(other, {}).get(form)
                        if weight > _WEAKEST and (best is None or weight > best.weight):
                            new.setdefault(other, {})[form] = TypeSupport(weight, reason)
            for place, found in new.items():
                known.setdefault(place, {}).update(found)
            changed = set(new)
        self._known = known

    def of(self, place: str) -> Supports:
        """Return what speaks for which type of a place, after `spread`."""
        return self._known.get(place, {})
