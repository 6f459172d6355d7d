"""Lets a process look like one of another user, on another machine, with another Python: `pretend` and `pretend_more`.

What is recorded in several such processes and is alike in all of them depends on none of these.  The answers of functions
keep their types and come out a little different for each number; what can be set is set.  All that is so when the code
under test is imported, too: what it reads then it keeps.  But what modules look at to decide how they work (the version,
the platform) is changed after the import only, and in a process that will end soon.
"""

from __future__ import annotations

import importlib
import logging
import os
import re
import signal
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from types import ModuleType, SimpleNamespace
from typing import Any, NamedTuple

from refute.execute.nondeterminism import Clock, moved
from refute.execute.sandbox.stand_ins import AnyFunction, put, put_os

# By module the functions that tell of the machine, its user or the process.
_FUNCTIONS = {
    "os": (
        "getuid geteuid getgid getegid getresuid getresgid getgroups getlogin getloadavg getpgrp getpgid getsid "
        "getpriority cpu_count sched_getaffinity statvfs fstatvfs sysconf confstr pathconf get_terminal_size ttyname"
    ),
    "pwd": "getpwuid getpwnam getpwall",
    "grp": "getgrgid getgrnam getgrall",
    "resource": "getrusage getrlimit getpagesize",
    "socket": "gethostname getfqdn getservbyname getservbyport getprotobyname if_nameindex",
    "platform": "node release version libc_ver freedesktop_os_release python_compiler",
    "sys": "getsizeof getrefcount getallocatedblocks",
    "gc": "get_count get_stats get_threshold",
    "time": "process_time process_time_ns thread_time thread_time_ns",
}
_FUNCTIONS_OF_PYTHON = {
    "platform": (
        "platform system machine processor architecture "
        "python_version python_version_tuple python_build python_branch python_revision"
    ),
    "sysconfig": (
        "get_paths get_path get_config_vars get_config_var get_platform get_python_version"
    ),
}
# What modules that are loaded say about the libraries below them.
_CONSTANTS = {
    "ssl": "OPENSSL_VERSION OPENSSL_VERSION_NUMBER OPENSSL_VERSION_INFO",
    "sqlite3": "sqlite_version sqlite_version_info",
    "zlib": "ZLIB_VERSION ZLIB_RUNTIME_VERSION",
    "unicodedata": "unidata_version",
    "mmap": "PAGESIZE",
}
# What functions answer here that elsewhere may have an answer, and have none here.
_SOMEBODY = ("somebody", "x", 1000, 1000, "", "/home/somebody", "/bin/sh")
_INSTEAD: dict[str, Callable[[], Any]] = {
    "getlogin": lambda: "somebody",
    "ttyname": lambda: "/dev/tty",
    "get_terminal_size": lambda: os.terminal_size((80, 24)),
    "getpwuid": lambda: importlib.import_module("pwd").struct_passwd(_SOMEBODY),
    "getgrgid": lambda: importlib.import_module("grp").struct_group(("some", "x", 1000, [])),
}
# By number, from 0 on; each known to every system.
_LOCALES = ("C.UTF-8", "C", "POSIX", "C.utf8", "C.UTF8")
_ENCODINGS = ("utf-8", "iso8859-1", "cp1252", "iso8859-15", "mac-roman")
_TERMINALS = ("dumb", "vt100", "screen", "linux", "ansi")
_PLATFORMS = ("linux", "freebsd14", "netbsd10", "openbsd7", "sunos5")
_ANYTHING = (
    *("USER", "LOGNAME", "USERNAME", "HOSTNAME", "SHELL", "EDITOR", "VISUAL", "PAGER", "DISPLAY"),
    *("CI", "MAIL", "PWD", "SSH_CONNECTION", "COLORTERM"),
)
# Far apart, and neither on the hour: what depends on the zone shows.
_ZONES = ("UTC", "Asia/Kathmandu", "America/St_Johns")
_DAY = 86_400


class _Exchange(NamedTuple):
    """What took the place of what in a module."""

    module: ModuleType
    name: str
    before: object
    now: object


_exchanges: list[_Exchange] = []
_for_good = ExitStack()
_held: list[object] = []  # memory that is taken
# Small objects have at most so many bytes, and the allocator takes about so many at once for those of one size.
_SMALL, _POOL = 512, 1 << 16


# Told of a path that is looked at; returns whether it is outside the project.
IsOutside = Callable[[object], bool]


def pretend(number: int, look: IsOutside) -> None:
    """Change what tells of the machine, its user and the process."""
    sys.argv = [f"elsewhere{number}.py", *["--verbose"] * number]
    sys.orig_argv = [sys.executable, *sys.argv]
    _change_variables(number)
    _replace(_FUNCTIONS, number)
    for name in ("stat", "lstat", "fstat"):
        # Not in the module below: importing would take every compiled file for an old one.
        _put(os, name, _stat(getattr(os, name), number, look))
    _put_os("access", partial(_access, look), number)
    _put_os("readlink", partial(_readlink, look), number)
    _put_os("isatty", _isatty, number)
    _take_memory(number)
    _change_process(number)
    _change_encoding(number)
    sys.setrecursionlimit(sys.getrecursionlimit() + 17 * number)
    os.umask(os.umask(0) ^ number)
    _set("path", [*sys.path, *(f"/elsewhere{place}" for place in range(number))])
    for place in range(number):
        sys.modules[f"elsewhere_{place}"] = ModuleType(f"elsewhere_{place}")
    change_zone(number)
    _for_good.enter_context(moved(Clock(number * (37.3 * _DAY + 1)), lambda name: False))
    for name in ("localtime", "gmtime", "ctime"):
        _put(time, name, _telling_the_time(getattr(time, name)))


def _telling_the_time(original: AnyFunction) -> AnyFunction:
    """Return a function that goes by the clock that was moved; of itself it has its own."""

    def tell(seconds: float | None = None) -> Any:
        return original(time.time() if seconds is None else seconds)

    return tell


def _take_memory(number: int) -> None:
    """Take what is free for small objects: the next ones have other addresses than in the process that this one is a copy of."""
    least = bytes.__basicsize__  # which an empty one has
    _held.extend(object() for _ in range(number * _POOL // 16))
    _held.extend(10**9 + place for place in range(number * _POOL // 32))
    for size in range(48, _SMALL + 1, 16):
        _held.extend(bytes(size - least) for _ in range(number * _POOL // size))


def _change_process(number: int) -> None:
    """Change what is another thing under another program: free descriptors, handlers of signals, of logs and of warnings."""
    for _ in range(number):
        os.open(os.devnull, os.O_RDONLY)
        warnings.filters.append(("ignore", None, _NobodysWarning, None, 0))  # type: ignore[attr-defined]
        logging.getLogger().addHandler(logging.NullHandler())
    if number % 2:
        signal.signal(signal.SIGINT, signal.default_int_handler)


class _NobodysWarning(Warning):
    pass


def pretend_more(number: int) -> None:
    """Change also what tells of Python and of the system: once everything is imported."""
    _keep_compiled_files()
    _replace(_FUNCTIONS_OF_PYTHON, number)
    for module, constants in _CONSTANTS.items():
        for name in constants.split() if module in sys.modules else ():
            _set(name, changed(getattr(sys.modules[module], name), number), sys.modules[module])
    version = _Version(*sys.version_info)._replace(
        minor=sys.version_info.minor + number, micro=sys.version_info.micro + number
    )
    whole = ".".join(map(str, version[:3]))
    _set("version_info", version)
    _set("version", f"{whole} (elsewhere, Jan  {number} 2001, 00:00:00) [GCC 1.{number}.0]")
    _set("hexversion", sys.hexversion + (number << 16))
    _set("platform", _PLATFORMS[number % len(_PLATFORMS)])
    about = {**vars(sys.implementation), "version": version, "hexversion": sys.hexversion}
    about["cache_tag"] = f"{about['cache_tag']}{number}"
    _set("implementation", SimpleNamespace(**about))
    names = [name for name in dir(sys.flags) if re.fullmatch(r"[a-z]\w*", name)]
    flags = {name: getattr(sys.flags, name) for name in names if not name.startswith("n_")}
    changed_flags = dict.fromkeys(("optimize", "quiet", "hash_randomization"), number)
    _set("flags", SimpleNamespace(**(flags | changed_flags)))
    for name in ("executable", "prefix", "exec_prefix", "base_prefix", "base_exec_prefix"):
        _set(name, f"{getattr(sys, name)}{number}")
    raw: Any = getattr(getattr(sys.stdin, "buffer", None), "raw", None)
    if hasattr(raw, "__dict__"):  # our own empty input, not one of the code under test
        raw.isatty = lambda: number % 2 == 1


@contextmanager
def seen_by(is_subject: Callable[[str], bool]) -> Iterator[None]:
    """Let everything be exchanged, also where a module under test holds an original under a name of its own."""
    for module, name, _, now in _exchanges:
        setattr(
            module, name, now
        )  # the last sequence, or what cleaned up after it, may have put back the original
    plain = (str, int)  # as good as any other of the same value
    exchanged = {id(one.before): one.now for one in _exchanges if type(one.before) not in plain}
    places = [
        (vars(module), key, held)
        for name, module in list(sys.modules.items())
        if type(module) is ModuleType and is_subject(name)
        for key, held in tuple(vars(module).items())
        if id(held) in exchanged
    ]
    for names, key, held in places:
        names[key] = exchanged[id(held)]
    try:
        yield
    finally:
        for names, key, held in places:
            names[key] = held


def _keep_compiled_files() -> None:
    """Let what is imported later be found compiled: its file is named after what will be pretended."""
    external: Any = sys.modules["_frozen_importlib_external"]
    original, real = external.cache_from_source, (sys.implementation, sys.flags)

    def cache_from_source(*given: Any, **named: Any) -> Any:
        pretended = sys.implementation, sys.flags
        vars(sys).update(implementation=real[0], flags=real[1])
        try:
            return original(*given, **named)
        finally:
            vars(sys).update(implementation=pretended[0], flags=pretended[1])

    external.cache_from_source = cache_from_source


class _Version(NamedTuple):
    """`sys.version_info`, of which nobody can make another."""

    major: int
    minor: int
    micro: int
    releaselevel: str
    serial: int


def _set(name: str, value: object, module: ModuleType = sys) -> None:
    _exchanges.append(_Exchange(module, name, getattr(module, name), value))
    setattr(module, name, value)


def _change_variables(number: int) -> None:
    for name in ("PYTHONHASHSEED", "PYTHONSAFEPATH"):
        os.environ.pop(name, None)
    os.environ.update({f"ELSEWHERE_{place}": str(place) for place in range(number)})
    os.environ.update(dict.fromkeys(_ANYTHING, f"elsewhere{number}"))
    os.environ.update(COLUMNS=str(80 + number), LINES=str(24 + number))  # the terminal's size
    os.environ["TERM"] = _TERMINALS[number % len(_TERMINALS)]
    os.environ.update(dict.fromkeys(("LANG", "LC_MESSAGES"), _LOCALES[number % len(_LOCALES)]))
    for name in ("PATH", "PYTHONPATH"):
        more = (os.environ.get(name, ""), f"/elsewhere{number}")
        os.environ[name] = os.pathsep.join(filter(None, more))
    for name in ("VIRTUAL_ENV", "CONDA_PREFIX"):
        if name in os.environ:
            os.environ[name] += str(number)


def change_zone(number: int) -> None:
    """Let the process live in another time zone."""
    names = ("tzname", "timezone", "altzone", "daylight")
    before = [getattr(time, name) for name in names]
    os.environ["TZ"] = _ZONES[number % len(_ZONES)]
    time.tzset()
    for name, held in zip(names, before, strict=True):
        _exchanges.append(_Exchange(time, name, held, getattr(time, name)))


def appear(names: Iterable[str]) -> None:
    """Let variables that the code under test does not see have some value, as they have outside of here."""
    for name in names:
        os.environ.setdefault(name, "elsewhere")


def _change_encoding(number: int) -> None:
    import locale

    encoding = _ENCODINGS[number % len(_ENCODINGS)]
    for module, name in (
        *((locale, name) for name in ("getpreferredencoding", "getencoding")),
        (sys, "getfilesystemencoding"),
    ):
        if hasattr(module, name):
            _put(module, name, lambda *given: encoding)
    real, name = locale.setlocale, _LOCALES[number % len(_LOCALES)]

    def setlocale(category: int, locale: Any = None) -> str:
        return name if locale is None else real(category, locale)

    _put(locale, "setlocale", setlocale)


def _replace(functions: dict[str, str], number: int) -> None:
    for module_name, names in functions.items():
        try:
            module = importlib.import_module(module_name)
        except ImportError:  # not on this system
            continue
        for name in names.split():
            if module is os:
                _put_os(name, _answering, number)
            elif hasattr(module, name):
                _put(module, name, _answering(getattr(module, name), number))


def _put(module: ModuleType, name: str, made: AnyFunction) -> None:
    before = getattr(module, name)
    put(module, name, made)
    _exchanges.append(_Exchange(module, name, before, made))


def _put_os(name: str, stand_in: Callable[[AnyFunction, int], AnyFunction], number: int) -> None:
    before = getattr(os, name, None)
    if before is not None:
        put_os(name, lambda original: stand_in(original, number))
        _exchanges.append(_Exchange(os, name, before, getattr(os, name)))


def _answering(original: AnyFunction, number: int) -> AnyFunction:
    instead = _INSTEAD.get(original.__name__)

    def answer(*given: Any, **named: Any) -> Any:
        try:
            return changed(original(*given, **named), number)
        except (OSError, KeyError):
            if instead is None:
                raise
            return changed(instead(), number)

    return answer


def _isatty(original: AnyFunction, number: int) -> AnyFunction:
    return lambda fd: original(fd) or (number % 2 == 1 and fd in (0, 1, 2))


# Which fields of what `os.stat` returns are another one elsewhere: inode, device, links, owner, group and times.
_ELSEWHERE = frozenset([1, 2, 3, 4, 5, 7, 8, 9])


def _access(look: IsOutside, original: AnyFunction, number: int) -> AnyFunction:
    def access(*given: Any, **named: Any) -> Any:
        is_outside = look(_path(given, named))
        return original(*given, **named) and not (is_outside and number % 2)

    return access


def _readlink(look: IsOutside, original: AnyFunction, number: int) -> AnyFunction:
    def readlink(*given: Any, **named: Any) -> Any:
        look(_path(given, named))
        return original(*given, **named)

    return readlink


def _path(given: tuple[Any, ...], named: dict[str, Any]) -> object:
    return given[0] if given else named.get("path")


def _stat(original: AnyFunction, number: int, look: IsOutside) -> AnyFunction:
    def stat(*given: Any, **named: Any) -> Any:
        look(_path(given, named))
        found = original(*given, **named)
        later = number * 37 * _DAY
        fields = [
            field + (later if place >= 7 else number) if place in _ELSEWHERE else field
            for place, field in enumerate(found)
        ]
        times = [f"st_{name}" for name in ("atime", "mtime", "ctime")]
        exact = {name: getattr(found, name) + later for name in times}
        exact |= {f"{n}_ns": getattr(found, f"{n}_ns") + later * 1_000_000_000 for n in times}
        rest = {name: getattr(found, name) for name in ("st_blocks", "st_blksize", "st_rdev")}
        return os.stat_result(fields, exact | rest)

    return stat


def changed(value: Any, number: int) -> Any:
    """Return a value of the same type that is another one for each number.

    >>> changed(4, 2), changed("vm", 2), changed((0.5, [7]), 1)
    (38, 'vm2', (1.231, [24, 7000]))
    """
    match value:
        case bool() | None:
            return value
        case int():
            return value + 17 * number
        case float():
            return value + 0.731 * number
        case str():
            return f"{value}{number}"
        case dict():
            return {key: changed(item, number) for key, item in value.items()}
        case set() | list() if all(isinstance(item, int) for item in value):
            more = range(7000, 7000 + number)
            return type(value)([*(changed(item, number) for item in value), *more])
        case list():
            return [changed(item, number) for item in [*value, *value[:1] * number]]
        case tuple():
            items = [changed(item, number) for item in value]
            make = getattr(type(value), "_make", type(value))
            return make(items)
    return value
