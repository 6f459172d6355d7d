"""Settings of the whole interpreter that a call may leave changed: `settings`, `shared_places`.

The environment, the working folder, streams, signals and limits are `sandbox.reset_process`'s part: they leave audit
events or are compared there.  Here is what leaves none: the locale, filters of warnings, the decimal context, logging.
"""

from __future__ import annotations

import functools
import gc
import random
import sys
from collections.abc import Callable
from operator import attrgetter, is_
from types import ModuleType
from typing import Any

from refute.execute.clean_slate.library_places import DecimalPlace, RandomPlace
from refute.execute.clean_slate.places import AttributesPlace, DictPlace, ListPlace, Place


class Setting(Place):
    """A value that is read with one function and set with another."""

    __slots__ = ("_read", "_saved", "_write")
    weight = 15

    def __init__(self, read: Callable[[], Any], write: Callable[[Any], Any]) -> None:
        self._read, self._write = read, write
        self._saved = read()

    def changed(self) -> bool:
        """Return whether the value is another one."""
        return bool(self._read() != self._saved)

    def put_back(self) -> bool:
        """Set the old value."""
        self._write(self._saved)
        return True


class Attributes(Place):
    """Some attributes of a module, which may be set to something else."""

    __slots__ = ("_module", "_names", "_read", "_saved")
    weight = 12

    def __init__(self, module: Any, names: list[str]) -> None:
        self._module, self._names = module, names
        self._read = attrgetter(*names)
        self._saved = self._now()

    def _now(self) -> tuple[Any, ...]:
        values = self._read(self._module)
        return values if len(self._names) > 1 else (values,)

    def changed(self) -> bool:
        """Return whether one of them is another object."""
        try:
            return not all(map(is_, self._now(), self._saved))
        except AttributeError:
            return True

    def put_back(self) -> bool:
        """Set them all."""
        for name, value in zip(self._names, self._saved, strict=True):
            setattr(self._module, name, value)
        return True


class Filters(Place):
    """The filters of warnings: C code looks at them only when told that they have changed."""

    __slots__ = ("_filters", "_saved", "_warnings")
    weight = 12

    def __init__(self, warnings: Any) -> None:
        self._warnings = warnings
        self._filters = warnings.filters
        self._saved = list(self._filters)

    def changed(self) -> bool:
        """Return whether the list is another one, or holds others."""
        return self._warnings.filters is not self._filters or self._filters != self._saved

    def put_back(self) -> bool:
        """Set the list and what is in it, and say so."""
        self._warnings.filters = self._filters
        self._filters[:] = self._saved
        self._warnings._filters_mutated()
        return True


class Modules(Place):
    """The modules under test under their names, and the folders that modules are looked for in."""

    __slots__ = ("_modules",)

    @property
    def weight(self) -> int:
        """One for each module."""
        return 6 + len(self._modules)

    def __init__(self, names: list[str]) -> None:
        self._modules = {name: sys.modules[name] for name in names}

    def add(self, name: str, module: ModuleType) -> None:
        """Add one that was imported later."""
        self._modules[name] = module

    def changed(self) -> bool:
        """Return whether one was taken away or replaced."""
        modules = self._modules
        return not all(map(is_, map(sys.modules.get, modules), modules.values()))

    def put_back(self) -> bool:
        """Enter them again."""
        sys.modules.update(self._modules)
        return True


# Module, function that reads, function that sets: of those that are loaded.
_PAIRS = (
    ("socket", "getdefaulttimeout", "setdefaulttimeout"),
    ("csv", "field_size_limit", "field_size_limit"),
    ("sys", "get_int_max_str_digits", "set_int_max_str_digits"),
    ("calendar", "firstweekday", "setfirstweekday"),
)
_ATTRIBUTES = {
    "sys": "path argv meta_path path_hooks displayhook excepthook unraisablehook dont_write_bytecode",
    "warnings": "showwarning formatwarning",
}


def settings(uses_random: bool) -> tuple[list[Place], list[Place]]:
    """Return what is to be looked at after every sequence, and what now and then will do."""
    import warnings

    often: list[Place] = [Filters(warnings)]
    often += [Attributes(sys.modules[name], names.split()) for name, names in _ATTRIBUTES.items()]
    seldom: list[Place] = [Setting(gc.get_threshold, lambda three: gc.set_threshold(*three))]
    for module, read, write in _PAIRS:
        loaded = sys.modules.get(module)
        if hasattr(loaded, read) and hasattr(loaded, write):
            seldom.append(Setting(getattr(loaded, read), getattr(loaded, write)))
    if "locale" in sys.modules:
        locale = sys.modules["locale"]
        locale_is = functools.partial(locale._setlocale, locale.LC_ALL)
        often.append(Setting(functools.partial(locale_is, None), locale_is))
    if "decimal" in sys.modules:
        often.append(DecimalPlace(sys.modules["decimal"].getcontext()))
    # The state is large: it is put back every time only for those who use it.
    (often if uses_random else seldom).append(RandomPlace(random._inst))
    return often, seldom


def shared_places() -> list[Place]:
    """Return the places of what belongs to nobody and is changed by everybody.

    Not what these hold in turn: a handler of logs may lead anywhere, for one to the program that runs the tests.
    """
    lists = [sys.path, sys.argv, sys.meta_path, sys.path_hooks]
    dicts = [sys.modules["copyreg"].dispatch_table] if "copyreg" in sys.modules else []
    attributes: list[dict[str, Any]] = []
    logging = sys.modules.get("logging")
    if logging is not None:
        manager = logging.Logger.manager
        dicts += [manager.loggerDict, logging._levelToName, logging._nameToLevel]
        attributes.append(vars(manager))
        for logger in (logging.root, *manager.loggerDict.values()):
            if isinstance(logger, logging.Logger):
                attributes.append(vars(logger))
                lists += [logger.handlers, logger.filters]
    return [*map(ListPlace, lists), *map(DictPlace, dicts), *map(AttributesPlace, attributes)]
