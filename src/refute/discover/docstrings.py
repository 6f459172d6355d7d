"""Exceptions that docstrings name: `documented_raises`, `raises_of_constructor`."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator

# Own patterns instead of griffe: importing it takes 100 to 200 ms of the 500 that may pass before the first
# sequence runs, and it does not read prose ("Raises ValueError if …"), which is all that C functions have.

# With a capital, or behind a module: struct.error, socket.timeout.
_NAME = r"(?:(?:[A-Za-z_]\w*\.)*[A-Z]\w*|(?:[a-z_]\w*\.)+[a-z]\w*)"

_FIELD = re.compile(
    rf"^\s*:(?:raises?|except|exception)\s+({_NAME}(?:\s*(?:,|\bor\b)\s*{_NAME})*)\s*:", re.M
)

_SECTION = re.compile(
    r"^([ \t]*)(?:Raises|Raise|Exceptions)(?::[ \t]*|[ \t]*\n\1-{3,}[ \t]*)$", re.M
)

_ENTRY = re.compile(rf"^[`*~:\w]*?({_NAME}(?:`?\s*(?:,|\bor\b)\s*`?{_NAME})*)`?\s*(?::|$|\s-|\()")
_RAISING = re.compile(r"\brais(?:e|es|ed|ing)\b", re.I)
_REST = re.compile(r"[^.;]*(?:\.\w[^.;]*)*")
_DENIED = re.compile(r"\b(?:never|not|n't|without|no longer|instead of)\s+(?:\w+\s+)?rais", re.I)
_EXCEPTION = re.compile(r"\b[A-Za-z_]\w*(?:Error|Exception|Warning|Interrupt|Exit)\b")

# "Will raise an exception if …": it does not say which, but that there is one.
_ANY_EXCEPTION = re.compile(r"\braises?\s+an\s+(?:exception|error)\b", re.I)

# An example of a doctest, and the exception that it is shown to raise.
_SHOWN = re.compile(
    r"^([ \t]*)>>> (.*(?:\n\1\.\.\. .*)*)"
    r"\n\1Traceback \((?:most recent call last|innermost last)\):[ \t]*"
    rf"(?:\n(?!\1\w)[ \t]*\S.*)*\n\1({_NAME})\b",
    re.M,
)

_BUILTIN = frozenset(
    name
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, BaseException)
)


def documented_raises(*docstrings: str | None) -> frozenset[str]:
    """Return the bare names of the exceptions that the docstrings say may be raised.

    Reads Google's and NumPy's sections, Sphinx' fields, sentences that speak of raising, and the examples of doctests.

    >>> sorted(documented_raises("Remove it.\\n\\nRaises:\\n    KeyError: it is not there.\\n"))
    ['KeyError']
    >>> sorted(documented_raises("Return the index. Raises ValueError if the value is not present."))
    ['ValueError']
    """
    names: set[str] = set()
    for text in docstrings:
        names |= _told_in(text)
        names.update(found[3] for found in _shown_in(text))
    return frozenset(name.rpartition(".")[2] for name in names)


def raises_of_constructor(cls: type, *docstrings: str | None) -> frozenset[str]:
    """Return what the docstrings of a class and of what makes its objects say that making one may raise.

    The examples of the class may be about any of its methods: of these only those count that call the class.
    """
    names = _told_in(cls.__doc__)
    for found in _shown_in(cls.__doc__):
        example = re.sub(rf"\n{found[1]}\.\.\. ", "\n", found[2])
        if _is_call_of(cls.__name__, example):
            names.add(found[3])
    return frozenset(name.rpartition(".")[2] for name in names) | documented_raises(*docstrings)


def _is_call_of(name: str, example: str) -> bool:
    """Return whether the last thing an example does is to call this."""
    try:
        body = ast.parse(example).body
    except SyntaxError:
        return False
    match body[-1:]:
        case [
            ast.Expr(ast.Call(ast.Name(called) | ast.Attribute(attr=called)))
            | ast.Assign(value=ast.Call(ast.Name(called) | ast.Attribute(attr=called)))
        ]:
            return called == name
        case _:
            return False


def _shown_in(text: str | None) -> Iterator[re.Match[str]]:
    return _SHOWN.finditer(text if text and "Traceback" in text else "")


def _told_in(text: str | None) -> set[str]:
    return _named_in(text) if text and "ais" in text else set()


def _named_in(text: str) -> set[str]:
    names: set[str] = set()
    for found in _FIELD.finditer(text):
        names.update(re.findall(_NAME, found[1]))
    for found in _SECTION.finditer(text):
        names |= _entries(text[found.end() :], found[1])
    for sentence in _sentences(text):
        if not _DENIED.search(sentence):
            names.update(_EXCEPTION.findall(sentence))
            names.update(["Exception"] if _ANY_EXCEPTION.search(sentence) else [])
            names.update(word for word in re.findall(r"\w+", sentence) if word in _BUILTIN)
    return names


def _sentences(text: str) -> Iterator[str]:
    """Yield the sentences that speak of raising.

    From the word outwards: to match a sentence up to the word takes time that grows with the square of the text.
    """
    end = 0
    for found in _RAISING.finditer(text):
        if found.start() < end:
            continue
        start = max(
            end, text.rfind(".", end, found.start()) + 1, text.rfind(";", end, found.start()) + 1
        )
        rest = _REST.match(text, found.end())
        end = rest.end() if rest else found.end()
        yield text[start:end]


def _entries(text: str, margin: str) -> set[str]:
    """Return the exceptions listed under a section's heading, up to where the section ends."""
    names: set[str] = set()
    lines = text.splitlines()[1:]
    first = next((line for line in lines if line.strip()), "")
    indent = len(first) - len(first.lstrip())
    if indent < len(margin.expandtabs()):
        return names
    for number, line in enumerate(lines):
        depth = len(line) - len(line.lstrip())
        if not line.strip() or depth > indent:
            continue
        underlined = number + 1 < len(lines) and lines[number + 1].strip().startswith("---")
        if depth < indent or underlined:
            break
        entry = _ENTRY.match(line.strip())
        if entry:
            names.update(re.findall(_NAME, entry[1]))
    return names
