"""The default of a parameter."""

_ROOM = tuple(range(300))  # more than any one sequence can use up


def remember(number: int, _known: list[int] = []) -> int:  # noqa: B006
    _known.append(number)
    return _ROOM[len(_known)]
