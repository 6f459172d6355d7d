"""Types of parameters that docstrings give: `documented_types`, in the styles of Sphinx, Google and NumPy."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

_SPHINX_TYPE = re.compile(
    r"^\s*:(?:type|kwtype)\s+\**(\w+)\s*:[ \t]*(.+(?:\n[ \t]{4,}(?!:).+)*)", re.M
)
_SPHINX_PARAM = re.compile(
    r"^\s*:(?:param|parameter|arg|argument|key|keyword)[ \t]+([^:\n]*[^:\s])[ \t]+\**(\w+)[ \t]*:",
    re.M,
)
_EPYDOC = re.compile(r"^\s*@type\s+(\w+)\s*:[ \t]*(.+)", re.M)
_GOOGLE_SECTION = re.compile(
    r"^(?:Args|Arguments|Parameters|Params|Keyword Args|Keyword Arguments|Attributes):[ \t]*\n",
    re.M,
)
_NUMPY_SECTION = re.compile(r"^(?:Other )?(?:Parameters|Attributes)[ \t]*\n-{3,}[ \t]*\n", re.M)
_GOOGLE_ENTRY = re.compile(r"\**(\w+)\s*\(((?:[^()]|\([^()]*\))*)\)\s*:")
_PLAIN_ENTRY = re.compile(r"\**(\w+)\s*(?::|--?)\s*(?:an?|the)\s+(\S+(?:\s+of\s+\S+)?)")
_NUMPY_ENTRY = re.compile(r"([\w*, ]+?)\s*:\s*(\S.*)$")


def documented_types(docstring: str | None) -> dict[str, str]:
    """Return the text of the type of each parameter that a docstring describes with one.

    >>> documented_types("Cut.\\n\\n:param int width: columns\\n:type text: str or bytes\\n")
    {'width': 'int', 'text': 'str or bytes'}
    >>> documented_types("Cut.\\n\\nArgs:\\n    width (int, optional): columns\\n")
    {'width': 'int, optional'}
    >>> documented_types("Cut.\\n\\nParameters\\n----------\\nwidth : int\\n    columns\\n")
    {'width': 'int'}
    """
    if not docstring or not re.search(r":|@", docstring):
        return {}
    text = inspect.cleandoc(docstring)
    found: dict[str, str] = {}
    for name, described in _entries(text):
        found.setdefault(name, " ".join(described.split()))
    return found


def _entries(text: str) -> Iterator[tuple[str, str]]:
    for match in _SPHINX_PARAM.finditer(text):
        yield match[2], match[1]
    for pattern in (_SPHINX_TYPE, _EPYDOC):
        for match in pattern.finditer(text):
            yield match[1], match[2]
    for match in _NUMPY_SECTION.finditer(text):
        yield from _numpy_entries(text[match.end() :])
    for match in _GOOGLE_SECTION.finditer(text):
        yield from _google_entries(text[match.end() :])


def _numpy_entries(text: str) -> Iterator[tuple[str, str]]:
    for line in _lines_at(text, 0):
        entry = _NUMPY_ENTRY.match(line)
        if entry:
            for name in entry[1].split(","):
                yield name.strip(" *"), entry[2]


def _google_entries(text: str) -> Iterator[tuple[str, str]]:
    indent = len(text) - len(text.lstrip(" "))
    for line in _lines_at(text, indent) if indent else ():
        entry = _GOOGLE_ENTRY.match(line.strip())
        if entry:
            yield entry[1], entry[2]


def _lines_at(text: str, indent: int) -> Iterator[str]:
    """Yield the lines of a section that stand at its indentation, up to the next section."""
    lines = text.splitlines()
    for number, line in enumerate(lines):
        depth = len(line) - len(line.lstrip())
        following = lines[number + 1] if number + 1 < len(lines) else ""
        if line.strip() and (depth < indent or following.strip().startswith("---")):
            return
        if line.strip() and depth == indent:
            yield line
