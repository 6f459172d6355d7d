"""One of the many keys of a table."""

_CODES = {f"{'NEWS'[n % 4]}{n * n:04}/{n}": n for n in range(60)}


def share(code: str) -> int:
    """Return the share of a station, by its code."""
    if code not in _CODES:
        return 0
    return 100 // (_CODES[code] - 31)  # wrong: of the 31st
