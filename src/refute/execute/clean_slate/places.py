"""Where state lives, as places that can be compared with what they held and put back in place.

A `Place` knows one mutable thing: a list, a dict, a set, a deque, the attributes of a module, a class or an object,
a cell of a closure.  What it held is remembered by identity: a place does not look into its contents, which are
places of their own.  Nothing here runs code of the subject except `__hash__` and `__eq__` of what was a key already;
things keep their identity, because others hold references to them.
"""

from __future__ import annotations

import sys
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter, is_
from types import CellType, FunctionType, MappingProxyType, MemberDescriptorType, ModuleType
from typing import Any, ClassVar

_MISSING = object()


class Place:
    """One thing that may change.  `weight` is about how long a look takes, in units of one comparison."""

    __slots__ = ()

    @property
    def weight(self) -> int:
        """What a look costs; at least 1."""
        raise NotImplementedError

    def changed(self) -> bool:
        """Return whether it differs from what was saved."""
        raise NotImplementedError

    def put_back(self) -> bool:
        """Make it what it was, False where that is not possible."""
        raise NotImplementedError

    def substitute(self, new: Mapping[int, Any]) -> bool:
        """Hold other objects from now on where those with these ids were held; False where that is not possible."""
        return False


class Held(Place):
    """A place that is a container of references.

    `length` and `readers` take the container, so that methods which a subclass overrides are not run.  Where the
    container is of the `exact` class, many are compared at a time (`reset.Batch`).  Of a mapping the values are
    saved first, then the keys.
    """

    __slots__ = ("saved", "thing")
    length: ClassVar[Any]  # a function of the container
    readers: ClassVar[tuple[Callable[[Any], Iterable[Any]], ...]]
    exact: ClassVar[type]

    def __init__(self, thing: Any) -> None:
        self.thing = thing
        self.saved: tuple[tuple[Any, ...], ...] = ()
        self.save()

    @property
    def is_plain(self) -> bool:
        """Whether it is no instance of a subclass, whose methods would have to be avoided."""
        return type(self.thing) is self.exact

    @property
    def weight(self) -> int:
        """One for the length, one for each reference."""
        return 2 + sum(map(len, self.saved))

    def save(self) -> None:
        """Take the present contents as those to go back to."""
        self.saved = tuple(tuple(read(self.thing)) for read in type(self).readers)

    def changed(self) -> bool:
        """Return whether it holds other things, or the same in another order."""
        cls, thing, saved = type(self), self.thing, self.saved
        try:
            if cls.length(thing) != len(saved[0]):
                return True
            for read, part in zip(cls.readers, saved, strict=True):
                if not all(map(is_, read(thing), part)):
                    return True
        except (RuntimeError, ValueError):  # changed by another thread while we looked; emptied
            return True
        return False

    def substitute(self, new: Mapping[int, Any]) -> bool:
        """Hold the new objects in what is put back."""
        self.saved = tuple(tuple(new.get(id(x), x) for x in part) for part in self.saved)
        return True


class ListPlace(Held):
    """A list, or the list inside an instance of a subclass."""

    __slots__ = ()
    length = list.__len__
    readers = (list.__iter__,)
    exact = list

    def put_back(self) -> bool:
        """Assign the old elements to the whole slice."""
        list.__setitem__(self.thing, slice(None), self.saved[0])
        return True


class DequePlace(Held):
    """A deque."""

    __slots__ = ()
    length = deque.__len__
    readers = (deque.__iter__,)
    exact = deque

    def put_back(self) -> bool:
        """Fill it anew."""
        deque.clear(self.thing)
        deque.extend(self.thing, self.saved[0])
        return True


class SetPlace(Held):
    """A set.  One that was filled anew iterates in another order, so what was saved follows it."""

    __slots__ = ()
    length = set.__len__
    readers = (set.__iter__,)
    exact = set

    def put_back(self) -> bool:
        """Fill it anew."""
        set.clear(self.thing)
        set.update(self.thing, self.saved[0])
        self.save()
        return True


class DictPlace(Held):
    """A dict, or the dict inside an instance of a subclass."""

    __slots__ = ()
    length = dict.__len__
    readers = (dict.values, dict.__iter__)
    exact = dict

    def put_back(self) -> bool:
        """Take away what was added and set what was replaced; fill it anew where the order is another one."""
        values, keys = self.saved
        now = [*dict.__iter__(self.thing)]
        if len(now) < len(keys) or not all(map(is_, now, keys)):
            dict.clear(self.thing)
            dict.update(self.thing, zip(keys, values, strict=True))
            return True
        for key in now[len(keys) :]:
            dict.__delitem__(self.thing, key)
        present = [*dict.values(self.thing)]
        for key, old, value in zip(keys, values, present, strict=True):
            if value is not old:
                dict.__setitem__(self.thing, key, old)
        return True


class OrderedPlace(Held):
    """An OrderedDict, which keeps its order beside the dict."""

    __slots__ = ()
    length = OrderedDict.__len__
    readers = (OrderedDict.values, OrderedDict.__iter__)
    exact = OrderedDict

    def put_back(self) -> bool:
        """Fill it anew."""
        OrderedDict.clear(self.thing)
        for value, key in zip(*self.saved, strict=True):
            OrderedDict.__setitem__(self.thing, key, value)
        return True


class NamesPlace(Held):
    """Names with what they stand for; their order does not matter."""

    __slots__ = ()

    def put_back(self) -> bool:
        """Take away what was added and set what was replaced."""
        values, names = self.saved
        if len(self.thing) == len(names) and all(map(is_, self.thing, names)):
            now = [*self.thing.values()]
            for name, old in [(names[n], old) for n, old in enumerate(values) if now[n] is not old]:
                self._set(name, old)
            return True
        saved = dict(zip(names, values, strict=True))
        self._adopt(saved)
        for name in [name for name in self.thing if name not in saved]:
            self._delete(name)
        for name, value in saved.items():
            if self.thing.get(name, _MISSING) is not value:
                self._set(name, value)
        if self.changed():  # names in another order, or adopted ones
            self.save()
        return True

    def _set(self, name: str, value: Any) -> None:
        dict.__setitem__(self.thing, name, value)

    def _delete(self, name: str) -> None:
        dict.__delitem__(self.thing, name)

    def _adopt(self, saved: dict[str, Any]) -> None:
        """Add what is to stay though it is new."""


class AttributesPlace(NamesPlace):
    """The `__dict__` of an object or a function."""

    __slots__ = ()
    length = dict.__len__
    readers = (dict.values, dict.__iter__)
    exact = dict


class ModulePlace(AttributesPlace):
    """The globals of a module."""

    __slots__ = ("_name",)

    def __init__(self, module: ModuleType) -> None:
        self._name = module.__name__
        super().__init__(vars(module))

    def _adopt(self, saved: dict[str, Any]) -> None:
        # Submodules imported meanwhile stay loaded; without the attribute nobody could reach them.
        for name, value in self.thing.items():
            if isinstance(value, ModuleType):
                module = sys.modules.get(f"{self._name}.{name}")
                if module is value and name not in saved:
                    saved[name] = value


class ForeignModulePlace(AttributesPlace):
    """The globals of a module that is not under test: put back where they were replaced, left where they were added."""

    __slots__ = ()

    def _adopt(self, saved: dict[str, Any]) -> None:
        for name, value in self.thing.items():
            saved.setdefault(name, value)


class ClassPlace(NamesPlace):
    """The attributes of a class."""

    __slots__ = ("_cls",)
    length = len
    readers = (MappingProxyType.values, iter)
    exact = MappingProxyType

    def __init__(self, cls: type) -> None:
        self._cls = cls
        super().__init__(vars(cls))

    # Whatever the metaclass thinks of it.
    def _set(self, name: str, value: Any) -> None:
        type.__setattr__(self._cls, name, value)

    def _delete(self, name: str) -> None:
        type.__delattr__(self._cls, name)


class CellPlace(Held):
    """A variable of a closure."""

    __slots__ = ()
    length = staticmethod(lambda cell: 1)
    readers = (lambda cell: (cell.cell_contents,),)
    exact = CellType
    weight = 2  # reading it takes a call

    def changed(self) -> bool:
        """Return whether the variable was assigned to."""
        cell: CellType = self.thing
        try:
            return cell.cell_contents is not self.saved[0][0]
        except ValueError:  # deleted
            return True

    def put_back(self) -> bool:
        """Assign the old value."""
        self.thing.cell_contents = self.saved[0][0]
        return True


# Reads many cells in C.
read_cell = attrgetter("cell_contents")


class ObjectPlace(Place):
    """Which class an object has and which dict holds its attributes."""

    __slots__ = ("_attributes", "_cls", "_thing")
    weight = 6

    def __init__(self, thing: Any, attributes: dict[str, Any]) -> None:
        self._thing, self._cls, self._attributes = thing, type(thing), attributes

    def changed(self) -> bool:
        """Return whether one of the two was exchanged."""
        return (
            type(self._thing) is not self._cls
            or object.__getattribute__(self._thing, "__dict__") is not self._attributes
        )

    def put_back(self) -> bool:
        """Exchange them again."""
        if type(self._thing) is not self._cls:
            object.__setattr__(self._thing, "__class__", self._cls)
        object.__setattr__(self._thing, "__dict__", self._attributes)
        return True


class SlotsPlace(Place):
    """The attributes of an object that are kept in slots."""

    __slots__ = ("_members", "_saved", "_thing")

    def __init__(self, thing: Any, members: tuple[MemberDescriptorType, ...]) -> None:
        self._thing, self._members = thing, members
        self._saved = tuple(self._read())

    def _read(self) -> Iterable[Any]:
        cls = type(self._thing)
        for member in self._members:
            try:
                yield member.__get__(self._thing, cls)
            except AttributeError:
                yield _MISSING

    @property
    def contents(self) -> list[Any]:
        """The values of the slots that are set."""
        return [value for value in self._saved if value is not _MISSING]

    @property
    def weight(self) -> int:
        """What reading each slot costs."""
        return 5 + 5 * len(self._members)

    def changed(self) -> bool:
        """Return whether a slot holds something else."""
        return not all(map(is_, self._read(), self._saved))

    def put_back(self) -> bool:
        """Set the slots, and empty those that were empty."""
        for member, old, now in zip(self._members, self._saved, [*self._read()], strict=True):
            if now is old:
                continue
            if old is _MISSING:
                member.__delete__(self._thing)
            else:
                member.__set__(self._thing, old)
        return True

    def substitute(self, new: Mapping[int, Any]) -> bool:
        """Hold the new objects in what is put back."""
        self._saved = tuple(new.get(id(x), x) for x in self._saved)
        return True


class FunctionPlace(Place):
    """The defaults and the code of a function."""

    __slots__ = ("_code", "_defaults", "_function", "_keywords")
    weight = 20  # each of the three leaves an audit event

    def __init__(self, function: FunctionType) -> None:
        self._function = function
        self._defaults, self._keywords = function.__defaults__, function.__kwdefaults__
        self._code = function.__code__

    def changed(self) -> bool:
        """Return whether one of them was replaced."""
        function = self._function
        return (
            function.__defaults__ is not self._defaults
            or function.__kwdefaults__ is not self._keywords
            or function.__code__ is not self._code
        )

    def put_back(self) -> bool:
        """Set all three."""
        self._function.__defaults__ = self._defaults
        self._function.__kwdefaults__ = self._keywords
        self._function.__code__ = self._code
        return True

    def take_over_code(self) -> None:
        """Take the present code for the one that is put back."""
        self._code = self._function.__code__

    def substitute(self, new: Mapping[int, Any]) -> bool:
        """Hold the new objects among the defaults that are put back."""
        if self._defaults is not None:
            self._defaults = tuple(new.get(id(x), x) for x in self._defaults)
        return True
