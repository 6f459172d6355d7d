"""The filters of warnings."""

import warnings

_ROOM = tuple(range(300))  # more than any one sequence can use up


def hush() -> int:
    warnings.filterwarnings("ignore", message="hush" + "h" * len(warnings.filters))
    return _ROOM[len(warnings.filters)]
