"""The folders that modules are looked for in."""

import sys

_ROOM = tuple(range(300))  # more than any one sequence can use up


def add_folder() -> int:
    sys.path.append("nowhere")
    return _ROOM[sys.path.count("nowhere")]
