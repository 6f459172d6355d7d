"""Rows of comma-separated values."""

from __future__ import annotations


def format_row(fields: list[str]) -> str:
    """Return the fields as one line, quoted where necessary."""
    cells = []
    for field in fields:
        if "," in field or '"' in field or field == "":
            field = '"' + field.replace('"', '""') + '"'
        cells.append(field)
    return ",".join(cells)


def parse_row(line: str) -> list[str]:
    """Return the fields of a line."""
    if not line:
        return []
    fields, cell, quoted, i = [], "", False, 0
    while i < len(line):
        char = line[i]
        if quoted and char == '"' and line[i + 1 : i + 2] == '"':
            cell += '"'
            i += 1
        elif char == '"':
            quoted = not quoted
        elif char == "," and not quoted:
            fields.append(cell)
            cell = ""
        else:
            cell += char
        i += 1
    return [*fields, cell]
