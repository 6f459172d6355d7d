"""A bytearray in a module."""

_ROOM = tuple(range(300))  # more than any one sequence can use up
_memory = bytearray(300)
_top = [0]


def allocate() -> int:
    _memory[_memory.index(0)] = 1
    return _ROOM[_memory.count(1)]
