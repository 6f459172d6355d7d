"""State that is not held in Python containers: caches, iterators, random numbers, contexts, buffers, locks.

What C code keeps to itself can be put back only through the methods it offers.  `place_for` knows those of the
standard library, and anything that offers its memory as a buffer (arrays).  Of the rest some at least show that
they have changed: `Opaque` says that it cannot be put back, and the worker is then used up (docs/clean-slate.md).
"""

from __future__ import annotations

import _queue
import _random
import _thread
import functools
import importlib
import io
import random
import sys
from collections.abc import Callable
from types import AsyncGeneratorType, CoroutineType
from typing import Any

from refute.execute.clean_slate.iterators import Opaque, generator_mark, iterator_place
from refute.execute.clean_slate.places import Place

# So large a buffer is not copied.
_LARGEST_BUFFER = 1 << 20

_LOCK, _RLOCK = type(_thread.allocate_lock()), type(_thread.RLock())
CACHE: Any = type(functools.cache(lambda: None))
# What `abc` is made of; it has no types for those who check them.
_abc: Any = importlib.import_module("_abc")


class CachePlace(Place):
    """A function with `functools.lru_cache`."""

    __slots__ = ("_cached", "_info")
    weight = 12

    def __init__(self, cached: Any) -> None:
        self._cached = cached
        self._info = CACHE.cache_info(cached)

    def changed(self) -> bool:
        """Return whether it was called."""
        return bool(CACHE.cache_info(self._cached) != self._info)

    def put_back(self) -> bool:
        """Empty it.  What was in it after the import is computed again when it is asked for."""
        CACHE.cache_clear(self._cached)
        self._info = CACHE.cache_info(self._cached)
        return True


class RandomPlace(Place):
    """A generator of random numbers.

    Setting its state (3 µs) is quicker than comparing it: it always counts as changed.  It is made to look heavy so
    that it has its turn seldom where nobody draws numbers.
    """

    __slots__ = ("_gauss", "_generator", "_state")
    weight = 2000

    def __init__(self, generator: Any) -> None:
        self._generator = generator
        self._gauss = generator.gauss_next
        self._state = _random.Random.getstate(generator)

    def changed(self) -> bool:
        """Say yes."""
        return True

    def put_back(self) -> bool:
        """Set the state, past what a subclass may do about it."""
        _random.Random.setstate(self._generator, self._state)
        self._generator.gauss_next = self._gauss
        return True


class DecimalPlace(Place):
    """A context of the decimal module: every inexact result raises a flag in it."""

    __slots__ = ("_context", "_copy", "_state")
    weight = 15

    def __init__(self, context: Any) -> None:
        self._context = context
        self._copy = context.copy()
        self._state = context.__reduce__()[1]

    def changed(self) -> bool:
        """Return whether the precision, a flag or a trap is another one."""
        return bool(self._context.__reduce__()[1] != self._state)

    def put_back(self) -> bool:
        """Set everything in place: others may hold the context."""
        for name in ("prec", "rounding", "Emin", "Emax", "capitals", "clamp"):
            setattr(self._context, name, getattr(self._copy, name))
        for name in ("flags", "traps"):
            ours, theirs = getattr(self._copy, name), getattr(self._context, name)
            for signal, value in ours.items():
                theirs[signal] = value
        return True


class TextPlace(Place):
    """A StringIO or BytesIO."""

    __slots__ = ("_at", "_buffer", "_cls", "_held")
    weight = 20

    def __init__(self, buffer: Any) -> None:
        self._cls: Any = io.StringIO if isinstance(buffer, io.StringIO) else io.BytesIO
        self._buffer = buffer
        self._held, self._at = self._now()

    def _now(self) -> tuple[Any, int]:
        return self._cls.getvalue(self._buffer), self._cls.tell(self._buffer)

    def changed(self) -> bool:
        """Return whether it was written to, read from or closed."""
        return bool(self._buffer.closed or self._now() != (self._held, self._at))

    def put_back(self) -> bool:
        """Write the old contents; what is closed stays so."""
        if self._buffer.closed:
            return False
        self._cls.seek(self._buffer, 0)
        self._cls.truncate(self._buffer)
        self._cls.write(self._buffer, self._held)
        self._cls.seek(self._buffer, self._at)
        return True


class BytesPlace(Place):
    """Whatever shows its memory and lets it be written: bytearray, array, NumPy arrays, ctypes structures."""

    __slots__ = ("_saved", "_thing")

    def __init__(self, thing: Any) -> None:
        self._thing = thing
        with memoryview(thing) as view:
            self._saved = view.tobytes()

    @property
    def weight(self) -> int:
        """Copying is quick."""
        return 15 + len(self._saved) // 64

    def changed(self) -> bool:
        """Return whether a byte is another one."""
        with memoryview(self._thing) as view:
            return view.nbytes != len(self._saved) or view.tobytes() != self._saved

    def put_back(self) -> bool:
        """Write the old bytes, after the old size where it can be changed."""
        with memoryview(self._thing) as view:
            fits = view.nbytes == len(self._saved)
        if not fits:
            if not isinstance(self._thing, bytearray):
                return self._resized()
            bytearray.__setitem__(self._thing, slice(None), self._saved)
            return True
        with memoryview(self._thing) as view:
            view.cast("B")[:] = self._saved
        return True

    def _resized(self) -> bool:
        if not hasattr(self._thing, "frombytes"):
            return False
        del self._thing[:]
        self._thing.frombytes(self._saved)
        return True


class LockPlace(Place):
    """A lock that must not stay locked: the next sequence would wait for ever."""

    __slots__ = ("_held", "_is_held", "_lock")
    weight = 4

    def __init__(self, lock: Any) -> None:
        self._lock = lock
        is_reentrant = type(lock) is _RLOCK
        self._is_held: Callable[[], bool] = getattr(lock, "_is_owned" if is_reentrant else "locked")
        self._held = self._is_held()

    def changed(self) -> bool:
        """Return whether it was taken, or given back."""
        return bool(self._is_held() != self._held)

    def put_back(self) -> bool:
        """Give it back, or take it."""
        if self._held:
            return bool(self._lock.acquire(False))
        while self._is_held():
            self._lock.release()
        return True


class AbcPlace(Place):
    """Which classes are registered with the abstract classes of the subject."""

    __slots__ = ("_classes", "_saved", "_token")
    weight = 6

    def __init__(self, classes: list[Any]) -> None:
        self._classes = classes
        self._saved = [self._registered(cls) for cls in classes]
        self._token = _abc.get_cache_token()

    @staticmethod
    def _registered(cls: Any) -> list[Any]:
        found = [reference() for reference in _abc._get_dump(cls)[0]]
        return [one for one in found if one is not None]

    def changed(self) -> bool:
        """Return whether anything was registered anywhere."""
        return bool(_abc.get_cache_token() != self._token)

    def put_back(self) -> bool:
        """Register anew, where it was with one of ours."""
        for cls, saved in zip(self._classes, self._saved, strict=True):
            if {*map(id, self._registered(cls))} != {*map(id, saved)}:
                _abc._reset_registry(cls)
                _abc._reset_caches(cls)
                for one in saved:
                    _abc._abc_register(cls, one)
        self._token = _abc.get_cache_token()
        return True


def place_for(thing: Any) -> Place | None:
    """Return the place for something whose state is kept by C code, None where none can be seen."""
    cls = type(thing)
    if isinstance(thing, random.Random) and not isinstance(thing, random.SystemRandom):
        return RandomPlace(thing)
    if isinstance(thing, io.StringIO | io.BytesIO):
        return None if thing.closed else TextPlace(thing)
    if cls is _LOCK or cls is _RLOCK:
        return LockPlace(thing)
    if cls is CoroutineType or cls is AsyncGeneratorType:
        prefix = "cr" if cls is CoroutineType else "ag"
        return Opaque(lambda: generator_mark(thing, prefix))
    if cls is _queue.SimpleQueue:
        return Opaque(thing.qsize)
    if cls.__module__ in ("sqlite3", "_sqlite3") and cls.__name__ == "Connection":
        return Opaque(lambda: thing.total_changes)
    decimal = sys.modules.get("decimal")
    if decimal is not None and isinstance(thing, decimal.Context):
        return DecimalPlace(thing)
    return iterator_place(thing) or _buffer_place(thing)


def _buffer_place(thing: Any) -> Place | None:
    if isinstance(thing, bytes | memoryview) or type(thing).__module__ == "mmap":
        return None
    try:
        with memoryview(thing) as view:
            usable = not view.readonly and view.c_contiguous and view.nbytes <= _LARGEST_BUFFER
            # An array of references is no array of bytes.
            plain = "O" not in view.format if view.format else True
    except (TypeError, ValueError, BufferError):
        return None
    return BytesPlace(thing) if usable and plain else None
