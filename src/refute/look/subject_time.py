"""Whether the subject is running, as a clock sees it: `calls_subject` marks the functions of ours that call it.

A mark is made once, where the function is defined, and costs nothing when it is called: only the clock looks for it.
"""

from __future__ import annotations

from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any, TypeVar

_Function = TypeVar("_Function", bound=Callable[..., Any])

# By the code of the function: whether what it calls is the subject.
_IS_SUBJECT: dict[CodeType, bool] = {}


def calls_subject(function: _Function) -> _Function:
    """Mark a function that calls the subject: the time spent in it is the subject's."""
    _IS_SUBJECT[function.__code__] = True
    return function


def own_work(function: _Function) -> _Function:
    """Mark a function that calls nothing of the subject, though one that does may call it."""
    _IS_SUBJECT[function.__code__] = False
    return function


def is_in_subject(frame: FrameType | None) -> bool:
    """Return whether the innermost function with a mark, as seen from a frame, calls the subject."""
    while frame is not None:
        if frame.f_code in _IS_SUBJECT:
            return _IS_SUBJECT[frame.f_code]
        frame = frame.f_back
    return False
