"""Where values go in a package's source, and what is done with them there: `read_flow` notes it as evidence."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator

from refute.discover.inference.flow_reader import FlowReader
from refute.discover.inference.package_index import FunctionInfo, PackageIndex, walk
from refute.discover.inference.source_values import Scope, SourceValues
from refute.discover.inference.type_evidence import TypeEvidence
from refute.discover.inference.type_texts import TypeTexts
from refute.look.function_source import Function

_Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
_PROMPT = re.compile(r"^[ \t]*>>> (.*(?:\n[ \t]*\.\.\. ?.*)*)", re.M)


def read_flow(index: PackageIndex, texts: TypeTexts) -> TypeEvidence:
    """Return what all functions of a package, its modules and its doctests say about the types of places."""
    evidence = TypeEvidence()
    values = SourceValues(index)
    for function in index.functions.values():
        _annotated(function, texts, evidence)
        names = frozenset(_variables(function.node))
        reader = FlowReader(values, texts, evidence, Scope(function.module, function, names))
        reader.defaults(function)
        reader.read(function.node.body)
    for module, tree in index.modules.items():
        reader = FlowReader(values, texts, evidence, Scope(module))
        reader.read([one for one in tree.body if not isinstance(one, Function | ast.ClassDef)])
        _read_doctests(_documented(module, tree, index), reader)
    return evidence


def _documented(module: str, tree: ast.Module, index: PackageIndex) -> Iterator[_Documented]:
    """Yield what may have a docstring in a module: itself, its classes and functions."""
    yield tree
    yield from (one.node for one in index.classes.values() if one.module == module)
    yield from (one.node for one in index.functions.values() if one.module == module)


def _annotated(function: FunctionInfo, texts: TypeTexts, evidence: TypeEvidence) -> None:
    for one in function.given():
        form = texts.annotation(one.annotation, function.module)
        evidence.note(function.place_of(one.arg), form, 0.95, "annotation")
    result = texts.annotation(function.node.returns, function.module)
    evidence.note(f"{function.key}()", result, 0.95, "annotation")


def _variables(function: Function) -> Iterator[str]:
    for node in walk(function):
        match node:
            case ast.arg(name) | ast.Name(name, ast.Store()):
                yield name


def _read_doctests(nodes: Iterable[_Documented], reader: FlowReader) -> None:
    for node in nodes:
        text = ast.get_docstring(node) or ""
        for match in _PROMPT.finditer(text) if ">>>" in text else ():
            try:
                body = ast.parse(re.sub(r"\n[ \t]*\.\.\. ?", "\n", match[1])).body
            except (SyntaxError, ValueError):
                continue
            reader.read(body)
