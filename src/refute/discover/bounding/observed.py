"""What live objects hold, as annotations: `annotations_of`.

Few classes annotate their fields.  Objects that public calls have made show what the fields hold: a number, None or a
node, a list of numbers.  Whether other values would be right too is for the class's predicate to say.
"""

from __future__ import annotations

import enum
import inspect
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from typing import Any, Union

from refute.look.objects import fields_of

_PLAIN = (bool, int, str, float, bytes)
# So many objects of one structure are looked at.
_MOST = 200
# Of a container so many items are looked at: those of one list are most often alike.
_ITEMS = 10


def annotations_of(
    objects: Iterable[object], is_subject: Callable[[type], bool]
) -> dict[type, dict[str, Any]]:
    """Return, for each class of the subject met in these objects, its fields with what they were seen to hold."""
    values: dict[type, dict[str, list[Any]]] = {}
    for one in objects:
        _walk(one, is_subject, values)
    return {
        owner: {field: _annotation(held, is_subject) for field, held in fields.items()}
        for owner, fields in values.items()
    }


def _walk(
    root: object, is_subject: Callable[[type], bool], values: dict[type, dict[str, list[Any]]]
) -> None:
    todo, known = [root], {id(root)}
    for one in todo:
        if isinstance(one, list | tuple | set | frozenset | deque):
            inside = list(one)[:_ITEMS]
        elif isinstance(one, dict):
            inside = [*list(one)[:_ITEMS], *list(one.values())[:_ITEMS]]
        elif is_subject(type(one)) and not isinstance(one, enum.Enum):
            fields = fields_of(one)
            inside = list(fields.values())
            for name, value in fields.items():
                values.setdefault(type(one), {}).setdefault(name, []).append(value)
        else:
            continue
        for value in inside:
            if id(value) not in known and len(todo) < _MOST:
                known.add(id(value))
                todo.append(value)


def _annotation(values: list[Any], is_subject: Callable[[type], bool]) -> Any:
    """Return a type that all the values have, or nothing where one of them cannot be listed within bounds."""
    kinds: list[Any] = []
    for owner in dict.fromkeys(map(type, values)):
        alike = [value for value in values if type(value) is owner]
        if owner in _PLAIN or owner is type(None) or issubclass(owner, enum.Enum):
            kinds.append(owner)
        elif owner in (list, set, frozenset, deque, dict, OrderedDict):
            kinds.append(_collection(owner, alike, is_subject))
        elif is_subject(owner):
            kinds.append(owner)
        else:
            return inspect.Parameter.empty
    # What may be anything was filled with numbers here and texts there: of one kind only it can be ordered.
    if int in kinds:
        kinds = [kind for kind in kinds if kind not in (str, float, bytes, bool)]
    if not kinds or inspect.Parameter.empty in kinds:
        return inspect.Parameter.empty
    return Union[tuple(kinds)]  # noqa: UP007


def _collection(owner: type, values: list[Any], is_subject: Callable[[type], bool]) -> Any:
    inside = [[item for value in values for item in value]]
    if issubclass(owner, dict):
        inside.append([item for value in values for item in value.values()])
    parts = [_annotation(items, is_subject) for items in inside]
    if inspect.Parameter.empty in parts:
        return inspect.Parameter.empty
    return owner[tuple(parts)] if len(parts) > 1 else owner[parts[0]]  # type: ignore[index]
