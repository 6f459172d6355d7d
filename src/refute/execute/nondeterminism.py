"""Answers that differ from run to run: who asks for them (`watched`), and a clock that is moved (`moved`).

Of a run that asked the clock, or for a random UUID, those values may be asserted that have nothing to do with the
answer.  They are found by running it with clocks that are wrong in many ways: far in the future or the past, standing
still, or a day further at every look.  Dates, chance and names of the machine cannot be moved like that; a run that
asks for them is not recorded.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any, NamedTuple

# Functions in C whose answer is another one next time, by module (or class) and name.
_NONDETERMINISTIC = frozenset(
    [
        *(("time", name) for name in ("time", "time_ns", "localtime", "gmtime", "ctime")),
        *(("datetime", name) for name in ("now", "utcnow", "today")),
        *(("date", name) for name in ("today",)),
        *(("posix", name) for name in ("urandom", "getpid", "getppid", "getcwd", "getlogin")),
        *(("posix", name) for name in ("uname", "cpu_count", "getrandom", "times")),
        ("_socket", "gethostname"),
        ("_uuid", "generate_time_safe"),
    ]
)
# Of the generator that everyone shares; one that was given a seed repeats itself.
_CHANCE = frozenset(["random", "getrandbits"])
# Those that a stand-in can take the place of.  They return seconds, or nanoseconds where the name says so.
_CLOCKS = ("time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns")
_REAL: dict[str, Callable[[], Any]] = {name: getattr(time, name) for name in _CLOCKS}
# The recorder itself asks for the time and the machine's names, to keep them out of what it records.
# Logging stamps every record; what is logged is not what is asserted.
_LOOKING = "refute.judge.observations"
_OURS = frozenset([_LOOKING, "refute.execute.clock", __name__, "socket", "tempfile", "logging"])

_CHANCE_WORDS = "chance"
_WORDS = {
    "time": "the clock",
    "datetime": "the clock",
    "date": "the date",
    "posix": "the machine",
    "_socket": "the machine",
    "_uuid": "the clock",
}
_MODULES = {"datetime": "datetime.datetime", "date": "datetime.date", "posix": "os"}
_MODULES |= {"_socket": "socket", "_uuid": "uuid"}


class Clock(NamedTuple):
    """A clock that is wrong: by `offset` seconds, and by another `step` at each look; one that stands still looks once."""

    offset: float
    step: float = 0.0
    is_still: bool = False


_DAY = 86_400.0
# By a second and by less, so that a parity shows; by years; and the time between two looks may be nothing or a lot.
CLOCKS = (
    Clock(1.0, is_still=True),
    Clock(0.37, 0.5),
    Clock(3 * _DAY + 7.7, 61.0),
    Clock(400.3 * _DAY + 1, 3_700.0),
    Clock(-3_000.7 * _DAY, _DAY + 1),
    Clock(9_000.2 * _DAY, 500.4 * _DAY),
)


class Asked:
    """What was asked in a run that will be answered otherwise next time."""

    def __init__(self) -> None:
        self.lasting: list[str] = []  # there is no telling what depends on the answer
        self.movable: list[str] = []  # running with other answers tells
        # By which look at an object, by its name, for each that is lasting; None where the run itself asked.
        self.lookers: list[str | None] = []

    def add(self, words: str, frame: Any) -> None:
        """Note something of which there is no telling what depends on it."""
        self.lasting.append(words)
        self.lookers.append(_looker(frame))

    def words(self) -> tuple[str, ...]:
        """Return what was asked, for people, each once."""
        return tuple(dict.fromkeys([*self.lasting, *self.movable]))


@contextmanager
def watched() -> Iterator[Asked]:
    """Yield what is asked in the block."""
    import random

    common = random.random.__self__  # type: ignore[attr-defined]
    asked = Asked()

    def profile(frame: Any, event: str, function: Any) -> None:
        if event != "c_call":
            return
        name = function.__name__
        owner = function.__self__
        if name in _CHANCE:
            if owner is common:
                asked.add(f"{_CHANCE_WORDS} (random.{name})", frame)
            return
        if name == "seed" and frame.f_locals.get("a", 0) is None:
            asked.add(f"{_CHANCE_WORDS} (random.seed)", frame)
        where = owner.__name__ if hasattr(owner, "__name__") else ""
        if where == "time" and name in _REAL:
            _note_clock(asked, frame, name)
        elif (where, name) in _NONDETERMINISTIC and frame.f_globals.get("__name__") not in _OURS:
            if name == "urandom" and frame.f_globals.get("__name__") == "uuid":
                asked.movable.append(f"{_CHANCE_WORDS} (uuid.uuid4)")
            else:
                asked.add(_told(where, name), frame)

    before = sys.getprofile()
    sys.setprofile(profile)
    try:
        yield asked
    finally:
        sys.setprofile(before)


def _note_clock(asked: Asked, frame: Any, name: str) -> None:
    is_stand_in = frame.f_code is _READ
    asking = frame.f_back.f_back if is_stand_in else frame
    if asking.f_globals.get("__name__") in _OURS:
        return
    if is_stand_in:
        asked.movable.append(_told("time", name))
    elif ("time", name) in _NONDETERMINISTIC:
        # One that no stand-in could take the place of: it was kept under another name.
        asked.add(_told("time", name), frame)


def _looker(frame: Any) -> str | None:
    """Return the name of the function that we have called to look at an object, and in which this frame is."""
    while frame is not None and frame.f_back is not None:
        if frame.f_back.f_globals.get("__name__") == _LOOKING:
            name: str = frame.f_code.co_name
            return name
        frame = frame.f_back
    return None


def _told(where: str, name: str) -> str:
    if name in ("urandom", "getrandom"):
        return f"{_CHANCE_WORDS} (os.{name})"
    return f"{_WORDS[where]} ({_MODULES.get(where, where)}.{name})"


@contextmanager
def moved(clock: Clock, is_subject: Callable[[str], bool]) -> Iterator[None]:
    """Let the clocks of the module `time`, and those that modules under test took from it, be wrong in the block."""
    looks = 0
    still: dict[str, Any] = {}

    def stand_in(name: str) -> Callable[[], Any]:
        unit = 1_000_000_000 if name.endswith("_ns") else 1

        def read() -> Any:
            nonlocal looks
            looks += 1
            now = _read(name)
            if clock.is_still:
                now = still.setdefault(name, now)
            wrong = (clock.offset + looks * clock.step) * unit
            return now + (int(wrong) if unit > 1 else wrong)

        read.__name__ = name
        return read

    made = {name: stand_in(name) for name in _REAL}
    # It may be wrong already.
    wrong = {id(now): made[name] for name in _REAL for now in (_REAL[name], getattr(time, name))}
    places: list[tuple[dict[str, Any], str, Any]] = []
    for name, module in list(sys.modules.items()):
        if type(module) is ModuleType and (module is time or is_subject(name)):
            held = vars(module)
            places += [(held, key, real) for key, real in held.items() if id(real) in wrong]
    for held, key, real in places:
        held[key] = wrong[id(real)]
    try:
        yield
    finally:
        for held, key, real in places:
            held[key] = real


def _read(name: str) -> Any:
    return _REAL[name]()


_READ = _read.__code__
# The clock as it is, through the stand-in, which shows who asks for it.
RIGHT = Clock(0.0)
