"""Literals in the subject's source and in its doctests, as extra presets: `constants_in`; `exceptions_caught` there.

`words_of` are what texts may be made of where a grammar is behind a parameter.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from types import ModuleType

from refute.look.module_source import ParsedModule, parsed, with_imported
from refute.look.pattern_texts import matching
from refute.model.literals import source_of

# Per form: more would crowd out the presets that are chosen with care.
_MOST = 40
_LONGEST_TEXT = 80
# Words of a grammar: so many, and none that is longer.
_MOST_WORDS = 300
_LONGEST_WORD = 30
_LONGEST_PATTERN = 1000
_IS_PATTERN = re.compile(r"\\|\(.*\||\[.+\]|[.)][*+?]", re.S)
_CAUGHT = re.compile(r"^[ \t]*except[ \t(]+([\w., \t\n]+)", re.M)
_EXAMPLE = re.compile(r"^[ \t]*>>> (.*(?:\n[ \t]*\.\.\. .*)*)", re.M)


def constants_in(modules: Iterable[ParsedModule]) -> dict[str, tuple[str, ...]]:
    """Return the sources of literals by form name ("int", "str", …), the most frequent first."""
    counts: dict[str, Counter[str]] = {}
    for module in modules:
        for value in _values(module):
            source = source_of(value)
            if source is not None:
                counts.setdefault(type(value).__name__, Counter())[source] += 1
    return {
        name: tuple(source for source, _ in found.most_common(_MOST))
        for name, found in sorted(counts.items())
    }


def words_of(modules: Iterable[ModuleType]) -> tuple[str, ...]:
    """Return the short texts in the source of modules, and texts that match the patterns in it.

    A grammar may be read by another module of the package: what the modules have imported from it counts as well.
    """
    sources = parsed(with_imported(modules))
    found: dict[str, None] = {}
    for value in (one for source in sources for one in _literals(source.tree, _LONGEST_PATTERN)):
        if isinstance(value, str) and not value.isspace():
            is_pattern = _IS_PATTERN.search(value) is not None
            flags = re.VERBOSE if "\n" in value else 0
            texts = matching(value, flags) if is_pattern else (value,)
            found.update(dict.fromkeys(one for one in texts if len(one) <= _LONGEST_WORD))
    return tuple(found)[:_MOST_WORDS]


def exceptions_caught(modules: Iterable[ParsedModule]) -> tuple[str, ...]:
    """Return the builtin exceptions that the source catches, each as it is made, the most frequent first."""
    counts: Counter[str] = Counter()
    for module in modules:
        for clause in _CAUGHT.findall(module.text):
            counts.update(name for name in re.findall(r"\w+", clause) if _is_plain_exception(name))
    return tuple(f"{name}()" for name, _ in counts.most_common())


def _is_plain_exception(name: str) -> bool:
    cls = getattr(builtins, name, None)
    made_of_one = isinstance(cls, type) and issubclass(cls, Exception)
    # What ends an iteration means something else where it is raised.
    return made_of_one and not name.startswith(("Unicode", "Stop")) and not name.endswith("Group")


def _values(module: ParsedModule) -> Iterator[object]:
    yield from _literals(module.tree)
    for found in _EXAMPLE.finditer(module.text):
        yield from _example_arguments(re.sub(r"\n[ \t]*\.\.\. ", "\n", found[1]))


def _literals(tree: ast.AST, longest: int = _LONGEST_TEXT) -> Iterator[object]:
    ignored = _prose(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            value: object = getattr(node.operand, "value", None)
            if isinstance(value, int | float):
                ignored.add(id(node.operand))
                yield -value
        elif not isinstance(node, ast.Constant) or id(node) in ignored:
            continue
        elif _is_useful(node.value, longest):
            yield node.value


def _prose(tree: ast.AST) -> set[int]:
    """Return the nodes whose text is for readers or for the import system: docstrings, f-strings, `__all__`."""
    found: set[int] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant() as constant):
                found.add(id(constant))
            case ast.JoinedStr():
                found.update(id(part) for part in ast.walk(node))
            case ast.Assign(targets=[ast.Name(id=name)]) if name.startswith("__"):
                found.update(id(part) for part in ast.walk(node))
    return found


def _is_useful(value: object, longest: int) -> bool:
    if isinstance(value, bool):
        return False
    if isinstance(value, str | bytes):
        return 0 < len(value) < longest
    return isinstance(value, int | float | complex)


def _example_arguments(code: str) -> Iterator[object]:
    """Yield the arguments of the calls in one line of a doctest, where they are literals."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            for argument in [*node.args, *(keyword.value for keyword in node.keywords)]:
                try:
                    value = ast.literal_eval(argument)
                except (ValueError, TypeError, SyntaxError, RecursionError):
                    continue
                if value is not None and not isinstance(value, bool):
                    yield value
