"""Ctrl-C, and the signals that end a process, are felt only where we wait: `held_back`, `waiting`.

Else one could come between reading a finding and keeping it, or while a file is written.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

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


@contextmanager
def held_back() -> Iterator[None]:
    """Let signals that end a process raise KeyboardInterrupt, within `waiting` only."""
    before = {}
    try:
        for number in _numbers():
            if signal.getsignal(number) is not signal.SIG_IGN:  # nohup wants none
                before[number] = signal.signal(number, _state.come)
    except ValueError:  # not the main thread: signals go elsewhere
        pass
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if before:
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
