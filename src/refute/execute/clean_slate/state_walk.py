"""All state that can be reached from the modules under test: `reach`.

From the globals of each module into classes of the subject, functions (defaults, attributes, closures), containers
and objects, to any depth.  The walk stops at other people's modules, classes and functions, which are taken to be
what they are.
"""

from __future__ import annotations

import _thread
import functools
import threading
import types
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from refute.execute.clean_slate import library_places
from refute.execute.clean_slate.iterators import IteratorPlace, PartialPlace, shared_parts
from refute.execute.clean_slate.places import (
    AttributesPlace,
    CellPlace,
    ClassPlace,
    DequePlace,
    DictPlace,
    ForeignModulePlace,
    FunctionPlace,
    Held,
    ListPlace,
    ModulePlace,
    ObjectPlace,
    OrderedPlace,
    Place,
    SetPlace,
    SlotsPlace,
)
from refute.look.homes import home_of
from refute.look.objects import attributes_of, slots_of

# So many references are followed; a subject with more keeps tables, which seldom change.
_MOST = 400_000

_ATOMS = frozenset(
    [
        *(int, float, complex, bool, str, bytes, type(None), type(...), type(NotImplemented)),
        *(range, slice, types.CodeType, types.WrapperDescriptorType, types.MethodDescriptorType),
        *(types.GetSetDescriptorType, types.MemberDescriptorType, types.GenericAlias),
        *(types.UnionType, types.ClassMethodDescriptorType),
    ]
)
# Objects of these modules never change, or what changes in them is not the subject's.
_STATELESS = frozenset(
    [
        *("typing", "typing_extensions", "types", "abc", "_abc", "dataclasses", "inspect", "ast"),
        *("re", "_sre", "pathlib", "datetime", "zoneinfo", "fractions", "uuid", "ipaddress"),
        *("weakref", "_weakref", "threading", "_thread", "_io", "mmap", "ctypes", "_ctypes"),
        *("_frozen_importlib", "_frozen_importlib_external", "importlib.machinery", "zipimport"),
        "string",
    ]
)
# Of those above, the containers.
_WEAK = frozenset(["WeakValueDictionary", "WeakKeyDictionary", "WeakSet"])
_LOCKED = frozenset(["Condition", "Semaphore", "BoundedSemaphore", "Event", "Barrier"])
_SPEC = frozenset(["__builtins__", "__spec__", "__loader__", "__cached__", "__path__"])
_BY_BASE: tuple[tuple[type, type[Held]], ...] = (
    (list, ListPlace),
    (OrderedDict, OrderedPlace),
    (dict, DictPlace),
    (set, SetPlace),
    (deque, DequePlace),
)


class StateWalk:
    """One walk.  `places` is what it found, those that hold others before what they hold."""

    def __init__(self, is_subject: Callable[[str], bool]) -> None:
        self.places: list[Place] = []
        self.uses_random = False
        self.classes: list[type] = []
        self._is_subject = is_subject
        self._seen: dict[int, Any] = {}  # holds what it has seen: ids must not be given out again
        self._iterators: dict[int, IteratorPlace] = {}
        self._todo: list[tuple[Place | None, Iterable[Any]]] = []
        self._left = _MOST

    def module(self, module: types.ModuleType) -> None:
        """Follow the globals of a module under test."""
        if self._is_new(module):
            place = ModulePlace(module)
            held = [value for name, value in tuple(vars(module).items()) if name not in _SPEC]
            self._add(place, held)
            self._run()

    def foreign(self, module: types.ModuleType) -> None:
        """Take in the globals of another module, but not what they hold."""
        if self._is_new(vars(module)):
            self.places.append(ForeignModulePlace(vars(module)))

    def _is_new(self, thing: Any) -> bool:
        if id(thing) in self._seen:
            return False
        self._seen[id(thing)] = thing
        return True

    def _add(self, place: Place, held: Iterable[Any] = ()) -> None:
        self.places.append(place)
        self._todo.append((place, held))

    def _run(self) -> None:
        todo = self._todo
        while todo and self._left > 0:
            holder, held = todo.pop()
            for thing in held:
                if type(thing) in _ATOMS:
                    continue
                self._left -= 1
                if self._is_new(thing):
                    try:
                        self._enter(thing)
                    except Exception:
                        continue  # what cannot be looked at cannot be put back
                self._note_holder(holder, thing)

    def _note_holder(self, holder: Place | None, thing: Any) -> None:
        iterator = self._iterators.get(id(thing))
        if iterator is not None and holder is not None:
            iterator.holders.append(holder)

    def _enter(self, thing: Any) -> None:
        cls = type(thing)
        if isinstance(thing, type):
            self._enter_class(thing)
        elif cls is types.FunctionType:
            self._enter_function(thing)
        elif cls is tuple or cls is frozenset:
            self._todo.append((None, thing))
        elif isinstance(thing, types.ModuleType) and not self._is_subject(cls.__module__):
            # Also one that fills itself lazily, as those of six do: it moves what it holds between itself and its class.
            self.uses_random = self.uses_random or thing.__name__ == "random"
        elif cls is types.BuiltinMethodType or cls is types.MethodWrapperType:
            self._enter_builtin_method(thing)
        else:
            self._enter_object(thing, cls)

    def _enter_class(self, cls: type) -> None:
        if self._is_subject(home_of(cls)) and cls.__flags__ & _HEAP_TYPE:
            self.classes.append(cls)
            self._add(ClassPlace(cls), list(vars(cls).values()))

    def _enter_function(self, function: types.FunctionType) -> None:
        closure = function.__closure__ or ()
        is_ours = self._is_subject(function.__globals__.get("__name__") or "")
        if not is_ours and not closure:
            return
        if is_ours:
            self._look_for_random(function.__code__)
            kept = [*(function.__defaults__ or ()), function.__kwdefaults__]
            self._add(FunctionPlace(function), kept)
            self._add(AttributesPlace(function.__dict__), list(function.__dict__.values()))
        elif function.__dict__:
            self._todo.append((None, list(function.__dict__.values())))
        for cell in closure:
            self._enter_cell(cell)

    def _enter_cell(self, cell: types.CellType) -> None:
        try:
            contents = cell.cell_contents
        except ValueError:  # empty: not assigned yet, or deleted
            return
        if self._is_new(cell):
            self._add(CellPlace(cell), [contents])

    def _look_for_random(self, code: types.CodeType) -> None:
        if "random" in code.co_names:
            self.uses_random = True
        for constant in code.co_consts:
            if type(constant) is types.CodeType:
                self._look_for_random(constant)

    def _enter_builtin_method(self, method: Any) -> None:
        owner = method.__self__
        if owner is None or isinstance(owner, types.ModuleType | type):
            return
        if isinstance(owner, Random):
            self.uses_random = True
            return
        if self._is_new(owner):
            self._enter(owner)
        iterator = self._iterators.get(id(owner))
        if iterator is not None:
            iterator.methods.append(method)
            self._iterators[id(method)] = iterator

    def _enter_object(self, thing: Any, cls: type) -> None:
        module = cls.__module__ if isinstance(cls.__module__, str) else ""
        if cls is types.CellType:
            self._enter_cell(thing)
            return
        if isinstance(thing, library_places.CACHE):
            self._add(library_places.CachePlace(thing), [thing.__wrapped__])
            return
        if isinstance(thing, threading.local):
            # What other threads see is theirs: the code under test runs in this one.
            attributes = _thread._local.__getattribute__(thing, "__dict__")
            self._add(AttributesPlace(attributes), list(attributes.values()))
            return
        if cls is functools.partial:
            self._add(PartialPlace(thing), [thing.func, *thing.args, thing.keywords])
            return
        if not self._enter_container(thing):
            place = library_places.place_for(thing)
            if place is not None:
                self.places.append(place)
                if isinstance(place, IteratorPlace):
                    self._iterators[id(thing)] = place
                    self._todo.append((None, shared_parts(thing)))
                    return
        self._todo.append((None, _parts(thing)))
        stateless = module in _STATELESS and cls.__name__ not in _WEAK | _LOCKED
        stateless = stateless or module.partition(".")[0] == "refute"
        if not stateless or self._is_subject(module):
            self._enter_attributes(thing, cls)

    def _enter_container(self, thing: Any) -> bool:
        for base, kind in _BY_BASE:
            if isinstance(thing, base):
                place = kind(thing)
                self._add(place, [item for part in place.saved for item in part])
                if hasattr(thing, "default_factory"):
                    self._todo.append((None, [thing.default_factory]))
                return True
        return False

    def _enter_attributes(self, thing: Any, cls: type) -> None:
        attributes = attributes_of(thing)
        if attributes is not None:
            if cls.__flags__ & _HEAP_TYPE:
                self.places.append(ObjectPlace(thing, attributes))
            self._add(AttributesPlace(attributes), list(attributes.values()))
        members = _slots(cls)
        if members:
            place = SlotsPlace(thing, members)
            self._add(place, place.contents)


_HEAP_TYPE = 1 << 9


def _slots(cls: type) -> tuple[types.MemberDescriptorType, ...]:
    """Return what reads and sets the slots of a class written in Python."""
    return tuple(
        member
        for member in slots_of(cls)
        if "__slots__" in vars(member.__objclass__) and member.__objclass__.__flags__ & _HEAP_TYPE
    )


def _parts(thing: Any) -> list[Any]:
    """Return what an object of the interpreter is made of: the functions in a property, the object of a method."""
    if isinstance(thing, staticmethod | classmethod):
        return [thing.__func__]
    if isinstance(thing, property):
        return [thing.fget, thing.fset, thing.fdel]
    if isinstance(thing, types.MethodType):
        return [thing.__func__, thing.__self__]
    if isinstance(thing, types.MappingProxyType):
        return []
    if isinstance(thing, functools.cached_property):
        return [thing.func]
    return []


def _is_ours(name: str, is_subject: Callable[[str], bool]) -> bool:
    # What sys holds is put back by those who know what it means.
    return name in ("sys", "signal") or name.partition(".")[0] == "refute" or is_subject(name)


def reach(modules: Iterable[types.ModuleType], is_subject: Callable[[str], bool]) -> StateWalk:
    """Return all places that the modules lead to."""
    walk = StateWalk(is_subject)
    listed = list(modules)
    for module in listed:
        walk.module(module)
    abstract = [cls for cls in walk.classes if "_abc_impl" in vars(cls)]
    if abstract:
        walk.places.append(library_places.AbcPlace(abstract))
    for module in listed:
        for value in list(vars(module).values()):
            if type(value) is types.ModuleType and not _is_ours(value.__name__, is_subject):
                walk.foreign(value)
    return walk
