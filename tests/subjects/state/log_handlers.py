"""The handlers of a logger."""

import logging

_ROOM = tuple(range(300))  # more than any one sequence can use up


def listen() -> int:
    logger = logging.getLogger("tests.subjects.state")
    logger.addHandler(logging.NullHandler())
    return _ROOM[len(logger.handlers)]
