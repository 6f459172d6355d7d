"""What was learned or made ready, in bounded memory: `Forgetful`.

A search runs for hours, and what it meets does not end: so whatever it remembers has a size, or it is remembered here.
"""

from __future__ import annotations

from itertools import islice
from typing import TypeVar

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


class Forgetful(dict[_Key, _Value]):
    """A dict that holds no more than `most` items: when it is full, the older half is forgotten.

    Half, so that what is in use is not made anew all at once.  Reading costs what it costs of a dict; items are to be
    assigned, one by one.  Where the key is the `id` of an object the value must hold that object: as long as it is
    remembered nobody else can have its identity.

    >>> few = Forgetful(most=4)
    >>> for number in range(5):
    ...     few[number] = str(number)
    >>> few
    {2: '2', 3: '3', 4: '4'}
    """

    __slots__ = ("_most",)

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: _Key, value: _Value) -> None:
        if len(self) >= self._most and key not in self:
            for old in list(islice(self, (self._most + 1) // 2)):
                del self[old]
        super().__setitem__(key, value)
