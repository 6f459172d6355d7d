"""What a test asked for and was given, and values that would make it go the other way: `Operand`, `Comparison`, `goals`."""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from typing import Any

PLAIN = (bool, int, float, str, bytes, type(None))
# Examples of the types that are asked for most, by name; of each the first that is true.
SAMPLES: dict[type, tuple[object, ...]] = {
    int: (1, 0, -1),
    str: ("a", "", "1", "A", " "),
    float: (1.5, 0.0),
    bytes: (b"a", b""),
    bool: (True, False),
    type(None): (None,),
    list: ([0], []),
    tuple: ((0,), ()),
    dict: ({"a": 0}, {}),
    set: ({0}, set()),
    frozenset: (frozenset([0]), frozenset()),
}


@dataclass(frozen=True, slots=True)
class Operand:
    """A value that a test was given: as it was, where it is plain or a small collection of plain values.

    `made_at` is the step of the sequence that made this very object, `size` its length, None where it has none.
    """

    cls: type
    value: object = None
    is_plain: bool = False
    made_at: int | None = None
    size: int | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """One evaluation of a test: in which step, what it asks, and its operands in order."""

    step: int
    asks: str
    operators: tuple[str, ...]
    operands: tuple[Operand, ...]


_COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "Eq": operator.eq,
    "NotEq": operator.ne,
    "Lt": operator.lt,
    "LtE": operator.le,
    "Gt": operator.gt,
    "GtE": operator.ge,
    "Is": operator.is_,
    "IsNot": operator.is_not,
    "In": lambda a, b: a in b,
    "NotIn": lambda a, b: a not in b,
}


def goals(reading: Comparison, wanted: bool) -> Iterator[tuple[Operand, object]]:
    """Yield operands, each with a value that in its place makes the test come out as wanted, the likeliest first.

    Types as values stand for "an object of this class".
    """
    asks = reading.asks
    if asks.startswith("not "):
        asks, wanted = asks[4:], not wanted
    operands = reading.operands
    if asks == "compare":
        pairs = zip(operands, operands[1:], reading.operators, strict=False)
        for left, right, name in pairs:
            yield from _compared(left, right, name, wanted)
    elif asks in ("isinstance", "issubclass") and len(operands) == 2:
        yield from _instances(*operands, wanted)
    elif asks == "callable":
        others: list[object] = [Callable] if wanted else [1, "a", None, [0]]
        yield from ((operands[0], one) for one in others)
    elif asks == "hasattr" and not wanted:
        yield from ((operands[0], SAMPLES[kind][0]) for kind in SAMPLES)
    elif asks in (".startswith", ".endswith") and len(operands) >= 2:
        yield from _spliced(operands[0], operands[1], asks == ".startswith", wanted)
    elif asks.startswith("."):
        yield from ((operands[0], one) for one in _CHARACTERS if type(one) is operands[0].cls)
        for one in operands[1:]:
            yield from ((one, other) for other in SAMPLES.get(one.cls, ()))
    elif asks in ("truth", "entered") and operands:
        yield from ((operands[0], one) for one in _of_truth(operands[0].cls, wanted))


# For `isdigit`, `isupper` and the like.
_CHARACTERS = ("1", "a", "A", " ", "a1", "é", "_", "", b"1", b"a", b" ")


def _of_truth(cls: type, wanted: bool) -> list[object]:
    alike = [one for one in SAMPLES.get(cls, ()) if bool(one) == wanted]
    return alike + [one for kind in SAMPLES for one in SAMPLES[kind] if bool(one) == wanted]


def _compared(
    left: Operand, right: Operand, name: str, wanted: bool
) -> Iterator[tuple[Operand, object]]:
    holds = _COMPARE[name]
    for one, other, is_left in ((left, right, True), (right, left, False)):
        for value in _near(one, other, name, is_left):
            try:
                is_right = bool(holds(value, other.value) if is_left else holds(other.value, value))
            except Exception:
                continue
            if is_right == wanted or not other.is_plain:
                yield one, value


def _near(one: Operand, other: Operand, name: str, is_left: bool) -> Iterator[object]:
    """Yield values to put in the place of an operand, made of the one that it is compared with."""
    value: Any = other.value
    if not other.is_plain:
        return
    if name in ("In", "NotIn") and is_left:
        if isinstance(value, str | bytes | list | tuple | dict | set | frozenset):
            # Sets have no order that is the same in the next process.
            held = sorted(value, key=repr) if isinstance(value, set | frozenset) else [*value]
            yield from (*held[:3], *held[-1:])
    elif name in ("In", "NotIn"):
        if one.cls in (list, tuple, set, frozenset, dict):
            if one.cls in (list, tuple) or isinstance(value, Hashable):
                yield {value: 0} if one.cls is dict else one.cls([value])
            yield one.cls()
        elif isinstance(value, str):
            yield from (f"a{value}", value, "")
    else:
        yield value
        if isinstance(value, int | float) and not isinstance(value, bool):
            yield from (value + 1, value - 1)
        elif isinstance(value, str):
            yield from (f"{value}a", value[:-1])
        elif isinstance(value, bytes):
            yield from (value + b"a", value[:-1])
        elif isinstance(value, list | tuple):
            more: Any = type(value)([0])
            yield from (value[:-1], value + more)
    yield from SAMPLES.get(one.cls, ())
    yield from (1, "a", None, [0], 1.5)


def _instances(given: Operand, asked: Operand, wanted: bool) -> Iterator[tuple[Operand, object]]:
    classes = asked.value if isinstance(asked.value, tuple) else (asked.value,)
    kinds = tuple(cls for cls in classes if isinstance(cls, type))
    for cls in kinds if wanted else ():
        known = [one for one in SAMPLES if issubclass(one, cls)]
        yield from ((given, sample) for kind in known[:3] for sample in SAMPLES[kind][:2])
        yield given, cls
    if not wanted and len(kinds) == len(classes):
        others = [one for one in SAMPLES if not issubclass(one, kinds)]
        yield from ((given, SAMPLES[kind][0]) for kind in others)


def _spliced(
    text: Operand, part: Operand, is_first: bool, wanted: bool
) -> Iterator[tuple[Operand, object]]:
    whole: Any = text.value
    for one in part.value if isinstance(part.value, tuple) else (part.value,):
        if type(one) is not type(whole) or not isinstance(one, str | bytes):
            continue
        if wanted:
            both: list[Any] = [one, whole]
            first, last = both if is_first else both[::-1]
            yield text, first + last
            yield text, one
        else:
            yield text, whole[:0]
            yield text, whole[len(one) :] if is_first else whole[: -len(one) or None]


def asks_for_type(reading: Comparison) -> bool:
    """Return whether a test asks what kind of value it was given: whoever asks expects several."""
    asks = reading.asks.removeprefix("not ")
    return asks in _ABOUT_TYPES or any(one in ("Is", "IsNot") for one in reading.operators)


_ABOUT_TYPES = ("isinstance", "issubclass", "callable", "hasattr", "case", "except")


def distance(reading: Comparison) -> float | None:
    """Return how far a comparison of numbers, or of lengths, is from being equal; None for others."""
    if not reading.asks.endswith("compare"):
        return None
    found = None
    for left, right in zip(reading.operands, reading.operands[1:], strict=False):
        one, other = _number(left), _number(right)
        if one is not None and other is not None:
            apart = float(one - other)
            if found is None or abs(apart) > abs(found):
                found = apart
    return found


def _number(operand: Operand) -> float | None:
    value = operand.value
    if isinstance(value, int | float) and abs(value) < 1e15:
        return float(value)
    return None
