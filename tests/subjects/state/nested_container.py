"""A list in a dict in a list."""

_ROOM = tuple(range(300))  # more than any one sequence can use up
_pools = [{"north": list(_ROOM)}, {"south": list(_ROOM)}]


def take(south: bool) -> int:
    return _pools[1]["south"].pop() if south else _pools[0]["north"].pop()
