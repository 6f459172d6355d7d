"""A name with a mark at its end, both written in the source, though never together."""


def plain(name: str) -> str:
    """Return a name without what is before and after it."""
    short = {one.lower(): one for one in name.split() if one.startswith("ref:")}
    if not name.startswith(("ref:", "see:")):
        raise ValueError("neither a reference nor a hint")
    known = name.removesuffix("!!").lower()
    return short[known] if name.startswith("ref:") else known  # wrong: "ref:!!"
