"""The signals that end a process are felt like Ctrl-C: `felt_alike`; during a search only where we wait: `held_back`, `waiting`.

Else one could come between reading a finding and keeping it, or while a file is written.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

# SIGHUP: the terminal is gone.  SIGXCPU: no more processor time (ulimit -t), the last warning.
_NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGXCPU")


def _numbers() -> list[int]:
    return [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]


class _State:
    """Handlers of signals belong to the whole process, and so does this."""

    def __init__(self) -> None:
        self.has_come = False
        self.is_waiting = False

    def come(self, number: int, frame: FrameType | None) -> None:
        self.has_come = True
        self.feel()

    def feel(self) -> None:
        if self.has_come and self.is_waiting:
            self.has_come = self.is_waiting = False
            raise KeyboardInterrupt


_state = _State()


def ignore() -> None:
    """Feel nothing any more."""
    for number in _numbers():
        signal.signal(number, signal.SIG_IGN)


def felt_alike() -> None:
    """Let every signal that ends a process raise KeyboardInterrupt, as Ctrl-C does."""
    _set(signal.default_int_handler)


def _set(handler: Callable[[int, FrameType | None], None]) -> dict[int, Any]:
    """Handle these signals, and return what handled them before."""
    before = {}
    try:
        for number in _numbers():
            if signal.getsignal(number) is not signal.SIG_IGN:  # nohup wants none
                before[number] = signal.signal(number, handler)
    except ValueError:  # not the main thread: signals go elsewhere
        pass
    return before


@contextmanager
def handled(handler: Callable[[int, FrameType | None], None]) -> Iterator[bool]:
    """Let a function handle every signal that ends a process; false in a thread to which none comes."""
    before = _set(handler)
    try:
        yield bool(before)
    finally:
        for number, earlier in before.items():
            signal.signal(number, earlier)


@contextmanager
def held_back() -> Iterator[None]:
    """Let signals that end a process raise KeyboardInterrupt, within `waiting` only."""
    with handled(_state.come) as is_ours:
        try:
            yield
        finally:
            if is_ours:
                _state.has_come = False


@contextmanager
def waiting() -> Iterator[None]:
    """Be interrupted here, also by what came before.  What is done here can be left undone: nothing may be read."""
    if threading.current_thread() is not threading.main_thread():
        yield  # the main thread is the one that signals interrupt, wherever that waits
        return
    _state.is_waiting = True
    try:
        _state.feel()
        yield
    finally:
        _state.is_waiting = False
