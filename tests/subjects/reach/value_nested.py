"""A dict of dicts with a shared key."""


def joined(tables: dict[str, dict[str, int]]) -> dict[str, int]:
    """Return all rows by key, of the first table that has it."""
    found: dict[str, int] = {}
    for rows in tables.values():
        for key, row in rows.items():
            if key in found:
                return {"": found}[key]["rows"]  # wrong
            found[key] = row
    return found
