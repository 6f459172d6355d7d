"""A version with a part left out."""


def bumped(version: str) -> str:
    """Return the next version.

    >>> bumped("2.11")
    '2.12'
    """
    if not version.replace(".", "").isdecimal() or version.count(".") != 1:
        raise ValueError(version)
    major, minor = version.split(".")
    return f"{major}.{int(minor) + 1}"  # wrong: "2." has no minor
